import type { Lots, TimeMs } from "../../kernel/core/index.ts";
import { BUY, QUANTA_PER_UNIT } from "../../kernel/core/index.ts";
import { DAY_MS } from "../../kernel/host/clock.ts";
import type { PriceType } from "./history.ts";

/** The price types in the order of their codes in the tables. */
export const PRICE_TYPES: readonly PriceType[] = ["last", "mark", "index"];

const WEEK_MS = 7 * DAY_MS;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** When the bar of `intervalMs` that holds `time` begins. */
export function barStart(time: TimeMs, intervalMs: number): TimeMs {
  const offset = intervalMs === WEEK_MS ? FIRST_MONDAY_MS : 0;
  return Math.floor((time - offset) / intervalMs) * intervalMs + offset;
}

/** A bar being added up; values in whole units and quanta. */
export interface CandleSums {
  time: TimeMs;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: Lots;
  units: number;
  quanta: number;
  /** Number of trades; and how much of volume and value takers bought. */
  trades: number;
  boughtVolume: Lots;
  boughtValueUnits: number;
  boughtValueQuanta: number;
}

/** The words of a bar, in the order of {@link barColumns}. */
export function wordsOf(bar: CandleSums): number[] {
  return [
    ...[bar.time, bar.open, bar.high, bar.low, bar.close, bar.volume, bar.units, bar.quanta],
    ...[bar.trades, bar.boughtVolume, bar.boughtValueUnits, bar.boughtValueQuanta],
  ];
}

/** The bar at the beginning of `words`. */
export function barOf(words: ArrayLike<number>): CandleSums {
  return {
    time: words[0]!,
    open: words[1]!,
    high: words[2]!,
    low: words[3]!,
    close: words[4]!,
    volume: words[5]!,
    units: words[6]!,
    quanta: words[7]!,
    trades: words[8]!,
    boughtVolume: words[9]!,
    boughtValueUnits: words[10]!,
    boughtValueQuanta: words[11]!,
  };
}

/** A bar of one price and no volume. */
export function flatSums(time: TimeMs, price: number): CandleSums {
  return barOf([time, price, price, price, price, 0, 0, 0, 0, 0, 0, 0]);
}

/** Adds `next`, which happened later, to `bar`. */
export function extendBar(bar: CandleSums, next: CandleSums): void {
  bar.high = Math.max(bar.high, next.high);
  bar.low = Math.min(bar.low, next.low);
  bar.close = next.close;
  bar.trades += next.trades;
  addVolume(bar, next.volume, next.units, next.quanta);
  addBought(bar, next.boughtVolume, next.boughtValueUnits, next.boughtValueQuanta);
}

/** Adds a trade to the sums of `bar`; its price is not used. */
export function addTrade(
  bar: CandleSums,
  volume: Lots,
  units: number,
  quanta: number,
  takerSide: number,
): void {
  bar.trades++;
  addVolume(bar, volume, units, quanta);
  if (takerSide === BUY) addBought(bar, volume, units, quanta);
}

function addVolume(bar: CandleSums, volume: Lots, units: number, quanta: number): void {
  const sum = bar.quanta + quanta;
  const carry = sum >= QUANTA_PER_UNIT ? 1 : 0;
  bar.volume += volume;
  bar.units += units + carry;
  bar.quanta = sum - carry * QUANTA_PER_UNIT;
}

function addBought(bar: CandleSums, volume: Lots, units: number, quanta: number): void {
  const sum = bar.boughtValueQuanta + quanta;
  const carry = sum >= QUANTA_PER_UNIT ? 1 : 0;
  bar.boughtVolume += volume;
  bar.boughtValueUnits += units + carry;
  bar.boughtValueQuanta = sum - carry * QUANTA_PER_UNIT;
}
