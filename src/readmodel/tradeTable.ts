import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Counts, MARKET, TRADES } from "./counts.ts";
import { PUBLIC_TRADES_KEPT } from "./history.ts";
import { PendingRows } from "./pendingRows.ts";
import { publicTrades } from "./tables.ts";

/** The latest public trades of each contract; older ones are deleted as newer ones come. */
export class TradeTable {
  readonly rows: PendingRows;
  readonly #forget: StatementSync;
  readonly #counts: Counts;
  /** The latest trades, by contract: those that newer ones would replace at once are never written. */
  readonly #pending = new Map<number, number[][]>();

  constructor(database: DatabaseSync, counts: Counts) {
    this.#counts = counts;
    this.rows = new PendingRows(database, publicTrades);
    this.#forget = database.prepare("DELETE FROM public_trades WHERE contract = ? AND ordinal <= ?");
  }

  /** @param row the columns of a trade */
  write(contract: number, row: number[]): void {
    row.push(this.#counts.add(MARKET, contract, TRADES));
    const pending = this.#pending.get(contract);
    if (pending === undefined) this.#pending.set(contract, [row]);
    else if (pending.push(row) >= 2 * PUBLIC_TRADES_KEPT) pending.splice(0, PUBLIC_TRADES_KEPT);
  }

  /** Makes rows of the latest trades, and deletes those that they replace. */
  gather(): void {
    for (const [contract, rows] of this.#pending) {
      const last = rows.at(-1)!.at(-1)!;
      for (const row of rows.slice(-PUBLIC_TRADES_KEPT)) this.rows.put(contract, row);
      if (last > PUBLIC_TRADES_KEPT) this.#forget.run(contract, last - PUBLIC_TRADES_KEPT);
    }
    this.#pending.clear();
  }
}
