import type { Lots, Quanta, TimeMs } from "../core/index.ts";
import { QUANTA_PER_UNIT, quantaOf } from "../core/index.ts";

/** What a price did over a span of market time. */
export interface Bar {
  /** When the span begins. */
  readonly time: TimeMs;
  /** Ticks for the last price; points for mark and index. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Size and value traded; 0 for mark and index. */
  readonly volume: Lots;
  readonly value: Quanta;
}

/** A bar that is still being drawn. Its value is in two parts, as records carry it, so that a trade allocates nothing. */
export class GrowingBar {
  readonly time: TimeMs;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  volume: Lots = 0;
  /** Trades that were counted. */
  trades = 0;
  valueUnits = 0;
  valueQuanta = 0;

  /** A bar that has only seen `price`. */
  constructor(time: TimeMs, price: number) {
    this.time = time;
    this.open = price;
    this.high = price;
    this.low = price;
    this.close = price;
  }

  static from(bar: Bar): GrowingBar {
    const growing = new GrowingBar(bar.time, bar.open);
    growing.high = bar.high;
    growing.low = bar.low;
    growing.close = bar.close;
    growing.volume = bar.volume;
    growing.valueUnits = Number(bar.value / BigInt(QUANTA_PER_UNIT));
    growing.valueQuanta = Number(bar.value % BigInt(QUANTA_PER_UNIT));
    return growing;
  }

  /** The price moved. */
  see(price: number): void {
    if (price > this.high) this.high = price;
    if (price < this.low) this.low = price;
    this.close = price;
  }

  /** Size and value (whole units, quanta) changed hands. */
  count(size: Lots, units: number, quanta: number): void {
    this.volume += size;
    this.trades++;
    this.valueUnits += units;
    this.valueQuanta += quanta;
    if (this.valueQuanta >= QUANTA_PER_UNIT) {
      this.valueQuanta -= QUANTA_PER_UNIT;
      this.valueUnits++;
    }
  }

  /** What has been drawn so far. */
  toBar(): Bar {
    const { time, open, high, low, close, volume } = this;
    return { time, open, high, low, close, volume, value: quantaOf(this.valueUnits, this.valueQuanta) };
  }
}

/** A bar over a span in which nothing happened: flat at the price before it. */
export function flatBar(time: TimeMs, price: number): Bar {
  return { time, open: price, high: price, low: price, close: price, volume: 0, value: 0n };
}
