import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Money } from "../core/index.ts";
import { contractKey, insertInto, Ordinals } from "./ordinals.ts";
import { fillColumns } from "./rows.ts";

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
  readonly #insert: StatementSync;
  readonly #all: Ordinals;
  readonly #contract: Ordinals;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(insertInto("fills", [...fillColumns, "ordinal", "contract_ordinal"]));
    this.#all = new Ordinals(database, "SELECT max(ordinal) FROM fills WHERE account = ?");
    this.#contract = new Ordinals(
      database,
      "SELECT max(contract_ordinal) FROM fills WHERE account = ? AND contract = ?",
    );
  }

  write(fill: FillEntry, time: number, seq: number): void {
    const { account, contract, value, fee, liquidationFee, realized } = fill;
    this.#insert.run(
      fill.trade,
      fill.order,
      account,
      contract,
      fill.action,
      fill.maker ? 1 : 0,
      fill.kind,
      fill.marginMode,
      fill.separatedMode,
      fill.position,
      fill.price,
      fill.size,
      value.hi,
      value.lo,
      fee.hi,
      fee.lo,
      liquidationFee.hi,
      liquidationFee.lo,
      realized.hi,
      realized.lo,
      time,
      seq,
      this.#all.next(account, account),
      this.#contract.next(contractKey(account, contract), account, contract),
    );
  }

  committed(): void {
    this.#all.committed();
    this.#contract.committed();
  }
}
