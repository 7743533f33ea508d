import type { ContractView } from "../../../kernel/core/index.ts";
import { BUY, POINTS_PER_TICK, SELL } from "../../../kernel/core/index.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import { lotsOf, ticksOf, whole } from "../archive/grid.ts";
import type { Level } from "../archive/items.ts";
import type { SourceLevel } from "../mirror/mirror.ts";
import { streamOf, uniformAt } from "../noise.ts";
import { sideUnitsMax, worthOf } from "./capacity.ts";

/** A fixed seed: made-up sizes are the same in every venue that plays the files. */
const NO_SEED = [0, 0, 0, 0] as const;
/** Levels of a side: a few more than can stand within {@link NEAR_PART} of the price. */
const LEVELS = 130;
/** The value of all levels of a side, in average levels: above their number, since sizes are random. */
const LEVELS_WORTH = 145;
/**
 * The share of the price within which the depth is known or made up, and the least number of levels there.
 */
const NEAR_PART = 0.01;
const NEAR_LEVELS = 50;
/** The depth within one percent of the price where files have none: what is traded in this many minutes. */
const DEPTH_MINUTES = 20;
/** The value traded in a minute is averaged over about this many. */
const AVERAGE_MINUTES = 60;
/** Sizes stay the same until the depth differs by this factor: so one trade does not change every level. */
const RESIZE_FACTOR = 1.5;
/** Where files have no touches, the other side stays at most this share of the price away from a trade. */
const SPREAD_PART = 0.000_2;

/**
 * A book made from an archive that has none. The touch is the recorded one, or the one that the last trades
 * leave; behind it levels stand at fixed prices, each with a size drawn from its price, so that a moving
 * touch changes a level or two and not all.
 */
export class MadeBook {
  readonly #contract: ContractView;
  readonly #stream: number;
  #bid: SourceLevel | undefined;
  #ask: SourceLevel | undefined;
  /** Whether the touch is the files' own, and not made of trades. */
  #isReal = false;
  /** When the files' last touch was; 0 before the first. */
  #touchedAt = 0;
  /** When a trade showed the files' touch to be old, which has not moved since; undefined where none did. */
  #passedAt: number | undefined;
  /** Lots within {@link NEAR_PART} of the price, by side; undefined while the files give none. */
  readonly #depth: [number | undefined, number | undefined] = [undefined, undefined];
  /** Lots traded in a minute: the average, and the running minute's. */
  #average = 0;
  #minute = 0;
  #minuteStart = 0;
  #minutes = 0;
  /** The average size of a level, by side. */
  readonly #base: [number, number] = [0, 0];

  constructor(contract: ContractView) {
    this.#contract = contract;
    this.#stream = streamOf(`${contract.symbol} book`);
  }

