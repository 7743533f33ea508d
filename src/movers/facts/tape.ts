/*
 * Market data from any source: this venue, its past, a file of an exchange. Columns of doubles, in the units
 * of the interface: prices and values in the quote coin, sizes in the base coin, times in Unix ms.
 */

/**
 * Candles of a minute, without gaps. A minute without a trade has no volume, and all its prices are the
 * previous close.
 */
export interface Minutes {
  /** When the first minute begins. */
  readonly start: number;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Value traded, and how much of it takers bought. */
  readonly volume: Float64Array;
  readonly bought: Float64Array;
  readonly trades: Float64Array;
}

/** Public trades, ascending. */
export interface Trades {
  readonly time: Float64Array;
  readonly price: Float64Array;
  readonly size: Float64Array;
  /** 1 where the taker bought. */
  readonly bought: Float64Array;
}

/** The book at one moment. */
export interface BookSample {
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
  readonly bidLevels: number;
  readonly askLevels: number;
  /** Distance from the middle to the farthest level, as a share; the smaller of both sides. */
  readonly reach: number;
  /** Value within each of {@link DEPTH_BP} of the middle; the smaller of both sides. */
  readonly depth: readonly number[];
  /**
   * How far a market order of {@link IMPACT_UNITS} moves the touch, as a share; undefined where the book
   * holds less.
   */
  readonly impact: number | undefined;
  /** A number that changes whenever one of the twenty best levels of a side does. */
  readonly mark: number;
}

/** Distances at which depth is measured, in basis points. */
export const DEPTH_BP: readonly number[] = [1, 2, 5, 10, 20, 50, 100];

/** The value of 50 BTC at the default start price. */
export const IMPACT_UNITS = 3_000_000;

/**
 * The data of one contract over one span. What a source does not have is absent, and facts that need it are
 * left out.
 */
export interface Tape {
  readonly symbol: string;
  /** The source, in words. */
  readonly source: string;
  readonly minutes: Minutes;
  readonly trades?: Trades;
  readonly book?: readonly BookSample[];
  /** Smallest step of the price; 0 where it is unknown. */
  readonly tick: number;
  /** Value of all open positions at the end. */
  readonly openInterest?: number;
  /** Settled rates as fractions, and the rate at a premium of 0. */
  readonly funding?: { readonly rates: readonly number[]; readonly anchor: number };
  readonly forced?: Forced;
  /** How many of the positions had each ADL light, 1 to 5, at the samples. */
  readonly lights?: readonly number[];
}

/**
 * Liquidations: each fill and each take-over by the fund, ascending, and what the insurance fund received
 * and paid.
 */
export interface Forced {
  readonly time: Float64Array;
  readonly value: Float64Array;
  /** 1 where a liquidated short was bought back. */
  readonly bought: Float64Array;
  /** The number of collateral entries whose liquidation began. */
  readonly entries: number;
  /** Liquidation fees that the insurance fund received. */
  readonly received: number;
  /** What the insurance fund paid where a loss was larger than the margin. */
  readonly paid: number;
}

export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;

/** Empty columns for `count` minutes. */
export function minutesOf(start: number, count: number): Minutes {
  const column = (): Float64Array => new Float64Array(count);
  return {
    start,
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    bought: column(),
    trades: column(),
  };
}

/** A part of the minutes. */
export function sliceMinutes(minutes: Minutes, from: number, to: number): Minutes {
  const { start, open, high, low, close, volume, bought, trades } = minutes;
  const part = (column: Float64Array): Float64Array => column.subarray(from, to);
  return {
    start: start + from * MINUTE_MS,
    open: part(open),
    high: part(high),
    low: part(low),
    close: part(close),
    volume: part(volume),
    bought: part(bought),
    trades: part(trades),
  };
}

/** The candles of trades: whole minutes from the first trade's to the last's. */
export function candlesOf(trades: Trades): Minutes {
  const count = trades.time.length;
  const start = Math.floor((trades.time[0] ?? 0) / MINUTE_MS) * MINUTE_MS;
  const end = trades.time[count - 1] ?? start;
  const minutes = minutesOf(start, count === 0 ? 0 : Math.floor((end - start) / MINUTE_MS) + 1);
  let last = trades.price[0] ?? 0;
  let next = 0;
  for (let minute = 0; minute < minutes.open.length; minute++) {
    const until = start + (minute + 1) * MINUTE_MS;
    minutes.open[minute] = minutes.high[minute] = minutes.low[minute] = minutes.close[minute] = last;
    for (let isFirst = true; next < count && trades.time[next]! < until; next++, isFirst = false) {
      last = trades.price[next]!;
      if (isFirst) minutes.open[minute] = minutes.high[minute] = minutes.low[minute] = last;
      minutes.high[minute] = Math.max(minutes.high[minute]!, last);
      minutes.low[minute] = Math.min(minutes.low[minute]!, last);
      minutes.close[minute] = last;
      const value = last * trades.size[next]!;
      minutes.volume[minute]! += value;
      minutes.bought[minute]! += trades.bought[next] === 1 ? value : 0;
      minutes.trades[minute]! += 1;
    }
  }
  return minutes;
}
