import type { DatabaseSync } from "node:sqlite";
import type { Money } from "../core/index.ts";
import { BILLS, type Counts } from "./counts.ts";
import { contractKey, Ordinals } from "./ordinals.ts";
import { PendingRows } from "./pendingRows.ts";
import { bills } from "./tables.ts";

/** A bill to be written; registers, not values: the table reads them at once. */
export interface BillEntry {
  readonly bill: number;
  readonly account: number;
  readonly entry: number;
  readonly contract: number;
  readonly coin: number;
  readonly type: number;
  readonly amount: Money;
  readonly balance: Money;
  readonly fee: Money;
  readonly reason: number;
}

/** Bills, numbered within the account and within each of its filters: contract, type, both. */
export class BillTable {
  readonly #rows: PendingRows;
  readonly #all: Ordinals;
  readonly #contract: Ordinals;
  readonly #type: Ordinals;
  readonly #contractType: Ordinals;
  readonly #counts: Counts;

  constructor(database: DatabaseSync, counts: Counts) {
    this.#rows = new PendingRows(database, bills);
    this.#counts = counts;
    const last = (ordinal: string, ...keys: string[]): Ordinals =>
      new Ordinals(
        database,
        `SELECT max(${ordinal}) FROM bills WHERE ${["account", ...keys].map((key) => `${key} = ?`).join(" AND ")}`,
      );
    this.#all = last("ordinal");
    this.#contract = last("contract_ordinal", "contract");
    this.#type = last("type_ordinal", "type");
    this.#contractType = last("contract_type_ordinal", "contract", "type");
  }

  write(bill: BillEntry, time: number, seq: number): void {
    const { account, contract, type, amount, balance, fee } = bill;
    const inContract = contractKey(account, contract);
    let to = this.#rows.add(account);
    const row = this.#rows.words;
    row[to++] = bill.bill;
    row[to++] = account;
    row[to++] = bill.entry;
    row[to++] = contract;
    row[to++] = bill.coin;
    row[to++] = type;
    row[to++] = amount.hi;
    row[to++] = amount.lo;
    row[to++] = balance.hi;
    row[to++] = balance.lo;
    row[to++] = fee.hi;
    row[to++] = fee.lo;
    row[to++] = bill.reason;
    row[to++] = time;
    row[to++] = seq;
    row[to++] = this.#all.next(account, account);
    row[to++] = this.#contract.next(inContract, account, contract);
    row[to++] = this.#type.next(account * 32 + type, account, type);
    row[to] = this.#contractType.next(inContract * 32 + type, account, contract, type);
    this.#counts.add(account, contract, BILLS + type);
  }

  /** Writes what is held back until the end of the transaction. */
  flush(): void {
    this.#rows.flush();
  }

  committed(): void {
    for (const ordinals of [this.#all, this.#contract, this.#type, this.#contractType]) ordinals.committed();
  }
}
