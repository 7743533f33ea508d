import type { DatabaseSync } from "node:sqlite";
import { Ordinals } from "./ordinals.ts";
import { PendingRows } from "./pendingRows.ts";
import type { Table } from "./table.ts";

/** A table of rows of accounts; rows get their numbers when they are gathered, before they are written. */
export abstract class AccountTable {
  readonly rows: PendingRows;
  readonly #database: DatabaseSync;
  readonly #table: Table;
  readonly #ordinals: Ordinals[] = [];

  constructor(database: DatabaseSync, table: Table) {
    this.#database = database;
    this.#table = table;
    this.rows = new PendingRows(database, table);
  }

  /** Called when all rows are stored. */
  forget(): void {
    for (const ordinals of this.#ordinals) ordinals.forget();
  }

  /** Numbers in the column `ordinal` within the account, and within the filters of these columns. */
  protected numbered(ordinal: string, ...filters: string[]): Ordinals {
    const within = ["account", ...filters].map((column) => `${column} = ?`).join(" AND ");
    const stored = `SELECT max(${ordinal}) FROM ${this.#table.name} WHERE ${within}`;
    const ordinals = new Ordinals(this.#database, stored);
    this.#ordinals.push(ordinals);
    return ordinals;
  }
}
