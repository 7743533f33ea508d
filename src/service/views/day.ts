import type { Lots, Quanta, Ticks, TimeMs } from "../../kernel/core/index.ts";
import { assert, QUANTA_PER_UNIT, quantaOf } from "../../kernel/core/index.ts";
import type { Bar } from "./bar.ts";
import { GrowingBar } from "./bar.ts";

export const MINUTE_MS = 60_000;
/** The rolling day has this many minutes, the running one included. */
export const DAY_MINUTES = 1_440;

/** The figures of the rolling day. Prices are 0 only if nothing was ever traded. */
export interface DayFigures {
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
  readonly volume: Lots;
  readonly value: Quanta;
  readonly trades: number;
}

/**
 * The rolling 24 hours of a contract, exactly what its last 1 440 one-minute candles add up to: a minute
 * without a trade is flat at the price before it, so the day opens at the price that stood when its first
 * minute began, or at that minute's first trade.
 *
 * Only minutes with trades are kept, oldest first. Market time may stand still, run fast or jump: minutes
 * fall off by their own time, each once, and the sums follow.
 */
export class RollingDay {
  #minutes: GrowingBar[] = [];
  /** The place of the first minute that still counts. */
  #first = 0;
  #volume: Lots = 0;
  #units = 0;
  #quanta = 0;
  #trades = 0;
  /** Last price before the kept minutes, 0 if there was none. */
  #before: Ticks = 0;
  #high: Ticks = 0;
  #low: Ticks = 0;
  /** True once a minute that may have held the high or the low has fallen off. */
  #rangeStale = false;

  /** A trade. `time` never decreases; its value in whole units and quanta. */
  add(time: TimeMs, price: Ticks, size: Lots, units: number, quanta: number, takerSide: number): void {
    const start = minuteOf(time);
    let minute = this.#minutes.at(-1);
    if (minute === undefined || this.#first === this.#minutes.length || minute.time !== start) {
      this.#dropBefore(start - (DAY_MINUTES - 1) * MINUTE_MS);
      minute = new GrowingBar(start, price);
      this.#push(minute);
    }
    minute.see(price);
    minute.count(size, units, quanta, takerSide);
    if (price > this.#high) this.#high = price;
    if (price < this.#low) this.#low = price;
    this.#count(1, size, units, quanta);
  }

  /**
   * Takes minutes of the past, oldest first, before the first trade is added; minutes without trades may be
   * left out or given flat. The last one may still be running: later trades of that minute are added to it.
   */
  recall(bars: readonly Bar[]): void {
    assert(this.#minutes.length === 0, "the past is recalled before the present is added");
    for (const bar of bars) {
      if (bar.volume === 0) {
        if (this.#minutes.length === 0) this.#before = bar.close;
        continue;
      }
      const minute = GrowingBar.from(bar);
      this.#push(minute);
      this.#count(minute.trades, minute.volume, minute.valueUnits, minute.valueQuanta);
    }
    this.#rangeStale = true;
  }

  /** The figures at market time `now`. */
  at(now: TimeMs): DayFigures {
    const start = minuteOf(now) - (DAY_MINUTES - 1) * MINUTE_MS;
    this.#dropBefore(start);
    const oldest = this.#minutes[this.#first];
    const value = quantaOf(this.#units, this.#quanta);
    if (oldest === undefined) {
      const price = this.#before;
      return { open: price, high: price, low: price, close: price, volume: 0, value, trades: 0 };
    }
    if (this.#rangeStale) this.#measureRange();
    const opensFlat = oldest.time > start && this.#before > 0;
    return {
      open: opensFlat ? this.#before : oldest.open,
      high: opensFlat ? Math.max(this.#before, this.#high) : this.#high,
      low: opensFlat ? Math.min(this.#before, this.#low) : this.#low,
      close: this.#minutes.at(-1)!.close,
      volume: this.#volume,
      value,
      trades: this.#trades,
    };
  }

  #push(minute: GrowingBar): void {
    if (this.#first === this.#minutes.length) {
      this.#high = minute.high;
      this.#low = minute.low;
      this.#rangeStale = false;
    }
    this.#minutes.push(minute);
  }

  #dropBefore(start: TimeMs): void {
    while (this.#first < this.#minutes.length) {
      const minute = this.#minutes[this.#first]!;
      if (minute.time >= start) break;
      this.#first++;
      this.#before = minute.close;
      this.#count(-minute.trades, -minute.volume, -minute.valueUnits, -minute.valueQuanta);
      if (minute.high >= this.#high || minute.low <= this.#low) this.#rangeStale = true;
    }
    if (this.#first > DAY_MINUTES) {
      this.#minutes = this.#minutes.slice(this.#first);
      this.#first = 0;
    }
  }

  #count(trades: number, size: Lots, units: number, quanta: number): void {
    this.#trades += trades;
    this.#volume += size;
    const sum = this.#quanta + quanta;
    const carry = Math.floor(sum / QUANTA_PER_UNIT);
    this.#quanta = sum - carry * QUANTA_PER_UNIT;
    this.#units += units + carry;
  }

  #measureRange(): void {
    const minutes = this.#minutes;
    let { high, low } = minutes[this.#first]!;
    for (let i = this.#first + 1; i < minutes.length; i++) {
      high = Math.max(high, minutes[i]!.high);
      low = Math.min(low, minutes[i]!.low);
    }
    this.#high = high;
    this.#low = low;
    this.#rangeStale = false;
  }
}

function minuteOf(time: TimeMs): TimeMs {
  return time - (time % MINUTE_MS);
}
