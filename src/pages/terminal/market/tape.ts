import { Painted } from "../state/store.ts";

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
  /** The time of the newest trade that was read. */
  #readUntil = 0;
  /** Trades of that time that were read, and have not been pushed since. */
  #readLast: TapeTrade[] = [];
  /** The number of trades so far, so that a painter knows how many are new. */
  count = 0;
  /** How often the tape was started again: then earlier trades that were painted are no longer valid. */
  begun = 0;
  /** Whether earlier trades were read: only then an empty list means that there are none. */
  isRead = false;

  get trades(): readonly TapeTrade[] {
    return this.#trades;
  }

  /**
   * Takes a pushed trade, unless it was read already. Many trades may share a millisecond (all of them while
   * market time stands still), and a pushed trade has no id: one that is equal to a trade read of the same
   * time is taken for that one, once.
   */
  push(trade: TapeTrade): void {
    if (trade.time < this.#readUntil) return;
    const read = this.#readLast.findIndex((each) => isSame(each, trade));
    if (read >= 0) {
      this.#readLast.splice(read, 1);
      return;
    }
    this.#trades.unshift(trade);
    if (this.#trades.length > TRADES_MAX) this.#trades.length = TRADES_MAX;
    this.count++;
    this.changed();
  }

  /** Starts again. @param trades newest first; `undefined` while they are not known */
  begin(trades: readonly TapeTrade[] | undefined): void {
    this.begun++;
    this.isRead = trades !== undefined;
    this.#trades = (trades ?? []).slice(0, TRADES_MAX);
    this.#readUntil = this.#trades[0]?.time ?? 0;
    this.#readLast = this.#trades.filter(({ time }) => time === this.#readUntil);
    this.count = this.#trades.length;
    this.changed();
  }
}

function isSame(a: TapeTrade, b: TapeTrade): boolean {
  return a.time === b.time && a.price === b.price && a.size === b.size && a.isBuy === b.isBuy;
}
