import type { Lots, TimeMs } from "../../kernel/core/index.ts";
import type { Bar } from "./bar.ts";
import { flatBar, GrowingBar } from "./bar.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Stands for a calendar month (UTC), the one interval whose length varies. */
export const MONTH = 31 * DAY;

/** The candle intervals of the venue, shortest first. */
export const CANDLE_INTERVALS_MS: readonly number[] = [
  MINUTE,
  3 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  8 * HOUR,
  12 * HOUR,
  DAY,
  3 * DAY,
  7 * DAY,
  MONTH,
];

/** Intervals that history does not keep, and those whose candles they add up to. */
export const COMPOSED_INTERVALS_MS: ReadonlyMap<number, number> = new Map([
  [3 * MINUTE, MINUTE],
  [2 * HOUR, HOUR],
  [6 * HOUR, HOUR],
  [8 * HOUR, HOUR],
  [3 * DAY, DAY],
  [MONTH, DAY],
]);

/** Weeks begin on Monday, 00:00 UTC; the epoch was a Thursday. */
const WEEK_OFFSET_MS = 4 * DAY;

/**
 * When the candle that contains `time` opened: intervals are counted from the epoch, weeks from a Monday,
 * months by the calendar.
 */
export function candleTime(time: TimeMs, intervalMs: number): TimeMs {
  if (intervalMs === MONTH) return monthOf(time, 0);
  const offset = intervalMs === 7 * DAY ? WEEK_OFFSET_MS : 0;
  return Math.floor((time - offset) / intervalMs) * intervalMs + offset;
}

/** When the candle after the one that opened at `opened` opens. */
export function candleEnd(opened: TimeMs, intervalMs: number): TimeMs {
  return intervalMs === MONTH ? monthOf(opened, 1) : opened + intervalMs;
}

function monthOf(time: TimeMs, later: number): TimeMs {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}

/**
 * The running candle of one price (last, mark or index) in every interval. A candle is what its minutes add
 * up to, and a minute in which nothing happened is flat, so a candle that starts inside a gap opens at the
 * previous close.
 */
export class RunningCandles {
  /** For each interval: the last candle that saw a price, when that candle ends, and the candle before it. */
  readonly #bars: (GrowingBar | undefined)[] = CANDLE_INTERVALS_MS.map(() => undefined);
  readonly #ends: TimeMs[] = CANDLE_INTERVALS_MS.map(() => 0);
  readonly #before: (GrowingBar | undefined)[] = CANDLE_INTERVALS_MS.map(() => undefined);
  /** The latest price, 0 before the first. */
  #close = 0;

  /** The price became `price`. */
  see(time: TimeMs, price: number): void {
    this.count(time, price, 0, 0, 0, 0);
  }

  /**
   * A trade: its size, its value in whole units and quanta, its taker's side. The size is 0 where the price
   * moved without a trade.
   */
  count(time: TimeMs, price: number, size: Lots, units: number, quanta: number, takerSide: number): void {
    const before = this.#close;
    this.#close = price;
    for (let i = 0; i < CANDLE_INTERVALS_MS.length; i++) {
      let bar = this.#bars[i];
      if (bar === undefined || time >= this.#ends[i]!) {
        const opened = candleTime(time, CANDLE_INTERVALS_MS[i]!);
        const opensFlat = before > 0 && time >= opened + MINUTE;
        this.#before[i] = bar;
        bar = new GrowingBar(opened, opensFlat ? before : price);
        this.#set(i, bar);
      }
      bar.see(price);
      if (size > 0) bar.count(size, units, quanta, takerSide);
    }
  }

  /** The price at which the past ended; no candle has seen it. */
  carry(price: number): void {
    this.#close = price;
  }

  /**
   * Takes up the candle that was running when the past ended.
   *
   * @param bars the interval's last two candles, oldest first, or its only one. A running candle that is flat
   * at the previous close has seen no price yet: the next price opens it
   */
  recall(intervalMs: number, bars: readonly Bar[]): void {
    const running = bars.at(-1);
    if (running === undefined) return;
    this.#close = running.close;
    const { open, high, low, close, volume } = running;
    const isFlat = volume === 0 && high === low && open === bars.at(-2)?.close && close === open;
    if (!isFlat) this.#set(CANDLE_INTERVALS_MS.indexOf(intervalMs), GrowingBar.from(running));
  }

  /**
   * The candle running at market time `now`, flat if the price has not moved since it opened; undefined
   * before the first price.
   */
  running(intervalMs: number, now: TimeMs): Bar | undefined {
    const bar = this.#bars[CANDLE_INTERVALS_MS.indexOf(intervalMs)];
    const time = candleTime(now, intervalMs);
    if (bar?.time === time) return bar.toBar();
    return this.#close > 0 ? flatBar(time, this.#close) : undefined;
  }

  /** The candle that opened at `opened`, if it is one of the last two that saw a price. */
  openedAt(intervalMs: number, opened: TimeMs): Bar | undefined {
    const at = CANDLE_INTERVALS_MS.indexOf(intervalMs);
    if (this.#bars[at]?.time === opened) return this.#bars[at].toBar();
    return this.#before[at]?.time === opened ? this.#before[at].toBar() : undefined;
  }

  #set(at: number, bar: GrowingBar): void {
    this.#bars[at] = bar;
    this.#ends[at] = candleEnd(bar.time, CANDLE_INTERVALS_MS[at]!);
  }
}

/**
 * The candles of an interval that `parts` add up to, oldest first. The first candle is incomplete where
 * earlier parts of it are not among them.
 */
export function composeBars(parts: readonly Bar[], intervalMs: number): readonly Bar[] {
  const whole: Bar[] = [];
  for (const part of parts) {
    const time = candleTime(part.time, intervalMs);
    const sum = whole.at(-1);
    if (sum?.time === time) whole[whole.length - 1] = joined(sum, part);
    else whole.push({ ...part, time });
  }
  return whole;
}

function joined(sum: Bar, next: Bar): Bar {
  return {
    time: sum.time,
    open: sum.open,
    high: Math.max(sum.high, next.high),
    low: Math.min(sum.low, next.low),
    close: next.close,
    volume: sum.volume + next.volume,
    value: sum.value + next.value,
    trades: sum.trades + next.trades,
    boughtVolume: sum.boughtVolume + next.boughtVolume,
    boughtValue: sum.boughtValue + next.boughtValue,
  };
}
