import type { DatabaseSync } from "node:sqlite";
import type {} from "../core/index.ts";
import { BILLS, type Counts } from "./counts.ts";
import { type BillEntry, billEntryWords, putBillEntry } from "./generated/rowWriters.ts";
import { contractKey, Ordinals } from "./ordinals.ts";
import { PendingRows } from "./pendingRows.ts";
import { bills } from "./tables.ts";

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
    const { account, contract, type } = bill;
    const inContract = contractKey(account, contract);
    let to = this.#rows.add(account);
    const row = this.#rows.words;
    putBillEntry(row, to, bill);
    to += billEntryWords;
    row[to++] = time;
    row[to++] = seq;
    row[to++] = this.#all.next(account, account);
    row[to++] = this.#contract.next(inContract, account, contract);
    row[to++] = this.#type.next(account * 32 + type, account, type);
    row[to] = this.#contractType.next(inContract * 32 + type, account, contract, type);
    this.#counts.add(account, contract, BILLS + type);
  }

  /** Rows that are held back until the end of the transaction. */
  get kept(): number {
    return this.#rows.count;
  }

  /** Writes the rows that were held back until the end of the transaction. */
  flush(): void {
    this.#rows.flush();
  }

  committed(): void {
    for (const ordinals of [this.#all, this.#contract, this.#type, this.#contractType]) ordinals.committed();
  }
}
