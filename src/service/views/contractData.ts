import type { Lots, Points, Ticks, TimeMs } from "../../kernel/core/index.ts";
import { CLOSE_LONG, divHalfEven, OPEN_LONG, POINTS_PER_TICK } from "../../kernel/core/index.ts";
import type { Bar } from "./bar.ts";
import { BookLevels } from "./book.ts";
import { RunningCandles } from "./candles.ts";
import type { FundedSpec } from "./contractSpec.ts";
import { RollingDay } from "./day.ts";
import type { PublicTrade } from "./tape.ts";
import { Tape } from "./tape.ts";

/** What is known of the time before the first folded frame: from history, or generated as pre-history. */
export interface ContractPast {
  /** Newest first. */
  readonly trades?: readonly PublicTrade[];
  /** One-minute bars of the last price, oldest first, the last 24 hours or less. */
  readonly minutes?: readonly Bar[];
  /** The last two candles of a price and interval, oldest first; the second is the running one. */
  readonly candles?: readonly {
    readonly price: CandlePrice;
    readonly intervalMs: number;
    readonly bars: readonly Bar[];
  }[];
}

export type CandlePrice = "last" | "mark" | "index";

/** A reference price and when it last changed; 0 points while there is none. */
export interface ReferencePrice {
  readonly points: Points;
  readonly time: TimeMs;
}

const NO_PRICE: ReferencePrice = { points: 0, time: 0 };

/** Everything public about one contract, as of the last folded frame. */
export class ContractData {
  spec: FundedSpec;
  readonly book = new BookLevels();
  readonly tape = new Tape();
  readonly day = new RollingDay();
  readonly candles: Readonly<Record<CandlePrice, RunningCandles>> = {
    last: new RunningCandles(),
    mark: new RunningCandles(),
    index: new RunningCandles(),
  };
  mark: ReferencePrice = NO_PRICE;
  index: ReferencePrice = NO_PRICE;
  openInterest: Lots = 0;
  /** Since these views were opened. */
  lotsTraded: Lots = 0;
  /** Sequence number of the last change of the book: its version. */
  bookSeq = 0;
  /** Price of the latest trade, 0 before the first. */
  #last: Ticks = 0;

  constructor(spec: FundedSpec) {
    this.spec = spec;
  }

  /**
   * The last price, to the nearest tick: that of the latest trade; before the first trade, the one at which
   * pre-history ended, else the mark, else the index; 0 if there is none of these.
   */
  get last(): Ticks {
    if (this.#last > 0) return this.#last;
    const reference = this.mark.points > 0 ? this.mark : this.index;
    return divHalfEven(reference.points, POINTS_PER_TICK);
  }

  /** Takes the prices of the live state at the start, each 0 if there is none. */
  takeOver({ last, mark, index }: { readonly [P in CandlePrice]: number }, time: TimeMs): void {
    this.#last = last;
    this.candles.last.carry(last);
    if (mark > 0) this.mark = { points: mark, time };
    this.candles.mark.carry(mark);
    if (index > 0) this.index = { points: index, time };
    this.candles.index.carry(index);
  }

  /** Takes over the past; before the first trade is folded. */
  recall(past: ContractPast): void {
    for (const each of past.trades?.toReversed() ?? []) this.tape.addTrade(each);
    if (past.minutes !== undefined) {
      this.day.recall(past.minutes);
      if (this.#last === 0) this.#last = past.minutes.at(-1)?.close ?? 0;
    }
    for (const { price, intervalMs, bars } of past.candles ?? []) {
      this.candles[price].recall(intervalMs, bars);
    }
  }

  /** Counts a trade; its value in whole units and quanta. The book is not changed. */
  trade(
    trade: number,
    time: TimeMs,
    price: Ticks,
    size: Lots,
    units: number,
    quanta: number,
    takerSide: number,
    takerOrder: number,
  ): void {
    this.#last = price;
    this.lotsTraded += size;
    this.tape.add(trade, time, price, size, units, quanta, takerSide, takerOrder);
    this.day.add(time, price, size, units, quanta, takerSide);
    this.candles.last.count(time, price, size, units, quanta, takerSide);
  }

  /**
   * One party of a trade opened or closed a position. Open interest counts longs; there are as many shorts.
   */
  tookPart(action: number, size: Lots): void {
    if (action === OPEN_LONG) this.openInterest += size;
    else if (action === CLOSE_LONG) this.openInterest -= size;
  }

  setMark(points: Points, time: TimeMs): void {
    this.mark = { points, time };
    this.candles.mark.see(time, points);
  }

  setIndex(points: Points, time: TimeMs): void {
    this.index = { points, time };
    this.candles.index.see(time, points);
  }
}
