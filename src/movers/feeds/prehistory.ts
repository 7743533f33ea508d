import type { ContractView, Points, Rate, TimeMs } from "../../kernel/core/index.ts";
import { POINTS_PER_TICK, QUANTA_PER_UNIT } from "../../kernel/core/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/host/clock.ts";
import type { SecretSeed, Seed } from "../../kernel/host/seed.ts";
import { seedWords } from "../../kernel/host/seed.ts";
import type { GapPrice, GivenMinute, GivenPast } from "./givenPast.ts";
import { NoiseLevel, normalAt, streamOf, uniformAt } from "./noise.ts";
import { PricePath } from "./pricePath.ts";

/*
 * What charts show before the venue began: the generated path, followed backwards from the price at which the
 * book opens. It is marked synthetic where it is stored and touches no ledger. A pure function of seed,
 * contract and end.
 */

export type PastPrice = "last" | "mark" | "index";

/** The past of a contract, in the form in which history stores it. */
export interface ContractPrehistory {
  readonly contract: number;
  /** One series for each price and interval; short candles add up to long ones. */
  readonly candles: readonly PastSeries[];
  /** Ascending by time. */
  readonly fundingRates: readonly { readonly time: TimeMs; readonly rate: Rate }[];
}

/**
 * Candles of one price and interval, ascending without gaps; the last one is unfinished unless the end is a
 * boundary.
 */
export interface PastSeries {
  readonly price: PastPrice;
  readonly intervalMs: number;
  /**
   * {@link BAR_WORDS} doubles a candle: when it begins; open, high, low and close, in ticks for the last
   * price, in points for mark and index. Then, all 0 for mark and index: lots traded, their value as whole
   * units and quanta, the number of trades, and lots and value of the trades in which the taker bought.
   */
  readonly bars: Float64Array<ArrayBuffer>;
}

export const BAR_WORDS = 12;

export interface PrehistoryOptions {
  readonly contract: ContractView;
  readonly seed: Seed;
  /** When pre-history ends, and the index price then, at which the book opens. */
  readonly end: TimeMs;
  readonly points: Points;
  /** Deviation of the price in a year: 0.5 is 50 %. */
  readonly volatility: number;
  /** Value traded in an average minute, in the quote coin. */
  readonly minuteUnits: number;
  /** Number of trades in an average minute. */
  readonly minuteTrades: number;
  /** Least number of candles of each series; there are always enough minutes for the figures of a day. */
  readonly candles: number;
  /** Candles given by the user. The rest is made up, and joins them where they begin and end. */
  readonly given?: GivenPast | undefined;
  /** Funding rates that were paid; those of other settlements are made up. */
  readonly rates?: readonly { readonly time: TimeMs; readonly rate: Rate }[] | undefined;
}

const WEEK_MS = 7 * DAY_MS;
/** Weeks begin on Mondays, the epoch on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Intervals of the series; each divides the next. */
export const PREHISTORY_INTERVALS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  WEEK_MS,
];

const FUNDING_RATES = 100;
/** One more than a day has, for the unfinished minute. */
const MINUTES_MIN = 1_441;
/** Samples of the price inside a candle that is not made of shorter ones. */
const SAMPLES = 12;
/** The noise that keeps last price and mark apart from the index. */
const APART = 4;
/** Deviation of the last price, and of the mark, from the index, as a share. */
const LAST_SPREAD = 0.000_12;
const MARK_SPREAD = 0.000_02;
/**
 * Lengths of busy stretches in minutes; each is louder or calmer than the longer one around it by at most the
 * share below.
 */
const MOOD_MINUTES = [1, 4, 16, 64, 256] as const;
const MOOD_SHARE = 0.42;
/** Value traded while the price stands still, as a share of the usual. */
const CALM_SHARE = 0.35;
/** Value traded per square of a span's range over its usual range, as a share of the usual. */
const MOTION_SHARE = 0.65;
const MOTION_MAX = 4;
/** The usual range of a span, over its deviation. */
const USUAL_RANGE = 1.6;
/** √ of the minutes in a year of 365.25 days. */
const ROOT_YEAR_MINUTES = 725.23;
/** How far the takers' share of buys moves from one half by a candle that goes one way throughout. */
const TREND_TILT = 0.2;
/** How far the takers' share of buys moves from one half by chance. */
const CHANCE_TILT = 0.25;

