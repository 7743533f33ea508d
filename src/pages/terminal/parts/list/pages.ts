import { sentenceOf } from "../../format/failure.ts";
import { Store } from "../../state/store.ts";

export interface Paged<R> {
  /** Rows that were read, newest first. */
  readonly rows: readonly R[];
  /** Whether there is nothing older. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  readonly failure: string | undefined;
}

/** Asks for a page of the newest rows, or of those right behind a row. */
export type AskPage<R> = (before: R | undefined) => Promise<readonly R[]>;

/**
 * A list of history, read page by page from the newest row. A page continues right after a row, not at a
 * number or a time: so added rows shift no page, and any number of rows may share a millisecond. Known rows
 * are dropped. A row is known by its id and its time: in a market that began anew ids are the same again.
 */
export class Pages<R> extends Store<Paged<R>> {
  readonly #ask: AskPage<R>;
  readonly #markOf: (row: R) => string;

  constructor(ask: AskPage<R>, idOf: (row: R) => string, timeOf: (row: R) => number | string) {
    super({ rows: [], isWhole: false, isLoading: false, failure: undefined });
    this.#ask = ask;
    this.#markOf = (row) => `${idOf(row)} ${timeOf(row)}`;
  }

  /** Reads rows older than all known ones; does nothing while it is reading already. */
  async older(): Promise<void> {
    const { rows, isWhole, isLoading } = this.value;
    if (!isWhole && !isLoading) await this.#read(rows.at(-1));
  }

  /** Reads the newest page again. */
  async newer(): Promise<void> {
    if (!this.value.isLoading) await this.#read(undefined);
  }

  async #read(before: R | undefined): Promise<void> {
    this.set({ ...this.value, isLoading: true, failure: undefined });
    try {
      const page = await this.#ask(before);
      this.set({ ...this.#joined(before, page), isLoading: false, failure: undefined });
    } catch (error) {
      this.set({ ...this.value, isLoading: false, failure: sentenceOf(error) });
    }
  }

  #joined(before: R | undefined, page: readonly R[]): Pick<Paged<R>, "rows" | "isWhole"> {
    const { rows, isWhole } = this.value;
    const known = new Set(rows.map(this.#markOf));
    const fresh = page.filter((row) => !known.has(this.#markOf(row)));
    if (before !== undefined) return { rows: [...rows, ...fresh], isWhole: fresh.length === 0 };
    // If none of the newest rows is known there would be a gap: the list starts again.
    if (fresh.length === page.length) return { rows: page, isWhole: page.length === 0 };
    return { rows: [...fresh, ...rows], isWhole };
  }
}
