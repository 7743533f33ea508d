import type { CandleFact, CandleSeries } from "./candleFacts.ts";
import { candleFacts, candleSeries } from "./candleFacts.ts";
import { ascending, mean, quantile, tailExponent } from "./series.ts";
import type { BookSample, Tape } from "./tape.ts";
import { DAY_MINUTES, DEPTH_BP } from "./tape.ts";

/*
 * Figures of real perpetual futures, each with the bounds within which real markets are. The bounds were
 * fixed before the generated market was tuned to them, and change only with better data:
 * docs/reference/realism.md.
 */

/**
 * Where a bound comes from. `measured`: by this code, on real data. `published`: by others. `asked`:
 * required of a market that should be worth trading in although nobody else is there.
 */
export type Basis = "measured" | "published" | "asked";

export interface Fact {
  readonly name: string;
  /** Its name for people, with its unit. */
  readonly title: string;
  readonly low: number;
  readonly high: number;
  readonly basis: Basis;
  /** The figure of a tape; undefined where the tape has no data for it. */
  of(tape: Tape, series: CandleSeries): number | undefined;
}

/** A fact of one tape, and whether it lies within its bounds. */
export interface Finding {
  readonly fact: Fact;
  readonly value: number | undefined;
  /**
   * Whether the figure is within the bounds; undefined where there is no figure, or nothing to compare with.
   */
  readonly holds: boolean | undefined;
}

/** Every fact of a tape, in order. */
export function findingsOf(tape: Tape, facts: readonly Fact[] = FACTS): readonly Finding[] {
  const series = candleSeries(tape.minutes);
  return facts.map((fact) => {
    const value = fact.of(tape, series);
    const isThere = value !== undefined && !Number.isNaN(value);
    return { fact, value: isThere ? value : undefined, holds: isThere ? within(value, fact) : undefined };
  });
}

const within = (value: number, { low, high }: Fact): boolean => value >= low && value <= high;

/** A fact about candles; 99 of 100 measured days are within its bounds. */
function ofCandles(name: CandleFact, title: string, low: number, high: number): Fact {
  return { name, title, low, high, basis: "measured", of: (_tape, series) => candleFacts[name](series) };
}

function ofBook(
  fact: Omit<Fact, "of">,
  value: (samples: readonly BookSample[], tape: Tape) => number | undefined,
): Fact {
  return {
    ...fact,
    of: (tape) => (tape.book === undefined || tape.book.length === 0 ? undefined : value(tape.book, tape)),
  };
}

const share = <T>(all: readonly T[], holds: (one: T) => boolean): number =>
  all.filter(holds).length / all.length;

/** The share of trades in the busiest tenth of a second, of ten: a tenth if trades come at random times. */
function busiestTenth({ trades }: Tape): number | undefined {
  if (trades === undefined || trades.time.length < 100) return undefined;
  const counts = new Array<number>(10).fill(0);
  for (const time of trades.time) counts[Math.floor((time % 1000) / 100)]! += 1;
  return Math.max(...counts) / trades.time.length;
}

/** The share of trades whose taker is on the same side as the taker of the trade before. */
function sameSide({ trades }: Tape): number | undefined {
  if (trades === undefined || trades.bought.length < 100) return undefined;
  const { bought } = trades;
  let same = 0;
  for (let i = 1; i < bought.length; i++) if (bought[i] === bought[i - 1]) same++;
  return same / (bought.length - 1);
}

function medianSize({ trades }: Tape): number | undefined {
  if (trades === undefined || trades.size.length < 100) return undefined;
  return quantile(ascending(trades.size), 0.5) / mean(trades.size);
}

function sizeTail({ trades }: Tape): number | undefined {
  return trades === undefined || trades.size.length < 2_000 ? undefined : tailExponent(trades.size, 0.02);
}

function tradesASecond({ minutes }: Tape): number {
  return mean(minutes.trades) / 60;
}

function openInterestShare({ openInterest, minutes }: Tape): number | undefined {
  return openInterest === undefined ? undefined : openInterest / (mean(minutes.volume) * DAY_MINUTES);
}

/**
 * Value liquidated in a day, as a share of the open interest at its end. Shorter spans have no such figure,
 * since liquidations come in storms.
 */
function liquidated({ forced, openInterest, minutes }: Tape): number | undefined {
  const days = minutes.open.length / DAY_MINUTES;
  if (forced === undefined || openInterest === undefined || openInterest === 0 || days < 1) return undefined;
  return forced.value.reduce((sum, each) => sum + each, 0) / days / openInterest;
}

function insurance({ forced }: Tape): number | undefined {
  return forced === undefined || forced.received === 0 ? undefined : forced.paid / forced.received;
}

function offAnchor({ funding }: Tape): number | undefined {
  if (funding === undefined || funding.rates.length < 10) return undefined;
  return share(funding.rates, (rate) => Math.abs(rate - funding.anchor) > 1e-9);
}

const INFINITE = Number.POSITIVE_INFINITY;
const AT_10_BP = DEPTH_BP.indexOf(10);
const AT_100_BP = DEPTH_BP.indexOf(100);

