import type { DatabaseSync } from "node:sqlite";
import type { Counts } from "./counts.ts";
import { Ordinals } from "./ordinals.ts";
import { PendingRows } from "./pendingRows.ts";
import type { Table } from "./table.ts";

/** Rows of accounts, which are counted and numbered as they are gathered. */
export abstract class AccountTable {
  readonly rows: PendingRows;
  protected readonly counts: Counts;
  readonly #database: DatabaseSync;
  readonly #table: Table;
  readonly #ordinals: Ordinals[] = [];

  constructor(database: DatabaseSync, counts: Counts, table: Table) {
    this.#database = database;
    this.#table = table;
    this.rows = new PendingRows(database, table);
    this.counts = counts;
  }

  /** Called when all rows are stored. */
  forget(): void {
    for (const ordinals of this.#ordinals) ordinals.forget();
  }

  /** Numbers in the column `ordinal` within the account, and within the filters of these columns. */
  protected numbered(ordinal: string, ...filters: string[]): Ordinals {
    const within = ["account", ...filters].map((column) => `${column} = ?`).join(" AND ");
    return this.continuing(`SELECT max(${ordinal}) FROM ${this.#table.name} WHERE ${within}`);
  }

  /** Numbers that go on from what a query finds. */
  protected continuing(stored: string): Ordinals {
    const ordinals = new Ordinals(this.#database, stored);
    this.#ordinals.push(ordinals);
    return ordinals;
  }
}
