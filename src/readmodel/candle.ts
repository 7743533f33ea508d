import type { Lots, TimeMs } from "../core/index.ts";
import { QUANTA_PER_UNIT } from "../core/index.ts";
import type { Bars, PriceType } from "./history.ts";
import { BAR_WORDS, CANDLE_INTERVALS } from "./history.ts";

/** The price types in the order of their codes in the tables. */
export const PRICE_TYPES: readonly PriceType[] = ["last", "mark", "index"];

export const MINUTE_MS = CANDLE_INTERVALS[0]!;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** When the bar of `intervalMs` that holds `time` begins. */
export function barStart(time: TimeMs, intervalMs: number): TimeMs {
  const offset = intervalMs === WEEK_MS ? FIRST_MONDAY_MS : 0;
  return Math.floor((time - offset) / intervalMs) * intervalMs + offset;
}

/** A bar being added up; `value` in whole units and quanta. */
export interface Bar {
  time: TimeMs;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: Lots;
  units: number;
  quanta: number;
}

/** A bar of one price and no volume. */
export function flatBar(time: TimeMs, price: number): Bar {
  return { time, open: price, high: price, low: price, close: price, volume: 0, units: 0, quanta: 0 };
}

/** Adds `next`, which happened later, to `bar`. */
export function extendBar(bar: Bar, next: Bar): void {
  bar.high = Math.max(bar.high, next.high);
  bar.low = Math.min(bar.low, next.low);
  bar.close = next.close;
  addVolume(bar, next.volume, next.units, next.quanta);
}

/** Adds what was traded to `bar`. */
export function addVolume(bar: Bar, volume: Lots, units: number, quanta: number): void {
  const sum = bar.quanta + quanta;
  const carry = sum >= QUANTA_PER_UNIT ? 1 : 0;
  bar.volume += volume;
  bar.units += units + carry;
  bar.quanta = sum - carry * QUANTA_PER_UNIT;
}

/** The bar at `index`. */
export function barAt(bars: Bars, index: number): Bar {
  const at = index * BAR_WORDS;
  return {
    time: bars[at]!,
    open: bars[at + 1]!,
    high: bars[at + 2]!,
    low: bars[at + 3]!,
    close: bars[at + 4]!,
    volume: bars[at + 5]!,
    units: bars[at + 6]!,
    quanta: bars[at + 7]!,
  };
}

/** Bars in their columns. */
export function packBars(list: readonly Bar[]): Bars {
  const bars = new Float64Array(list.length * BAR_WORDS);
  list.forEach((bar, index) => {
    bars.set(
      [bar.time, bar.open, bar.high, bar.low, bar.close, bar.volume, bar.units, bar.quanta],
      index * BAR_WORDS,
    );
  });
  return bars;
}

/**
 * The bars of a higher interval that ascending bars of a lower one add up to, exactly as live candles are. The first is
 * of a part of its time if `bars` do not begin with it.
 */
export function rollUp(bars: Bars, intervalMs: number): Bars {
  const higher: Bar[] = [];
  for (let index = 0; index < bars.length / BAR_WORDS; index++) {
    const bar = barAt(bars, index);
    const time = barStart(bar.time, intervalMs);
    const last = higher.at(-1);
    if (last?.time === time) extendBar(last, bar);
    else higher.push({ ...bar, time });
  }
  return packBars(higher);
}