export const FACTS: readonly Fact[] = [
  // The share of candles without a range depends on the tick; the bound is below the share at the coarsest
  // ticks that were measured.
  {
    name: "flat",
    title: "minutes without a range",
    low: 0,
    high: 0.01,
    basis: "asked",
    of: (_tape, series) => candleFacts.flat(series),
  },
  ofCandles("empty", "minutes without a trade", 0, 0.0035),
  ofCandles("wick", "wick, share of the range", 0.437, 0.565),
  ofCandles("wickless", "candles without wicks", 0.0069, 0.423),
  ofCandles("tail", "returns: 99.5 % over 75 % quantile", 2.57, 7.39),
  ofCandles("shapeTail", "the same, over their recent mean", 2.64, 5.08),
  ofCandles("clustering1", "volatility clustering, 1 min", 0.026, 0.47),
  ofCandles("clustering30", "volatility clustering, 30 min", -0.027, 0.222),
  ofCandles("rangeClustering", "clustering of ranges, 1 min", 0.163, 0.752),
  ofCandles("memory", "memory of returns, 1 min", -0.286, 0.123),
  ofCandles("varianceRatio", "variance of 30 min over 30 × 1 min", 0.355, 1.56),
  ofCandles("volumeSpread", "volume a minute: deviation over mean", 0.8, 3.14),
  ofCandles("volumeClustering", "clustering of volume, 1 min", 0.2, 0.81),
  ofCandles("volumeVolatility", "volume with range", 0.524, 0.788),
  ofCandles("tradesSpread", "trades a minute: deviation over mean", 0.485, 1.89),
  ofCandles("tradesClustering", "clustering of trades, 1 min", 0.23, 0.919),
  ofCandles("imbalanceSpread", "takers' imbalance a minute: deviation", 0.234, 0.704),
  ofCandles("imbalancePrice", "takers' imbalance with return", 0.336, 0.654),
  {
    name: "tradesASecond",
    title: "trades a second",
    low: 1 / 3,
    high: INFINITE,
    basis: "asked",
    of: tradesASecond,
  },
  {
    name: "busiestTenth",
    title: "busiest tenth of a second, share of trades",
    low: 0.1,
    high: 0.13,
    basis: "asked",
    of: busiestTenth,
  },
  {
    name: "sameSide",
    title: "taker on the side of the one before",
    low: 0.55,
    high: 0.8,
    basis: "published",
    of: sameSide,
  },
  {
    name: "medianSize",
    title: "trade size: median over mean",
    low: 0,
    high: 0.4,
    basis: "published",
    of: medianSize,
  },
  {
    name: "sizeTail",
    title: "trade size: exponent of the tail",
    low: 1.2,
    high: 3,
    basis: "published",
    of: sizeTail,
  },
  ofBook({ name: "levels", title: "levels a side", low: 100, high: 200, basis: "asked" }, (samples) =>
    quantile(ascending(samples.map((each) => Math.min(each.bidLevels, each.askLevels))), 0.05),
  ),
  ofBook(
    { name: "reach", title: "reach of the book, %", low: 1, high: INFINITE, basis: "asked" },
    (samples) => 100 * quantile(ascending(samples.map(({ reach }) => reach)), 0.05),
  ),
  ofBook(
    { name: "growth", title: "depth at 1 % over that at 0.1 %", low: 2.5, high: 10, basis: "published" },
    (samples) =>
      mean(samples.map(({ depth }) => depth[AT_100_BP]!)) /
      mean(samples.map(({ depth }) => depth[AT_10_BP]!)),
  ),
  ofBook(
    { name: "alive", title: "seconds in which the best 20 levels change", low: 0.9, high: 1, basis: "asked" },
    (samples) => {
      const pairs = samples.flatMap((each, i) =>
        each.time - (samples[i - 1]?.time ?? 0) <= 1000 ? [i] : [],
      );
      return pairs.length === 0 ? undefined : share(pairs, (i) => samples[i]!.mark !== samples[i - 1]!.mark);
    },
  ),
  ofBook(
    { name: "spreadBp", title: "spread, bp, median", low: 0.005, high: 3, basis: "published" },
    (samples) =>
      quantile(ascending(samples.map(({ bid, ask }) => (20_000 * (ask - bid)) / (ask + bid))), 0.5),
  ),
  {
    name: "openInterest",
    title: "open interest over a day's volume",
    low: 0.1,
    high: 2.5,
    basis: "asked",
    of: openInterestShare,
  },
  {
    name: "liquidated",
    title: "liquidated in a day, share of the open interest",
    low: 0.000_2,
    high: 0.22,
    basis: "published",
    of: liquidated,
  },
  {
    name: "insurance",
    title: "insurance fund: paid over received",
    low: 0,
    high: 1,
    basis: "published",
    of: insurance,
  },
  {
    name: "lights",
    title: "ADL lights that are shown, of five",
    low: 5,
    high: 5,
    basis: "asked",
    of: ({ lights }) => lights?.filter((count) => count > 0).length || undefined,
  },
  {
    name: "offAnchor",
    title: "funding off its anchor",
    low: 0.1,
    high: 1,
    basis: "published",
    of: offAnchor,
  },
];

/** Facts of the two largest contracts only. */
export const MAJOR_FACTS: readonly Fact[] = [
  ofBook(
    {
      name: "spreadTicks",
      title: "moments with a spread of 1 to 3 ticks",
      low: 0.8,
      high: 1,
      basis: "asked",
    },
    (samples, { tick }) =>
      tick === 0 ? undefined : share(samples, ({ bid, ask }) => Math.round((ask - bid) / tick) <= 3),
  ),
];

/** Facts of the largest contract only. */
export const LARGEST_FACTS: readonly Fact[] = [
  {
    name: "largestTrades",
    title: "trades a second, largest contract",
    low: 2,
    high: INFINITE,
    basis: "asked",
    of: tradesASecond,
  },
  ofBook(
    { name: "impact", title: "moments in which 50 BTC move it 1 to 5 bp", low: 0.8, high: 1, basis: "asked" },
    (samples) =>
      share(samples, ({ impact }) => impact !== undefined && impact >= 0.000_1 && impact <= 0.000_5),
  ),
];
