import type { Lots, TimeMs } from "../core/index.ts";
import { QUANTA_PER_UNIT } from "../core/index.ts";
import type { PriceType } from "./history.ts";
import { CANDLE_INTERVALS } from "./history.ts";

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
