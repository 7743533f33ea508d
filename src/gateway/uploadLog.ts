import type { TimeMs } from "../core/index.ts";
import type { Json } from "../wire/index.ts";

/** Entries that are kept; past it the oldest goes first. */
const ENTRIES_MAX = 1_000;

/** What a program uploaded; numbers inside `input` and `output` are their source text. */
export interface UploadedEntry {
  readonly account: number;
  readonly time: TimeMs;
  readonly orderId: string;
  readonly stage: string;
  readonly model: string;
  readonly input: Json;
  readonly output: Json;
  readonly explanation: string;
}

/** The last uploaded entries, in memory. */
export class UploadLog {
  readonly #entries: UploadedEntry[] = [];

  add(entry: UploadedEntry): void {
    if (this.#entries.length === ENTRIES_MAX) this.#entries.shift();
    this.#entries.push(entry);
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** Oldest first. @param account only its entries */
  list(account?: number): readonly UploadedEntry[] {
    return account === undefined
      ? [...this.#entries]
      : this.#entries.filter((each) => each.account === account);
  }
}
