import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Counts, MARKET, TRADES } from "./counts.ts";
import { PUBLIC_TRADES_KEPT } from "./history.ts";
import { publicTrades } from "./tables.ts";

/** The latest public trades of each contract; older ones are deleted as newer ones come. */
export class TradeTable {
  readonly #insert: StatementSync;
  readonly #forget: StatementSync;
  readonly #counts: Counts;
  /** Rows of this transaction, by contract: rows that newer ones would replace at once are never written. */
  readonly #pending = new Map<number, number[][]>();

  constructor(database: DatabaseSync, counts: Counts) {
    this.#counts = counts;
    this.#insert = publicTrades.insert(database);
    this.#forget = database.prepare("DELETE FROM public_trades WHERE contract = ? AND ordinal <= ?");
  }

  /** @param row the columns of a trade */
  write(contract: number, row: number[]): void {
    row.push(this.#counts.add(MARKET, contract, TRADES));
    const pending = this.#pending.get(contract);
    if (pending === undefined) this.#pending.set(contract, [row]);
    else if (pending.push(row) >= 2 * PUBLIC_TRADES_KEPT) pending.splice(0, PUBLIC_TRADES_KEPT);
  }

  /** Writes the rows that were held back until the end of the transaction. */
  flush(): void {
    for (const [contract, rows] of this.#pending) {
      const last = rows.at(-1)!.at(-1)!;
      for (const row of rows.slice(-PUBLIC_TRADES_KEPT)) this.#insert.run(...publicTrades.sealed(...row));
      if (last > PUBLIC_TRADES_KEPT) this.#forget.run(contract, last - PUBLIC_TRADES_KEPT);
    }
    this.#pending.clear();
  }
}