const PRICES = ["last", "mark", "index"] as const;
type Bars = Readonly<Record<PastPrice, Float64Array<ArrayBuffer>>>;

/** The pre-history of one contract: candles of every interval and price, and a hundred funding rates. */
export function prehistoryOf(options: PrehistoryOptions): ContractPrehistory {
  const prices = new PastPrices(options);
  const levels: Bars[] = [];
  for (const [level, intervalMs] of PREHISTORY_INTERVALS_MS.entries()) {
    const finer = levels.at(-1);
    const count = level === 0 ? Math.max(options.candles, MINUTES_MIN) : options.candles;
    const coarserMs = PREHISTORY_INTERVALS_MS[level + 1] ?? intervalMs;
    const least = Math.min(
      options.end - count * intervalMs,
      finer?.index[0] ?? options.given?.first ?? options.end,
    );
    const first = candleStart(
      options.given === undefined ? options.end - count * intervalMs : least,
      coarserMs,
    );
    levels.push(barsOf(prices, intervalMs, first, finer));
  }
  const candles = PRICES.flatMap((price) =>
    levels.map((bars, level) => ({
      price,
      intervalMs: PREHISTORY_INTERVALS_MS[level]!,
      bars: bars[price],
    })),
  );
  return { contract: options.contract.contract, candles, fundingRates: fundingOf(options) };
}

/** When the candle that contains `time` begins. */
function candleStart(time: TimeMs, intervalMs: number): TimeMs {
  const shift = intervalMs === WEEK_MS ? FIRST_MONDAY_MS : 0;
  return Math.floor((time - shift) / intervalMs) * intervalMs + shift;
}

/**
 * The bars from `first`, which is also a boundary of the next longer interval: so a candle is made of shorter
 * ones entirely or not at all. Where there are shorter bars they are added up; before that the path is
 * sampled.
 */
function barsOf(prices: PastPrices, intervalMs: number, first: TimeMs, finer: Bars | undefined): Bars {
  const { end } = prices;
  const words = Math.ceil((end - first) / intervalMs) * BAR_WORDS;
  const bars = {
    last: new Float64Array(words),
    mark: new Float64Array(words),
    index: new Float64Array(words),
  };
  let from = 0;
  for (let at = 0; at < words; at += BAR_WORDS) {
    const time = first + (at / BAR_WORDS) * intervalMs;
    const until = Math.min(time + intervalMs, end);
    if (finer === undefined || until <= finer.index[0]!) {
      prices.draw(time, until, bars, at);
    } else {
      let to = from;
      while (to < finer.index.length && finer.index[to]! < until) to += BAR_WORDS;
      for (const price of PRICES) addUp(finer[price].subarray(from, to), time, bars[price], at);
      from = to;
    }
  }
  return bars;
}

/** Writes the bar that shorter bars add up to. */
function addUp(parts: Float64Array, time: TimeMs, bars: Float64Array, at: number): void {
  let high = 0;
  let low = Number.MAX_SAFE_INTEGER;
  for (let part = 0; part < parts.length; part += BAR_WORDS) {
    high = Math.max(high, parts[part + 2]!);
    low = Math.min(low, parts[part + 3]!);
    for (let word = 5; word < BAR_WORDS; word++) bars[at + word]! += parts[part + word]!;
  }
  carryOver(bars, at + 6);
  carryOver(bars, at + 10);
  bars.set([time, parts[1]!, high, low, parts[parts.length - BAR_WORDS + 4]!], at);
}

/** Carries full units over from the quanta of the two words at `at`. */
function carryOver(bars: Float64Array, at: number): void {
  const carry = Math.floor(bars[at + 1]! / QUANTA_PER_UNIT);
  bars[at]! += carry;
  bars[at + 1]! -= carry * QUANTA_PER_UNIT;
}

