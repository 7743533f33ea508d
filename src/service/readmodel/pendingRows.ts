import type { DatabaseSync } from "node:sqlite";
import type { Table } from "./table.ts";

/** In place of an account: the rows are of the market. */
export const MARKET = 0;

/** The number of words that rows have room for at first; it is doubled when needed. */
const WORDS_MIN = 1_024;

/** The rows of one account, by their places; the first `written` of them are written. */
interface Group {
  readonly rows: number[];
  written: number;
}

/** Rows one after the other, and the account of each. */
class Gathered {
  words = new Float64Array(WORDS_MIN);
  readonly texts: string[] = [];
  readonly groups = new Map<number, Group>();
  /** Number of rows, written or not. */
  rows = 0;

  clear(): void {
    this.texts.length = 0;
    this.groups.clear();
    this.rows = 0;
  }
}

/**
 * Rows of a table that are not written yet. They are written account by account: neighbouring rows share
 * pages, so that each page is written once instead of once for every row.
 *
 * Rows belong to the transaction under way until its batch is closed; rows that come after that belong to
 * the next one. A closed batch is written some rows at a time.
 */
export class PendingRows {
  readonly #write: (values: (number | string)[]) => void;
  readonly #columns: number;
  readonly table: Table;
  readonly #values: (number | string)[] = [];
  #current = new Gathered();
  #next = new Gathered();
  /** Where new rows are put. */
  #open = this.#current;
  /**
   * The accounts of the closed batch in the order in which they are written, and how many of them are.
   */
  #order: readonly number[] = [];
  #done = 0;

  constructor(database: DatabaseSync, table: Table, verb?: "INSERT OR REPLACE") {
    const insert = table.insert(database, verb);
    this.#write = (values) => void insert.run(...values);
    this.table = table;
    this.#columns = table.numbers.length;
  }

  /** The number of rows that came since the transaction under way began, or since its batch was closed. */
  get count(): number {
    return this.#open.rows;
  }

  /** The numbers of the rows for which {@link add} made room; replaced when it grows. */
  get words(): Float64Array {
    return this.#open.words;
  }

  /** Makes room for a row: its numbers go into {@link words} from the place returned, all of them. */
  add(account: number, text = ""): number {
    const open = this.#open;
    const row = open.rows++;
    const at = row * this.#columns;
    if (at + this.#columns > open.words.length) {
      const larger = new Float64Array(2 * open.words.length);
      larger.set(open.words);
      open.words = larger;
    }
    if (this.table.text !== undefined) open.texts.push(text);
    const group = open.groups.get(account);
    if (group === undefined) open.groups.set(account, { rows: [row], written: 0 });
    else group.rows.push(row);
    return at;
  }

  /** Adds a row by its numbers. */
  put(account: number, numbers: readonly number[], text?: string): void {
    const at = this.add(account, text);
    this.words.set(numbers, at);
  }

  /** The number of rows of the transaction under way, or of the closed batch. */
  get length(): number {
    return this.#current.rows;
  }

  /** Rows that come from now on belong to the next transaction. */
  closeBatch(): void {
    this.#open = this.#next;
    this.#order = [...this.#current.groups.keys()].sort((a, b) => a - b);
    this.#done = 0;
  }

  /**
   * Writes rows of the closed batch, those of one account in the order in which they came. @returns how
   * many, fewer than `most` with the last
   */
  write(most: number): number {
    let written = 0;
    while (written < most && this.#done < this.#order.length) {
      const group = this.#current.groups.get(this.#order[this.#done]!)!;
      const end = Math.min(group.rows.length, group.written + most - written);
      written += end - group.written;
      for (; group.written < end; group.written++) this.#writeRow(this.#current, group.rows[group.written]!);
      if (end === group.rows.length) this.#done++;
    }
    return written;
  }

  /** Writes the rows of one account in the transaction under way. */
  writeOf(account: number): void {
    const group = this.#current.groups.get(account);
    if (group === undefined) return;
    for (; group.written < group.rows.length; group.written++)
      this.#writeRow(this.#current, group.rows[group.written]!);
  }

  /** Writes the rows of one account in the next transaction, to be read before they are taken back. */
  show(account: number): void {
    for (const row of this.#next.groups.get(account)?.rows ?? []) this.#writeRow(this.#next, row);
  }

  /** The closed batch is committed: the next one is under way. */
  committed(): void {
    this.#current.clear();
    [this.#current, this.#next] = [this.#next, this.#current];
    this.#open = this.#current;
  }

  #writeRow({ words, texts }: Gathered, row: number): void {
    const values = this.#values;
    const at = row * this.#columns;
    for (let column = 0; column < this.#columns; column++) values[column] = words[at + column]!;
    const text = texts[row];
    let to = this.#columns;
    if (text !== undefined) values[to++] = text;
    values[to] = this.table.checksum(words, at, text);
    this.#write(values);
  }
}
