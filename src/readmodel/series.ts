import type { StatementSync } from "node:sqlite";
import type { TimeMs } from "../core/index.ts";
import { firstAt } from "./firstAt.ts";
import type { Sheet } from "./rows.ts";
import type { Statements } from "./statements.ts";

/** What a page is cut from: bounds in time, both inclusive, and a place. */
export interface Cut {
  readonly from?: TimeMs | undefined;
  readonly to?: TimeMs | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
}

/**
 * A list whose rows are numbered 1, 2, 3 … in a column of their own within equal `keys`. Time never decreases along
 * it, so every question is arithmetic on ordinals: whatever its length, a page costs a few look-ups and its rows.
 */
export class Series {
  readonly #statements: Statements;
  readonly #source: string;
  readonly #where: string;
  readonly #ordinal: string;
  readonly #last: StatementSync;
  readonly #rows: StatementSync;

  /** @param list.source the table, and the index that holds `keys` and `ordinal` unless it is the primary key */
  constructor(
    statements: Statements,
    list: { source: string; columns: readonly string[]; keys: readonly string[]; ordinal: string },
  ) {
    const { source, columns, ordinal } = list;
    const where = list.keys.map((key) => `${key} = ?`).join(" AND ");
    this.#statements = statements;
    this.#source = source;
    this.#where = where;
    this.#ordinal = ordinal;
    this.#last = statements.get(`SELECT max(${ordinal}) FROM ${source} WHERE ${where}`);
    this.#rows = statements.get(
      `SELECT ${columns.join(", ")} FROM ${source} WHERE ${where} AND ${ordinal} BETWEEN ? AND ? ORDER BY ${ordinal} DESC`,
    );
  }

  /** The rows of `keys` that `cut` takes, newest first. */
  page(keys: readonly number[], cut: Cut): Sheet {
    const { limit, offset = 0 } = cut;
    const [first, end] = this.span(keys, cut);
    const high = end - 1 - offset;
    const low = Math.max(first, high - limit + 1);
    const rows = high < low ? [] : (this.#rows.all(...keys, low, high) as unknown as number[][]);
    return {
      words: Float64Array.from(rows.flat()),
      texts: [],
      total: end - first,
      more: high >= low && low > first,
    };
  }

  /**
   * The first ordinal of `keys` between two times or two sequence numbers, both inclusive, and the one after the last. Neither of
   * the two ever decreases along the list.
   */
  span(
    keys: readonly number[],
    { from, to }: Pick<Cut, "from" | "to">,
    by: "time" | "seq" = "time",
  ): readonly [number, number] {
    const statement = this.#statements.get(
      `SELECT ${by} FROM ${this.#source} WHERE ${this.#where} AND ${this.#ordinal} = ?`,
    );
    const last = this.#number(this.#last, keys) ?? 0;
    const at = (ordinal: number): number => this.#number(statement, [...keys, ordinal])!;
    const first = from === undefined ? 1 : firstAt(from, 1, last + 1, at);
    return [first, to === undefined ? last + 1 : firstAt(to + 1, first, last + 1, at)];
  }

  #number(statement: StatementSync, parameters: readonly number[]): number | undefined {
    const row = statement.get(...parameters) as unknown as [number | null] | undefined;
    return row?.[0] ?? undefined;
  }
}
