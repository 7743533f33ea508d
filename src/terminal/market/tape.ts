import { Painted } from "../state/painted.ts";

export interface TapeTrade {
  readonly time: number;
  readonly price: string;
  readonly size: string;
  /** Who took: the other side rested. */
  readonly isBuy: boolean;
}

/** Trades that are remembered; nobody scrolls further. */
const TRADES_MAX = 200;

/** The latest trades, newest first. */
export class Tape extends Painted {
  #trades: TapeTrade[] = [];
  /** How many there have been, so that a painter knows how many are new. */
  count = 0;
  /** Whether the trades until now are known: none is only then none. */
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

  /** Begins anew. @param trades newest first; `undefined`: not known yet */
  begin(trades: readonly TapeTrade[] | undefined): void {
    this.isRead = trades !== undefined;
    this.#trades = (trades ?? []).slice(0, TRADES_MAX);
    this.count = this.#trades.length;
    this.changed();
  }
}