/** The three prices of a contract before the end, and bars sampled from them. */
class PastPrices {
  readonly end: TimeMs;
  readonly #seed: SecretSeed;
  readonly #path: PricePath;
  readonly #stream: number;
  readonly #quantaPerTickLot: number;
  readonly #minuteUnits: number;
  readonly #minuteTrades: number;
  readonly #minuteRange: number;
  readonly #given: GivenPast | undefined;
  readonly #apart: NoiseLevel;
  /** When {@link #sample} looked last, and what it found, one price each. */
  #sampledTime = Number.NaN;
  readonly #sampled: Record<PastPrice, number> = { last: 0, mark: 0, index: 0 };
  readonly #endPin: { readonly time: TimeMs; readonly points: Points };

  constructor(options: PrehistoryOptions) {
    const { contract, seed, end, points, volatility, given } = options;
    this.end = end;
    this.#given = given;
    this.#endPin = { time: end, points };
    this.#seed = seedWords(seed);
    this.#path = new PricePath({ seed, symbol: contract.symbol, volatility, anchor: { time: end, points } });
    this.#stream = streamOf(`${contract.symbol} past`);
    this.#apart = new NoiseLevel(this.#seed, this.#stream, APART);
    this.#quantaPerTickLot = contract.quantaPerTickLot;
    this.#minuteUnits = options.minuteUnits;
    this.#minuteTrades = options.minuteTrades;
    this.#minuteRange = (USUAL_RANGE * volatility) / ROOT_YEAR_MINUTES;
  }

  /** Writes the bars of a span, which open at the previous bars' closes. */
  draw(time: TimeMs, until: TimeMs, bars: Bars, at: number): void {
    const given = until - time === MINUTE_MS ? this.#given?.minute(time) : undefined;
    if (given !== undefined) {
      for (const price of PRICES) this.#copy(price, given, time, bars[price], at);
      return;
    }
    for (let i = 0; i <= SAMPLES; i++) {
      this.#sample(time + Math.floor(((until - time) * i) / SAMPLES));
      for (const price of PRICES) {
        const sample = this.#sampled[price];
        const its = bars[price];
        if (i === 0) its.fill(sample, at + 1, at + 5);
        its[at + 4] = sample;
        if (sample > its[at + 2]!) its[at + 2] = sample;
        if (sample < its[at + 3]!) its[at + 3] = sample;
      }
    }
    for (const price of PRICES) bars[price][at] = time;
    this.#trade(bars.last, at, until);
  }

  /** Writes a given minute; mark and index are assumed to have gone the same way. */
  #copy(price: PastPrice, given: GivenMinute, time: TimeMs, bars: Float64Array, at: number): void {
    const { open, high, low, close, lots } = given;
    const unit = price === "last" ? 1 : POINTS_PER_TICK;
    bars.set([time, open * unit, high * unit, low * unit, close * unit], at);
    if (price !== "last" || lots === 0) return;
    const quantaPerLot = this.#quantaPerTickLot * Math.round((high + low) / 2);
    const bought = Math.floor(lots / 2);
    bars.set([lots, ...worthOf(lots, quantaPerLot), Math.min(lots, this.#minuteTrades)], at + 5);
    bars.set([bought, ...worthOf(bought, quantaPerLot)], at + 9);
  }

  /**
   * The prices at a time, in ticks for the last price, in points for the others; at the end all are the price
   * at which the book opens.
   */
  #sample(time: TimeMs): void {
    if (time === this.#sampledTime) return; // a bar opens where the one before it closes
    this.#sampledTime = time;
    const sampled = this.#sampled;
    const { points, low, high, away } = this.#indexAt(time);
    const second = Math.floor(time / 1000);
    const apart = time === this.end ? 0 : away * this.#apart.normalAt(second);
    const within = (value: number) => Math.min(high, Math.max(low, value));
    sampled.index = Math.max(100, Math.round(points));
    sampled.mark = Math.max(100, Math.round(within(points * (1 + apart * MARK_SPREAD))));
    sampled.last = Math.max(1, Math.round(within(points * (1 + apart * LAST_SPREAD)) / 100));
  }

  /** The index in points, with a fraction, and between which prices all three stay. */
  #indexAt(time: TimeMs): GapPrice {
    const path = (when: TimeMs) => this.#path.at(when);
    return (
      this.#given?.priceAt(time, path, this.#minuteRange, this.#endPin) ?? {
        ...{ points: path(time), low: 0, high: Number.POSITIVE_INFINITY },
        away: 1,
      }
    );
  }

