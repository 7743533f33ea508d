import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Money } from "../core/index.ts";
import { COIN_USDT } from "../core/index.ts";
import { contractKey, insertInto, Ordinals } from "./ordinals.ts";
import { billColumns } from "./rows.ts";

/** A bill to be written; registers, not values: the table reads them at once. */
export interface BillEntry {
  readonly bill: number;
  readonly account: number;
  readonly entry: number;
  readonly contract: number;
  readonly type: number;
  readonly amount: Money;
  readonly balance: Money;
  readonly fee: Money;
  readonly reason: number;
}

/** Bills, numbered within the account and within each of its filters: contract, type, both. */
export class BillTable {
  readonly #insert: StatementSync;
  readonly #all: Ordinals;
  readonly #contract: Ordinals;
  readonly #type: Ordinals;
  readonly #contractType: Ordinals;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      insertInto("bills", [
        ...billColumns,
        ...["ordinal", "contract_ordinal", "type_ordinal", "contract_type_ordinal"],
      ]),
    );
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
    this.#insert.run(
      bill.bill,
      account,
      bill.entry,
      contract,
      COIN_USDT,
      type,
      amount.hi,
      amount.lo,
      balance.hi,
      balance.lo,
      fee.hi,
      fee.lo,
      bill.reason,
      time,
      seq,
      this.#all.next(account, account),
      this.#contract.next(inContract, account, contract),
      this.#type.next(account * 32 + type, account, type),
      this.#contractType.next(inContract * 32 + type, account, contract, type),
    );
  }

  committed(): void {
    for (const ordinals of [this.#all, this.#contract, this.#type, this.#contractType]) ordinals.committed();
  }
}
