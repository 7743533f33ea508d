import { Painted } from "../state/painted.ts";

export interface TapeTrade {
  readonly time: number;
  readonly price: string;
  readonly size: string;
  /** Whether the taker bought. */
  readonly isBuy: boolean;
}

/** Trades that are kept; nobody scrolls further. */
const TRADES_MAX = 200;

/** The latest trades, newest first. */
export class Tape extends Painted {
  #trades: TapeTrade[] = [];
  /** The number of trades so far, so that a painter knows how many are new. */
  count = 0;
  /** Whether earlier trades were read: only then an empty list means that there are none. */
  isRead = false;

  get trades(): readonly TapeTrade[] {
    return this.#trades;
  }

  add(trade: TapeTrade): void {
    this.#trades.unshift(trade);
    if (this.#trades.length > TRADES_MAX) this.#trades.length = TRADES_MAX;
    this.count++;
    this.changed();
  }

  /** Starts again. @param trades newest first; `undefined`: not known yet */
  begin(trades: readonly TapeTrade[] | undefined): void {
    this.isRead = trades !== undefined;
    this.#trades = (trades ?? []).slice(0, TRADES_MAX);
    this.count = this.#trades.length;
    this.changed();
  }
}
