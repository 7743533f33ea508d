import type { DatabaseSync } from "node:sqlite";
import type { Money } from "../core/index.ts";
import { type Counts, FILLS } from "./counts.ts";
import { contractKey, Ordinals } from "./ordinals.ts";
import { PendingRows } from "./pendingRows.ts";
import { fills } from "./tables.ts";

/** One side of a trade to be written; registers, not values: the table reads them at once. */
export interface FillEntry {
  readonly trade: number;
  readonly order: number;
  readonly account: number;
  readonly contract: number;
  readonly action: number;
  readonly maker: boolean;
  readonly kind: number;
  readonly marginMode: number;
  readonly separatedMode: number;
  readonly position: number;
  readonly price: number;
  readonly size: number;
  readonly value: Money;
  readonly fee: Money;
  readonly liquidationFee: Money;
  readonly realized: Money;
}

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
    const { account, contract, value, fee, liquidationFee, realized } = fill;
    let to = this.#rows.add(account);
    const row = this.#rows.words;
    row[to++] = fill.trade;
    row[to++] = fill.order;
    row[to++] = account;
    row[to++] = contract;
    row[to++] = fill.action;
    row[to++] = fill.maker ? 1 : 0;
    row[to++] = fill.kind;
    row[to++] = fill.marginMode;
    row[to++] = fill.separatedMode;
    row[to++] = fill.position;
    row[to++] = fill.price;
    row[to++] = fill.size;
    row[to++] = value.hi;
    row[to++] = value.lo;
    row[to++] = fee.hi;
    row[to++] = fee.lo;
    row[to++] = liquidationFee.hi;
    row[to++] = liquidationFee.lo;
    row[to++] = realized.hi;
    row[to++] = realized.lo;
    row[to++] = time;
    row[to++] = seq;
    row[to++] = this.#all.next(account, account);
    row[to] = this.#contract.next(contractKey(account, contract), account, contract);
    this.#counts.add(account, contract, FILLS);
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
