import type { DatabaseSync } from "node:sqlite";
import { AccountTable } from "./accountTable.ts";
import { type Counts, FILLS } from "./counts.ts";
import { type FillEntry, fillEntryWords, putFillEntry } from "./generated/rowWriters.ts";
import { contractKey } from "./ordinals.ts";
import { fills } from "./tables.ts";

/** Fills, numbered within the account and within each of its contracts. */
export class FillTable extends AccountTable {
  readonly #all = this.numbered("ordinal");
  readonly #contract = this.numbered("contract_ordinal", "contract");

  constructor(database: DatabaseSync, counts: Counts) {
    super(database, counts, fills);
  }

  write(fill: FillEntry, time: number, seq: number): void {
    const { account, contract } = fill;
    let to = this.rows.add(account);
    const row = this.rows.words;
    putFillEntry(row, to, fill);
    to += fillEntryWords;
    row[to++] = time;
    row[to++] = seq;
    row[to++] = this.#all.next(account, account);
    row[to] = this.#contract.next(contractKey(account, contract), account, contract);
    this.counts.add(account, contract, FILLS);
  }
}
