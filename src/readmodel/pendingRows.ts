import type { DatabaseSync } from "node:sqlite";
import type { Table } from "./table.ts";

/** In place of an account: its row is written. */
const WRITTEN = -1;
/** Words that a buffer holds at first; it doubles. */
const WORDS_MIN = 16_384;

/**
 * Rows of a table clustered on the account, held back until the end of the transaction and then written account by
 * account: neighbouring rows share pages, so that a page is written once instead of once a row.
 */
export class PendingRows {
  readonly #write: (values: (number | string)[]) => void;
  readonly #columns: number;
  readonly #table: Table;
  readonly #values: (number | string)[] = [];
  /** Where rows are gathered, one after the other; replaced when it grows. */
  words = new Float64Array(WORDS_MIN);
  #length = 0;
  readonly #accounts: number[] = [];
  readonly #texts: string[] = [];

  constructor(database: DatabaseSync, table: Table) {
    const insert = table.insert(database);
    this.#write = (values) => void insert.run(...values);
    this.#table = table;
    this.#columns = table.numbers.length;
  }

  get count(): number {
    return this.#accounts.length;
  }

  /** Makes room for a row: its numbers go into {@link words} from the place returned, all of them. */
  add(account: number, text = ""): number {
    const at = this.#length;
    this.#length += this.#columns;
    if (this.#length > this.words.length) {
      const larger = new Float64Array(2 * this.words.length);
      larger.set(this.words);
      this.words = larger;
    }
    this.#accounts.push(account);
    if (this.#table.text !== undefined) this.#texts.push(text);
    return at;
  }

  /** Writes the rows; those of one account in the order in which they came. */
  flush(): void {
    const accounts = this.#accounts;
    const rows = Uint32Array.from(accounts.keys()).sort((a, b) => accounts[a]! - accounts[b]! || a - b);
    for (const row of rows) if (accounts[row] !== WRITTEN) this.#writeRow(row);
    this.#length = 0;
    this.#accounts.length = 0;
    this.#texts.length = 0;
  }

  /** Writes the rows of one account, and keeps the others back. */
  flushOf(account: number): void {
    for (const [row, of] of this.#accounts.entries()) {
      if (of !== account) continue;
      this.#writeRow(row);
      this.#accounts[row] = WRITTEN;
    }
  }

  #writeRow(row: number): void {
    const values = this.#values;
    const at = row * this.#columns;
    for (let column = 0; column < this.#columns; column++) values[column] = this.words[at + column]!;
    const text = this.#texts[row];
    let to = this.#columns;
    if (text !== undefined) values[to++] = text;
    values[to] = this.#table.checksum(this.words, at, text);
    this.#write(values);
  }
}
