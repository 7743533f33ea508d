import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { ExchangePrices, ExchangeTrade, OhlcvRow } from "./exchangeClient.ts";

/** What one of a source's sizes is: a base coin, or a contract, as ccxt defines it. */
export type SizeUnit = "base" | "contracts";
/** Volumes of candles are in the quote coin with some of ccxt's classes. */
export type VolumeUnit = SizeUnit | "quote";

/**
 * The units of a source's figures about one instrument, each as measured; undefined: it cannot be told.
 * Only this file and sizeReading.ts deal with a source's units.
 */
export interface SizeUnits {
  /** Unit of the book's sizes; undefined where there is a unit of trades: probably the same. */
  readonly book: SizeUnit | undefined;
  readonly trades: SizeUnit | undefined;
  readonly candles: VolumeUnit | undefined;
  /** Unit of the day's volume that ccxt calls the base volume. */
  readonly dayVolume: SizeUnit | undefined;
  /** What shows the unit of book and trades, or why it cannot be told; a sentence without a stop. */
  readonly evidence: string;
}

/** A source's figures about one instrument that must fit together, as its class returns them. */
export interface SizeFigures {
  /** Coins in a contract. */
  readonly contractSize: number;
  /** The present price, in the quote coin. */
  readonly price: number;
  /** Sizes of the book's levels. */
  readonly levels: readonly number[];
  /** Public trades without a gap between the first and the last. */
  readonly trades: readonly ExchangeTrade[];
  /** Candles of a minute, the present one included, asked for after the trades. */
  readonly minutes: readonly OhlcvRow[];
  /** Candles of an hour of the last day, the present one included. */
  readonly hours: readonly OhlcvRow[];
  readonly ticker: Pick<ExchangePrices, "baseVolume" | "quoteVolume">;
}

/** Two figures of the same trades are in the same unit if they differ by less than this factor. */
const SAME_WITHIN = 2;
/** A part of a minute may be this many times as busy, or as quiet, as the whole minute. */
const RATE_WITHIN = 8;
/** A trade's own value over its price and size is 1 within this. */
const VALUE_WITHIN = 1.01;
/** A level of a book is about as large as this many trades. */
const TRADES_A_LEVEL = 10;
/** Steps of book and trades, powers of ten, are compared once each has at least this many sizes. */
const STEP_SIZES = 50;
const STEP_WITHIN = 3;

/**
 * Measures the units of a source's figures: candles against the ticker's value of a day, trades against the
 * candles of their minutes, the book's steps against the steps of trades. A unit is told only where exactly
 * one reading fits. Pure.
 */
export function measureSizes(figures: SizeFigures): SizeUnits {
  const { contractSize, price, hours, ticker } = figures;
  const { baseVolume = 0, quoteVolume = 0 } = ticker;
  const perCoin = { base: 1, contracts: 1 / contractSize };
  const ofDay = volumeOf(hours);
  const dayPrice = worthOf(hours) / ofDay || price;
  const dayCoins = quoteVolume / dayPrice;
  const traded = tradedIn(figures);

  let candles: VolumeUnit | undefined = fitting(ofDay / dayCoins, perCoin);
  candles ??= fitting(ofDay / dayCoins, { quote: dayPrice });
  // Without the ticker's value of the day: where two figures of one quantity differ by the contract's size,
  // one is in coins and the other in contracts.
  const apart = { base: contractSize, contracts: 1 / contractSize };
  candles ??= unlike(ofDay / baseVolume, apart);
  if (traded.isWhole) candles ??= unlike(traded.candles / traded.trades, apart);
  const coins = candles && traded.candles * coinsIn(candles, contractSize, price);
  const dayOfCandles = candles && ofDay * coinsIn(candles, contractSize, dayPrice);
  const unit = coins === undefined ? undefined : tradeUnit(figures, traded, coins);
  const trades = contractSize === 1 ? "base" : unit;
  return {
    trades,
    book: trades && bookUnit(figures, trades),
    candles,
    dayVolume:
      fitting(baseVolume / dayCoins, perCoin) ??
      (dayOfCandles === undefined ? undefined : fitting(baseVolume / dayOfCandles, perCoin)),
    evidence: evidenceOf(figures, traded, coins, unit),
  };
}

/** How many coins one of a unit is. */
export function coinsIn(unit: VolumeUnit, contractSize: number, price: number): number {
  return { base: 1, contracts: contractSize, quote: 1 / price }[unit];
}

interface Traded {
  readonly trades: number;
  /** The volume of the candles that cover the trades. */
  readonly candles: number;
  /** Whether trades and candles are of the same whole minutes; else the candles cover the trades and more. */
  readonly isWhole: boolean;
  readonly minutes: number;
  /** The share of the candles' time that the trades cover. */
  readonly share: number;
}

/**
 * Trades and the candles of their time: the whole minutes between the first and the last trade, else those
 * that cover them.
 */
function tradedIn({ trades, minutes }: SizeFigures): Traded {
  const times = trades.flatMap(({ timestamp }) => (timestamp === undefined ? [] : [timestamp]));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const whole = minutes.filter(([time = 0]) => time >= first && time + MINUTE_MS <= last);
  const isWhole = volumeOf(whole) > 0;
  const rows = isWhole ? whole : minutes.filter(([time = 0]) => time + MINUTE_MS > first && time <= last);
  const starts = new Set(rows.map(([time]) => time));
  const sum = trades.reduce((total, { timestamp = 0, amount = 0 }) => {
    const minute = Math.floor(timestamp / MINUTE_MS) * MINUTE_MS;
    return starts.has(minute) ? total + amount : total;
  }, 0);
  const sinceMs = last - Math.min(...rows.map(([time = 0]) => time));
  return {
    trades: sum,
    candles: volumeOf(rows),
    isWhole,
    minutes: rows.length,
    share: isWhole ? 1 : (last - first) / sinceMs,
  };
}

