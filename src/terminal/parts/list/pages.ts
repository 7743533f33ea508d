import { sentenceOf } from "../../format/failure.ts";
import { Store } from "../../state/store.ts";

export interface Paged<R> {
  /** Newest first. */
  readonly rows: readonly R[];
  /** There is nothing older. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  readonly failure: string | undefined;
}

/** Asks for a page of the newest rows that are not younger than a time; all there are without one. */
export type AskPage<R> = (endTime: number | undefined) => Promise<readonly R[]>;

/**
 * A list of the past, read page by page from the newest on. Pages go by time, not by number: while rows are added numbered
 * pages would shift. The last millisecond of a page is asked for again with the next, and known rows are dropped.
 */
export class Pages<R> extends Store<Paged<R>> {
  readonly #ask: AskPage<R>;
  readonly #idOf: (row: R) => string;
  readonly #timeOf: (row: R) => number;

  constructor(ask: AskPage<R>, idOf: (row: R) => string, timeOf: (row: R) => number) {
    super({ rows: [], isWhole: false, isLoading: false, failure: undefined });
    this.#ask = ask;
    this.#idOf = idOf;
    this.#timeOf = timeOf;
  }

  /** Reads what is older than everything there; nothing while it reads already. */
  async older(): Promise<void> {
    const { rows, isWhole, isLoading } = this.value;
    if (isWhole || isLoading) return;
    const oldest = rows.at(-1);
    await this.#read(oldest === undefined ? undefined : this.#timeOf(oldest));
  }

  /** Reads the newest page again. */
  async newer(): Promise<void> {
    if (!this.value.isLoading) await this.#read(undefined);
  }

  async #read(endTime: number | undefined): Promise<void> {
    this.set({ ...this.value, isLoading: true, failure: undefined });
    try {
      const page = await this.#ask(endTime);
      const known = new Set(this.value.rows.map(this.#idOf));
      const fresh = page.filter((row) => !known.has(this.#idOf(row)));
      const isFirst = this.value.rows.length === 0;
      const rows = endTime === undefined ? [...fresh, ...this.value.rows] : [...this.value.rows, ...fresh];
      const isEnd = fresh.length === 0 && (endTime !== undefined || isFirst);
      this.set({ rows, isWhole: this.value.isWhole || isEnd, isLoading: false, failure: undefined });
    } catch (error) {
      this.set({ ...this.value, isLoading: false, failure: sentenceOf(error) });
    }
  }
}
