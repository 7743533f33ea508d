import type { DatabaseSync } from "node:sqlite";
import type {} from "../core/index.ts";
import { type Counts, FILLS } from "./counts.ts";
import { type FillEntry, fillEntryWords, putFillEntry } from "./generated/rowWriters.ts";
import { contractKey, Ordinals } from "./ordinals.ts";
import { PendingRows } from "./pendingRows.ts";
import { fills } from "./tables.ts";

/** Fills, numbered within the account and within each of its contracts. */
export class FillTable {
  readonly #rows: PendingRows;
  readonly #all: Ordinals;
  readonly #contract: Ordinals;
  readonly #counts: Counts;

  constructor(database: DatabaseSync, counts: Counts) {
    this.#rows = new PendingRows(database, fills);
    this.#counts = counts;
    this.#all = new Ordinals(database, "SELECT max(ordinal) FROM fills WHERE account = ?");
    this.#contract = new Ordinals(
      database,
      "SELECT max(contract_ordinal) FROM fills WHERE account = ? AND contract = ?",
    );
  }

  write(fill: FillEntry, time: number, seq: number): void {
    const { account, contract } = fill;
    let to = this.#rows.add(account);
    const row = this.#rows.words;
    putFillEntry(row, to, fill);
    to += fillEntryWords;
    row[to++] = time;
    row[to++] = seq;
    row[to++] = this.#all.next(account, account);
    row[to] = this.#contract.next(contractKey(account, contract), account, contract);
    this.#counts.add(account, contract, FILLS);
  }

  /** Rows that are held back until the end of the transaction. */
  get kept(): number {
    return this.#rows.count;
  }

  /** Writes what is held back until the end of the transaction. */
  flush(): void {
    this.#rows.flush();
  }

  committed(): void {
    this.#all.committed();
    this.#contract.committed();
  }
}
