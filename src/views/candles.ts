import type { Lots, TimeMs } from "../core/index.ts";
import type { Bar } from "./bar.ts";
import { flatBar, GrowingBar } from "./bar.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The candle intervals of the venue, shortest first. */
export const CANDLE_INTERVALS_MS: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  4 * HOUR,
  12 * HOUR,
  DAY,
  7 * DAY,
];

/** Weeks begin on Monday, 00:00 UTC; the epoch was a Thursday. */
const WEEK_OFFSET_MS = 4 * DAY;

/** When the candle that contains `time` opened: intervals are counted from the epoch, weeks from a Monday. */
export function candleTime(time: TimeMs, intervalMs: number): TimeMs {
  const offset = intervalMs === 7 * DAY ? WEEK_OFFSET_MS : 0;
  return Math.floor((time - offset) / intervalMs) * intervalMs + offset;
}

/** The running candle of one price (last, mark or index) in every interval. */
export class RunningCandles {
  readonly #bars: (GrowingBar | undefined)[] = CANDLE_INTERVALS_MS.map(() => undefined);

  /** The price moved. */
  see(time: TimeMs, price: number): void {
    this.count(time, price, 0, 0, 0);
  }

  /** A trade: its size, and its value in whole units and quanta; all 0 where the price moved without one. */
  count(time: TimeMs, price: number, size: Lots, units: number, quanta: number): void {
    for (let i = 0; i < CANDLE_INTERVALS_MS.length; i++) {
      const interval = CANDLE_INTERVALS_MS[i]!;
      let bar = this.#bars[i];
      if (bar === undefined || time >= bar.time + interval) {
        bar = new GrowingBar(candleTime(time, interval), price);
        this.#bars[i] = bar;
      }
      bar.see(price);
      if (size > 0) bar.count(size, units, quanta);
    }
  }

  /** Takes up a candle that was running when the past ended. */
  recall(intervalMs: number, bar: Bar): void {
    const i = CANDLE_INTERVALS_MS.indexOf(intervalMs);
    if (i !== -1) this.#bars[i] = GrowingBar.from(bar);
  }

  /** The candle running at market time `now`, flat if nothing moved since it opened; none before the first price. */
  running(intervalMs: number, now: TimeMs): Bar | undefined {
    const bar = this.#bars[CANDLE_INTERVALS_MS.indexOf(intervalMs)];
    if (bar === undefined) return undefined;
    const time = candleTime(now, intervalMs);
    return time > bar.time ? flatBar(time, bar.close) : bar.toBar();
  }
}
