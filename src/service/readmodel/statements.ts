import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Table } from "./table.ts";

/** Prepared queries by their text; rows come as arrays of their columns. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      statement.setReturnArrays(true);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  /**
   * Rows of a table, each one checked; their values are the numbers ({@link Table.numbers}), then the text.
   *
   * @param rest the part of the query after the table's name
   * @throws DamageError
   */
  rows(table: Table, rest: string, ...parameters: (number | string)[]): (number | string)[][] {
    const rows = this.all(`SELECT ${table.columns.join(", ")} FROM ${table.name} ${rest}`, ...parameters);
    for (const row of rows) table.opened(row);
    return rows;
  }

  /** Every row. */
  all(sql: string, ...parameters: (number | string)[]): (number | string)[][] {
    return this.get(sql).all(...parameters) as unknown as (number | string)[][];
  }

  /** The numbers of the first row, if there is one. */
  first(sql: string, ...parameters: readonly (number | string)[]): readonly number[] | undefined {
    return this.get(sql).get(...parameters) as unknown as readonly number[] | undefined;
  }
}
