import type { Lots, Quanta, TimeMs } from "../../kernel/core/index.ts";
import { BUY, QUANTA_PER_UNIT, quantaOf } from "../../kernel/core/index.ts";

/** What a price did over a span of market time. */
export interface Bar {
  /** When the span begins. */
  readonly time: TimeMs;
  /** Ticks for the last price; points for mark and index. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Size and value traded; 0 for mark and index, as are the fields below. */
  readonly volume: Lots;
  readonly value: Quanta;
  /** Number of trades: 0 if and only if `volume` is. */
  readonly trades: number;
  /** The part of size and value in which the taker bought. */
  readonly boughtVolume: Lots;
  readonly boughtValue: Quanta;
}

/**
 * A bar under way. Its values are in two parts, whole units and the quanta above them, as records carry them,
 * so that a trade allocates nothing.
 */
export class GrowingBar {
  readonly time: TimeMs;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  volume: Lots = 0;
  valueUnits = 0;
  valueQuanta = 0;
  trades = 0;
  boughtVolume: Lots = 0;
  boughtValueUnits = 0;
  boughtValueQuanta = 0;

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
    growing.trades = bar.trades;
    growing.boughtVolume = bar.boughtVolume;
    growing.boughtValueUnits = Number(bar.boughtValue / BigInt(QUANTA_PER_UNIT));
    growing.boughtValueQuanta = Number(bar.boughtValue % BigInt(QUANTA_PER_UNIT));
    return growing;
  }

  /** The price became `price`. */
  see(price: number): void {
    if (price > this.high) this.high = price;
    if (price < this.low) this.low = price;
    this.close = price;
  }

  /** Counts a trade by its size, its value (whole units, quanta) and the taker's side. */
  count(size: Lots, units: number, quanta: number, takerSide: number): void {
    this.volume += size;
    this.trades++;
    this.valueUnits += units;
    this.valueQuanta += quanta;
    if (this.valueQuanta >= QUANTA_PER_UNIT) {
      this.valueQuanta -= QUANTA_PER_UNIT;
      this.valueUnits++;
    }
    if (takerSide !== BUY) return;
    this.boughtVolume += size;
    this.boughtValueUnits += units;
    this.boughtValueQuanta += quanta;
    if (this.boughtValueQuanta >= QUANTA_PER_UNIT) {
      this.boughtValueQuanta -= QUANTA_PER_UNIT;
      this.boughtValueUnits++;
    }
  }

  /** The bar so far. */
  toBar(): Bar {
    const { time, open, high, low, close, volume, trades, boughtVolume } = this;
    const value = quantaOf(this.valueUnits, this.valueQuanta);
    const boughtValue = quantaOf(this.boughtValueUnits, this.boughtValueQuanta);
    return { time, open, high, low, close, volume, value, trades, boughtVolume, boughtValue };
  }
}

const UNTRADED = { volume: 0, value: 0n, trades: 0, boughtVolume: 0, boughtValue: 0n } as const;

/** A bar over a span in which nothing happened: flat at the price before it. */
export function flatBar(time: TimeMs, price: number): Bar {
  return { time, open: price, high: price, low: price, close: price, ...UNTRADED };
}
