import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { TimeMs } from "../../kernel/core/index.ts";
import { PUBLIC_TRADES_KEPT } from "./history.ts";
import { Ordinals } from "./ordinals.ts";
import { MARKET, PendingRows } from "./pendingRows.ts";
import { fundingRates, publicTrades } from "./tables.ts";

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

/** When a contract's last rate was settled, and its number. */
interface Numbered {
  readonly time: TimeMs;
  readonly ordinal: number;
}

/** Settled funding rates, numbered within the contract. Of two rates at one time the later one stays. */
export class FundingRateTable {
  readonly rows: PendingRows;
  readonly #known: StatementSync;
  /** By contract. */
  readonly #last = new Map<number, Numbered>();

  constructor(database: DatabaseSync) {
    this.rows = new PendingRows(database, fundingRates, "INSERT OR REPLACE");
    this.#known = database.prepare(
      "SELECT time, ordinal FROM funding_rates WHERE contract = ? ORDER BY time DESC LIMIT 1",
    );
  }

  write(contract: number, time: TimeMs, rate: number): void {
    let last = this.#last.get(contract) ?? (this.#known.get(contract) as Numbered | undefined);
    if (last?.time !== time) last = { time, ordinal: (last?.ordinal ?? 0) + 1 };
    this.#last.set(contract, last);
    this.rows.put(MARKET, [contract, time, rate, last.ordinal]);
  }
}
