import type { DatabaseSync, StatementSync } from "node:sqlite";
import { PUBLIC_TRADES_KEPT } from "./history.ts";
import { Ordinals } from "./ordinals.ts";
import { MARKET, PendingRows } from "./pendingRows.ts";
import { publicTrades } from "./tables.ts";

/** The latest public trades of each contract; older ones are deleted as newer ones come. */
export class TradeTable {
  readonly rows: PendingRows;
  readonly #forget: StatementSync;
  readonly #ordinals: Ordinals;
  /** The latest trades, by contract: trades that newer ones would replace at once are never written. */
  readonly #pending = new Map<number, number[][]>();
  /**
   * The number of the last trade that was gathered, by contract: since the last batch was closed, and before
   * that.
   */
  readonly #last = new Map<number, number>();
  #closed: readonly (readonly [contract: number, last: number])[] = [];

  constructor(database: DatabaseSync) {
    this.#ordinals = new Ordinals(database, "SELECT max(ordinal) FROM public_trades WHERE contract = ?");
    this.rows = new PendingRows(database, publicTrades);
    this.#forget = database.prepare("DELETE FROM public_trades WHERE contract = ? AND ordinal <= ?");
  }

  /** @param row the columns of a trade */
  write(contract: number, row: number[]): void {
    row.push(this.#ordinals.next(contract, contract));
    const pending = this.#pending.get(contract);
    if (pending === undefined) this.#pending.set(contract, [row]);
    else if (pending.push(row) >= 2 * PUBLIC_TRADES_KEPT) pending.splice(0, PUBLIC_TRADES_KEPT);
  }

  /** Makes rows of the latest trades. */
  gather(): void {
    for (const [contract, rows] of this.#pending) {
      for (const row of rows.slice(-PUBLIC_TRADES_KEPT)) this.rows.put(MARKET, row);
      this.#last.set(contract, rows.at(-1)!.at(-1)!);
    }
    this.#pending.clear();
  }

  /** The trades so far belong to the batch that is closed. */
  closeBatch(): void {
    this.#closed = [...this.#last];
    this.#last.clear();
  }

  /** Deletes the trades that those of the closed batch, all of them written, have replaced. */
  forget(): void {
    for (const [contract, last] of this.#closed)
      if (last > PUBLIC_TRADES_KEPT) this.#forget.run(contract, last - PUBLIC_TRADES_KEPT);
  }
}