/** The unit of trades, given the coins that their candles have. */
function tradeUnit(
  { contractSize, trades }: SizeFigures,
  { trades: sum, isWhole, share }: Traded,
  coins: number,
): SizeUnit | undefined {
  const perCoin = { base: 1, contracts: 1 / contractSize };
  if (isWhole) return fitting(sum / coins, perCoin);
  // Trades of a part of the candles' time are at most what the candles have, and came at about their pace.
  const isTooMuch = (unit: SizeUnit): boolean => sum > coins * perCoin[unit] * SAME_WITHIN;
  const isPossible = (unit: SizeUnit): boolean =>
    !isTooMuch(unit) && isNear(sum / (coins * share), perCoin[unit], RATE_WITHIN);
  const [unit, ...others] = (["base", "contracts"] as const).filter(isPossible);
  if (unit === undefined || others.length > 0) return undefined;
  if (isTooMuch(otherThan(unit))) return unit;
  // Where only the pace speaks against the other reading, the value (`cost`) of the trades decides. Where the
  // exchange gives none, ccxt computes it as for contracts.
  return unit === "base" && trades.every(isWorthItsCoins) ? unit : undefined;
}

function isWorthItsCoins({ price, amount = 0, cost = 0 }: ExchangeTrade): boolean {
  return isNear(cost / (price * amount), 1, VALUE_WITHIN);
}

/**
 * The unit of the book, given that of trades. It is the same where the steps of both are the same. It is the
 * other one where the steps differ by the contract's size, and the book's sizes, read in the other unit, come
 * nearer to those of trades.
 */
function bookUnit({ contractSize, levels, trades }: SizeFigures, unit: SizeUnit): SizeUnit | undefined {
  if (contractSize === 1) return unit;
  const amounts = trades.flatMap(({ amount = 0 }) => (amount > 0 ? [amount] : []));
  if (levels.length < STEP_SIZES || amounts.length < STEP_SIZES) return undefined;
  const expected = unit === "contracts" ? contractSize : 1 / contractSize;
  const steps = fitting(stepOf(levels) / stepOf(amounts), { same: 1, other: expected }, STEP_WITHIN);
  if (steps === "same") return unit;
  const sizes = middle(levels) / middle(amounts) / TRADES_A_LEVEL;
  const isNearer = distance(sizes, expected) < distance(sizes, 1);
  return steps === "other" && isNearer ? otherThan(unit) : undefined;
}

/** The largest power of ten of which every size is a multiple. */
function stepOf(sizes: readonly number[]): number {
  const exponents = sizes.map((size) => {
    const [, decimals = "", exponent = "0"] = /\.(\d*?)0*e(.*)/.exec(size.toExponential(11)) ?? [];
    return Number(exponent) - decimals.length;
  });
  return 10 ** Math.min(...exponents);
}

function middle(sizes: readonly number[]): number {
  return sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)]!;
}

/** The only name whose figure is within a factor of the ratio; undefined where there is none, or several. */
function fitting<Name extends string>(
  ratio: number,
  expected: Readonly<Record<Name, number>>,
  within = SAME_WITHIN,
): Name | undefined {
  const names = (Object.keys(expected) as Name[]).filter((name) => isNear(ratio, expected[name], within));
  const figures = new Set(names.map((name) => expected[name]));
  return figures.size === 1 ? names[0] : undefined;
}

function isNear(ratio: number, expected: number, within: number): boolean {
  return distance(ratio, expected) <= Math.log(within);
}

function distance(ratio: number, expected: number): number {
  return Math.abs(Math.log(ratio / expected));
}

/**
 * The unit of the first of two figures of one quantity, by their ratio: one of `apart` where they are in
 * different units. Where they are equal, both are in one unit, and it is not known in which.
 */
function unlike(ratio: number, apart: Readonly<Record<SizeUnit, number>>): SizeUnit | undefined {
  const unit = fitting(ratio, { same: 1, ...apart });
  return unit === "same" ? undefined : unit;
}

/** By what the unit of trades was told, or why it was not, in a sentence without a stop. */
function evidenceOf(
  { contractSize, trades }: SizeFigures,
  { trades: sum, isWhole, minutes }: Traded,
  coins: number | undefined,
  unit: SizeUnit | undefined,
): string {
  const isOne = contractSize === 1;
  const share = (factor: number) => figure((sum * factor) / (coins ?? 0));
  const of = `${isWhole ? `its trades of ${minutes} min` : "its trades"} are ${share(1)} of its candles' volume`;
  const readings = isOne
    ? of
    : `${of} as base coin and ${share(contractSize)} as contracts of ${contractSize}`;
  if (isOne && (unit !== undefined || coins === undefined || !isWhole))
    return "base coin and contracts are the same there";
  if (isOne) return `so it is said there, but ${readings}`;
  if (unit !== undefined) return isWhole ? readings : `${readings}, which cover more time`;
  if (trades.length === 0) return "it has no trades";
  if (coins === undefined)
    return "neither its ticker nor its trades tell whether its candles count coins or contracts";
  return `the two readings cannot be told apart: ${readings}`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(2)));
}

function otherThan(unit: SizeUnit): SizeUnit {
  return unit === "base" ? "contracts" : "base";
}

function volumeOf(rows: readonly OhlcvRow[]): number {
  return rows.reduce((sum, [, , , , , volume = 0]) => sum + volume, 0);
}

function worthOf(rows: readonly OhlcvRow[]): number {
  return rows.reduce((sum, [, , , , close = 0, volume = 0]) => sum + close * volume, 0);
}
