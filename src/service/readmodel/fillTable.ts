import type { DatabaseSync } from "node:sqlite";
import { AccountTable } from "./accountTable.ts";
import type { EquityTable } from "./equityTable.ts";
import { type FillEntry, fillEntryWords, putFillEntry } from "./generated/rowWriters.ts";
import { contractKey } from "./ordinals.ts";
import { fills } from "./tables.ts";

/** Fills, numbered within the account and within each of its contracts. */
export class FillTable extends AccountTable {
  readonly #all = this.numbered("ordinal");
  readonly #contract = this.numbered("contract_ordinal", "contract");

  readonly #equity: EquityTable;

  /** @param equity follows the fills of accounts */
  constructor(database: DatabaseSync, equity: EquityTable) {
    super(database, fills);
    this.#equity = equity;
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
    this.#equity.filled(fill);
  }
}
