import type { StatementSync } from "node:sqlite";
import type { TimeMs } from "../../kernel/core/index.ts";
import { firstAt } from "./firstAt.ts";
import type { RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { DamageError, type Table } from "./table.ts";

/** The limits of a page: bounds of time, both inclusive, and a place. */
export interface Cut {
  readonly from?: TimeMs | undefined;
  readonly to?: TimeMs | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
  /** Only rows with a smaller id. */
  readonly before?: number | undefined;
  /** Only rows with this id or a greater one. */
  readonly since?: number | undefined;
  /** The oldest selected rows instead of the newest; without `offset`. */
  readonly oldest?: boolean | undefined;
}

/**
 * A list whose rows are numbered 1, 2, 3 … in a column of their own within equal `keys`. Time never
 * decreases along it, so every query is arithmetic on these ordinals: whatever the list's length, a page
 * costs a few look-ups and its rows.
 */
export class Series {
  readonly #statements: Statements;
  readonly #table: Table;
  /** The part of a query after the table's name: the index, unless it is the primary key, and the keys. */
  readonly #where: string;
  readonly #keys: readonly string[];
  readonly #ordinal: string;
  /** The column of the row's id, which never decreases along the list. */
  readonly #id: "fill" | "bill" | "ordinal";
  /** How many numbers of a row are returned. */
  readonly #shown: number;
  readonly #last: StatementSync;

  constructor(
    statements: Statements,
    list: {
      readonly table: Table;
      readonly index?: string;
      readonly shown: number;
      readonly keys: readonly string[];
      readonly ordinal: string;
      readonly id: "fill" | "bill" | "ordinal";
    },
  ) {
    const { table, index, keys, ordinal } = list;
    const using = index === undefined ? "" : `INDEXED BY ${index} `;
    this.#statements = statements;
    this.#table = table;
    this.#where = `${using}WHERE ${keys.map((key) => `${key} = ?`).join(" AND ")}`;
    this.#keys = keys;
    this.#ordinal = ordinal;
    this.#id = list.id;
    this.#shown = list.shown;
    this.#last = statements.get(`SELECT max(${ordinal}) FROM ${table.name} ${this.#where}`);
  }

  /** The rows of `keys` that `cut` selects, newest first. */
  page(keys: readonly number[], cut: Cut): RowBatch {
    const { limit, offset = 0, before, since } = cut;
    const [firstOfTime, endOfTime] = this.span(keys, cut);
    const first =
      since === undefined
        ? firstOfTime
        : Math.max(firstOfTime, this.span(keys, { from: since }, this.#id)[0]);
    const [, endOfIds] =
      before === undefined ? [0, endOfTime] : this.span(keys, { to: before - 1 }, this.#id, endOfTime - 1);
    const end = Math.max(first, endOfIds);
    const total = end - first;
    if (cut.oldest === true) {
      const last = Math.min(end, first + limit) - 1;
      return { ...this.#shownRows(keys, first, last), total, more: last < end - 1 };
    }
    const high = end - 1 - offset;
    const lowest = Math.max(first, high - limit + 1);
    const low = cut.offset === undefined ? this.#whole(keys, lowest, first, high) : lowest;
    return { ...this.#shownRows(keys, low, high), total, more: high >= low && low > first };
  }

  #shownRows(keys: readonly number[], low: number, high: number): Pick<RowBatch, "words" | "texts"> {
    const rows = this.rows(keys, low, high);
    return { words: Float64Array.from(rows.flatMap((row) => row.slice(0, this.#shown))), texts: [] };
  }

  /**
   * Moves the start of a page so that it does not separate the two fills of an account's trade with itself.
   * They share an id, and the next page, which goes on before the id of the last row, would lose the second.
   * The page gets one row less; where it would then be empty, one more.
   */
  #whole(keys: readonly number[], low: number, first: number, high: number): number {
    if (low <= first || low > high) return low;
    const id = this.#table.place(this.#id);
    const [row, earlier] = this.rows(keys, low - 1, low);
    if (row![id] !== earlier![id]) return low;
    return low < high ? low + 1 : low - 1;
  }

  /** The rows from one ordinal to another, newest first. @throws DamageError where one is missing */
  rows(keys: readonly number[], low: number, high: number): number[][] {
    if (high < low) return [];
    const rest = `${this.#where} AND ${this.#ordinal} BETWEEN ? AND ? ORDER BY ${this.#ordinal} DESC`;
    const rows = this.#statements.rows(this.#table, rest, ...keys, low, high) as number[][];
    if (rows.length === high - low + 1) return rows;
    const list = this.#keys.map((key, i) => `${key} ${keys[i]}`).join(", ");
    throw new DamageError(
      this.#table.name,
      `${list}, ${this.#ordinal} ${low} to ${high}`,
      "is missing or one too many",
    );
  }

  /**
   * The first ordinal of `keys` between two times, sequence numbers or ids, both inclusive, and the one
   * after the last. None of these ever decreases along the list.
   *
   * @param last the last ordinal to be considered
   */
  span(
    keys: readonly number[],
    { from, to }: Pick<Cut, "from" | "to">,
    by: "time" | "seq" | "fill" | "bill" | "ordinal" = "time",
    last = this.#lastOf(keys),
  ): readonly [number, number] {
    const place = this.#table.place(by);
    const at = (ordinal: number): number => this.rows(keys, ordinal, ordinal)[0]![place]!;
    const first = from === undefined ? 1 : firstAt(from, 1, last + 1, at);
    return [first, to === undefined ? last + 1 : firstAt(to + 1, first, last + 1, at)];
  }

  #lastOf(keys: readonly number[]): number {
    const [last] = this.#last.get(...keys) as unknown as [number | null];
    return last ?? 0;
  }
}