  traded(takerSide: number, price: number, size: number, time: number): void {
    const lots = lotsOf(size, this.#contract);
    this.#count(lots, time);
    // A touch of the same millisecond may be the one that the trade left.
    if (this.#isReal && time > this.#touchedAt && this.#isPassed(takerSide, price)) {
      this.#isReal = false;
      this.#passedAt = time;
    }
    if (this.#isReal) return;
    const spread = Math.max(1, ticksOf(price * SPREAD_PART, this.#contract, "down"));
    if (takerSide === BUY) {
      const ask = ticksOf(price, this.#contract, "up");
      this.#touch(Math.max(this.#bid?.price ?? 0, ask - spread), ask, takerSide);
    } else {
      const bid = ticksOf(price, this.#contract, "down");
      this.#touch(bid, Math.min(this.#ask?.price ?? Number.POSITIVE_INFINITY, bid + spread), takerSide);
    }
  }

  touched(bid: Level, ask: Level, time: number): void {
    const bidTicks = ticksOf(bid.price, this.#contract, "down");
    const askTicks = ticksOf(ask.price, this.#contract, "up");
    if (bidTicks >= askTicks) return; // crossed: the last one stays
    this.#isReal = true;
    this.#touchedAt = time;
    this.#passedAt = undefined;
    this.#bid = { price: bidTicks, lots: Math.max(1, whole(lotsOf(bid.size, this.#contract), "down")) };
    this.#ask = { price: askTicks, lots: Math.max(1, whole(lotsOf(ask.size, this.#contract), "down")) };
  }

  /**
   * Takes, from a file of depths, the size within the share `part` of the price; only one percent is used.
   */
  deep(side: number, part: number, size: number): void {
    if (part === NEAR_PART) this.#depth[side as 0 | 1] = lotsOf(size, this.#contract);
  }

  /** Forgets the files' touch: until their next one it is made of trades. */
  untouched(): void {
    this.#isReal = false;
  }

  /** When a trade showed the files' touch to be old, which has not moved since; undefined where none did. */
  get passedAt(): number | undefined {
    return this.#passedAt;
  }

  /** Whether a trade shows that the files' touch has moved: its price could not have been traded there. */
  #isPassed(takerSide: number, price: number): boolean {
    const [bid, ask] = [this.#bid!.price, this.#ask!.price];
    if (takerSide === BUY) {
      const bought = ticksOf(price, this.#contract, "up");
      return bought <= bid || bought > ask;
    }
    const sold = ticksOf(price, this.#contract, "down");
    return sold >= ask || sold < bid;
  }

  /** Whether the touch is the files' own, and not made of trades. */
  get isReal(): boolean {
    return this.#isReal;
  }

  /** The middle of the touch in hundredths of a tick; undefined before there is one. */
  get middle(): number | undefined {
    if (this.#bid === undefined || this.#ask === undefined) return undefined;
    return Math.round(((this.#bid.price + this.#ask.price) / 2) * POINTS_PER_TICK);
  }

  side(side: number): readonly SourceLevel[] {
    const touch = side === BUY ? this.#bid : this.#ask;
    if (touch === undefined) return [];
    const step = niceStep(touch.price);
    const base = this.#baseOf(side as 0 | 1, touch.price, step);
    const levels: SourceLevel[] = [
      touch.lots > 0 ? touch : { price: touch.price, lots: this.#size(touch.price, base) },
    ];
    let price =
      side === BUY ? Math.ceil(touch.price / step - 1) * step : Math.floor(touch.price / step + 1) * step;
    while (levels.length < LEVELS && price > 0) {
      levels.push({ price, lots: this.#size(price, base) });
      price += side === BUY ? -step : step;
    }
    return levels;
  }

  #count(lots: number, time: number): void {
    if (this.#minuteStart === 0) {
      this.#minuteStart = time;
      this.#average = lots;
    }
    this.#minute += lots;
    const passed = Math.floor((time - this.#minuteStart) / MINUTE_MS);
    if (passed === 0) return;
    this.#minutes += passed;
    const weight = passed / Math.min(this.#minutes, Math.max(passed, AVERAGE_MINUTES));
    this.#average += (this.#minute / passed - this.#average) * weight;
    this.#minute = 0;
    this.#minuteStart += passed * MINUTE_MS;
  }

  /** Sets the touch after a trade on one side; the other side stays beyond it. */
  #touch(bid: number, ask: number, takerSide: number): void {
    const low = takerSide === BUY ? Math.min(bid, ask - 1) : bid;
    const high = takerSide === SELL ? Math.max(ask, bid + 1) : ask;
    if (low < 1) return;
    this.#bid = { price: low, lots: 0 };
    this.#ask = { price: high, lots: 0 };
  }

  #baseOf(side: 0 | 1, price: number, step: number): number {
    const most = sideUnitsMax(this.#contract) / worthOf(1, price, this.#contract) / LEVELS_WORTH;
    const near = Math.max(1, (price * NEAR_PART) / step);
    const wanted = Math.min(most, (this.#depth[side] ?? this.#average * DEPTH_MINUTES) / near);
    const has = this.#base[side];
    if (has === 0 || wanted > has * RESIZE_FACTOR || wanted * RESIZE_FACTOR < has) this.#base[side] = wanted;
    return this.#base[side];
  }

  #size(price: number, base: number): number {
    return Math.max(1, Math.round(base * (0.5 + uniformAt(NO_SEED, this.#stream, 0, price))));
  }
}

/**
 * A step of 1, 2 or 5 times a power of ten ticks, so that {@link NEAR_LEVELS} to 2.5 times as many lie within
 * {@link NEAR_PART} of the price.
 */
function niceStep(price: number): number {
  const wanted = (price * NEAR_PART) / NEAR_LEVELS;
  let step = 1;
  for (const factor of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2]) {
    if (step * factor > wanted) break;
    step *= factor;
  }
  return step;
}
