import type { DatabaseSync } from "node:sqlite";
import { AccountTable } from "./accountTables.ts";
import type { EquityTable } from "./equityTable.ts";
import {
  type BillEntry,
  billEntryWords,
  type FillEntry,
  fillEntryWords,
  putBillEntry,
  putFillEntry,
} from "./generated/rowWriters.ts";
import { contractKey } from "./ordinals.ts";
import { bills, fills } from "./tables.ts";

/** Bills, numbered within the account and within each of its filters: contract, type, both. */
export class BillTable extends AccountTable {
  readonly #all = this.numbered("ordinal");
  readonly #contract = this.numbered("contract_ordinal", "contract");
  readonly #type = this.numbered("type_ordinal", "type");
  readonly #contractType = this.numbered("contract_type_ordinal", "contract", "type");

  readonly #equity: EquityTable;

  /** @param equity is told of every bill of an account */
  constructor(database: DatabaseSync, equity: EquityTable) {
    super(database, bills);
    this.#equity = equity;
  }

  write(bill: BillEntry, time: number, seq: number): void {
    const { account, contract, type } = bill;
    const inContract = contractKey(account, contract);
    let to = this.rows.add(account);
    const row = this.rows.words;
    putBillEntry(row, to, bill);
    to += billEntryWords;
    row[to++] = time;
    row[to++] = seq;
    row[to++] = this.#all.next(account, account);
    row[to++] = this.#contract.next(inContract, account, contract);
    row[to++] = this.#type.next(account * 32 + type, account, type);
    row[to] = this.#contractType.next(inContract * 32 + type, account, contract, type);
    this.#equity.billed(bill);
  }
}

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