  #mood(minute: number): number {
    return MOOD_MINUTES.reduce(
      (mood, length, level) =>
        mood *
        (1 +
          MOOD_SHARE * (2 * uniformAt(this.#seed, this.#stream, 8 + level, Math.floor(minute / length)) - 1)),
      0.5 + uniformAt(this.#seed, this.#stream, 1, minute),
    );
  }

  /**
   * Writes what was traded in a bar: more where the price moved more, more bought where it rose; valued at
   * the bar's middle.
   */
  #trade(bars: Float64Array, at: number, until: TimeMs): void {
    const [time, open, high, low, close] = bars.subarray(at, at + 5) as unknown as FivePrices;
    const minutes = (until - time) / MINUTE_MS;
    const usual = this.#given?.usualMinute(time);
    const usualRange = Math.min(usual?.minuteRange ?? Number.POSITIVE_INFINITY, this.#minuteRange);
    const range = usualRange === 0 ? 1 : (high - low) / (open * usualRange * Math.sqrt(minutes));
    const motion = CALM_SHARE + MOTION_SHARE * Math.min(MOTION_MAX, range ** 2);
    const mood = this.#mood(Math.floor(time / MINUTE_MS));
    const quantaPerLot = this.#quantaPerTickLot * Math.round((high + low) / 2);
    const usualLots = usual?.minuteLots ?? this.#minuteUnits / (quantaPerLot / QUANTA_PER_UNIT);
    const lotsMax = (usual?.minuteLotsMax ?? Number.POSITIVE_INFINITY) * minutes;
    const lots = Math.floor(Math.min(lotsMax, Math.max(1, Math.round(usualLots * minutes * mood * motion))));
    if (lots === 0) return;
    const trades = Math.min(lots, Math.max(1, Math.round(this.#minuteTrades * minutes * mood * motion)));
    const trend = high > low ? (close - open) / (high - low) : 0;
    const chance = uniformAt(this.#seed, this.#stream, 2, Math.floor(time / MINUTE_MS)) * 2 - 1;
    const share = 0.5 + TREND_TILT * trend + CHANCE_TILT * chance;
    const bought = trades === 1 ? (share < 0.5 ? 0 : lots) : Math.round(lots * share);
    bars.set([lots, ...worthOf(lots, quantaPerLot), trades], at + 5);
    bars.set([bought, ...worthOf(bought, quantaPerLot)], at + 9);
  }
}

type FivePrices = [number, number, number, number, number];

/** The value of lots as whole units and quanta. */
function worthOf(lots: number, quantaPerLot: number): [number, number] {
  const value = BigInt(lots) * BigInt(quantaPerLot);
  return [Number(value / BigInt(QUANTA_PER_UNIT)), Number(value % BigInt(QUANTA_PER_UNIT))];
}

/** Rates of the settlements before the end, around the interest rate and within the contract's cap. */
function fundingOf({
  contract,
  seed,
  end,
  rates = [],
}: PrehistoryOptions): ContractPrehistory["fundingRates"] {
  const { fundingIntervalMs, fundingOffsetMs, interestRate, fundingCapRate } = contract;
  const stream = streamOf(`${contract.symbol} funding`);
  const latest = Math.floor((end - fundingOffsetMs) / fundingIntervalMs);
  // A settlement is reported a few milliseconds late.
  const given = new Map(
    rates.map(({ time, rate }) => [Math.round((time - fundingOffsetMs) / fundingIntervalMs), rate]),
  );
  return Array.from({ length: FUNDING_RATES }, (_, i) => {
    const period = latest - FUNDING_RATES + 1 + i;
    const drift = Math.round(interestRate * 0.6 * normalAt(seedWords(seed), stream, 0, period));
    const rate = Math.max(
      -fundingCapRate,
      Math.min(fundingCapRate, given.get(period) ?? interestRate + drift),
    );
    return { time: period * fundingIntervalMs + fundingOffsetMs, rate };
  });
}
