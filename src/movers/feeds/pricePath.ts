import type { Points, TimeMs } from "../../kernel/core/index.ts";
import type { SecretSeed, Seed } from "../../kernel/host/seed.ts";
import { seedWords } from "../../kernel/host/seed.ts";
import { NoiseLevel, streamOf, uniformAt } from "./noise.ts";

/*
 * A path is a Brownian bridge over dyadic intervals. Anchors stand every 2^22 s (48 days), independent of one
 * another, which gives a mild reversion to the mean; between two anchors the midpoint is their average plus
 * noise, and so on by halves down to one second. Any second takes 22 steps, whichever second was asked for
 * before. On the way down volatility is multiplied by a random factor for each half: near seconds share most
 * of their factors, so that calm and storm come in clusters of every length.
 */
const LEVELS = 22;
/** Seconds of an interval, by level. */
const SPANS = Float64Array.from({ length: LEVELS + 1 }, (_, level) => 2 ** (LEVELS - level));
/** Half the deviation of a free walk over 2^22 s, which is the noise of the coarsest interval's midpoint. */
const COARSEST = 1024;
/** The deviation of the midpoint that each level adds, before its volatility. */
const SCALES = scalesFrom(COARSEST);
/** Deviation of the anchors: two of them then differ as much as a free walk would. */
const ANCHOR = 2048 * Math.SQRT1_2;
/** A half's volatility is its whole's, times 1 ± this much at most, over {@link CLUSTERING_NORM}. */
const CLUSTERING = 0.35;
/** √(1 + CLUSTERING² / 3): dividing by it keeps the mean square of the factors at one. */
const CLUSTERING_NORM = 1.0202123961868594;
const VOLATILITY_FACTOR_MAX = 4;
/**
 * Contracts move apart but not independently: the shares of deviation that follow the whole market and the
 * contract itself.
 */
const COMMON_SHARE = 0.8;
const OWN_SHARE = 0.6;
const COMMON_STREAM = streamOf("market");
/** √ of the seconds in a year of 365.25 days: turns a yearly volatility into one per √second. */
const ROOT_YEAR = 5617.614707;
/** Logarithmic distance from the anchor at which a price stops: (2 + 1.5) / (2 − 1.5), a factor of seven. */
const REACH = 1.5;

/**
 * News is a gap: within one second the price is elsewhere, and it comes back in a straight line. It comes in
 * a cell of NEWS_SECONDS (18 hours) with NEWS_CHANCE, drawn once for the whole market and once for each
 * contract.
 */
const NEWS_CHANCE = 1 / 64;
const NEWS_SECONDS = 2 ** 16;
/** The size of a gap in deviations of a minute: at least NEWS_LEAST, and less than NEWS_SPREAD more. */
const NEWS_LEAST = 6;
const NEWS_SPREAD = 10;
/** √60: turns deviations of a second into those of a minute. */
const ROOT_MINUTE = 7.745966692414834;
/**
 * The first of four levels of noise that the walk does not use. They say whether, how far, when, and which
 * way.
 */
const NEWS_LEVEL = 64;

/** The moment at which a generated price is fixed, and the price. */
export interface PathAnchor {
  readonly time: TimeMs;
  readonly points: Points;
}

/** The generated market of a contract: a price for every second of all time. */
export class PricePath {
  readonly #common: UnitWalk;
  readonly #own: UnitWalk;
  readonly #commonNews: News;
  readonly #ownNews: News;
  readonly #deviation: number;
  readonly #anchor: PathAnchor;
  readonly #level: number;

  /** @param volatility deviation of the price in a year, 0.5 for 50 % */
  constructor(options: {
    readonly seed: Seed;
    readonly symbol: string;
    readonly volatility: number;
    readonly anchor: PathAnchor;
  }) {
    const seed = seedWords(options.seed);
    this.#common = new UnitWalk(seed, COMMON_STREAM);
    this.#own = new UnitWalk(seed, streamOf(options.symbol));
    this.#commonNews = new News(seed, COMMON_STREAM);
    this.#ownNews = new News(seed, streamOf(options.symbol));
    this.#deviation = options.volatility / ROOT_YEAR;
    this.#anchor = options.anchor;
    this.#level = this.#walk(options.anchor.time);
  }

  /**
   * The price with a fraction of a point; constant within a second. At the anchor's time it is the anchor's
   * price.
   */
  at(time: TimeMs): number {
    const distance = this.#walk(time) - this.#level;
    const bounded = Math.max(-REACH, Math.min(REACH, distance));
    // (2 + x) / (2 − x) is e^x to the third order, without an exponential that differs between machines.
    return (this.#anchor.points * (2 + bounded)) / (2 - bounded);
  }

  #walk(time: TimeMs): number {
    const second = Math.floor(time / 1000);
    const common = this.#common.at(second);
    const own = this.#own.at(second);
    const news = this.#commonNews.at(second) + this.#ownNews.at(second);
    return this.#deviation * (COMMON_SHARE * common + OWN_SHARE * own + news);
  }
}

/**
 * How far news has moved the price from its walk, in deviations of a second. What is kept of a cell changes
 * no result.
 */
export class News {
  readonly #seed: SecretSeed;
  readonly #stream: number;
  #cell = Number.NaN;
  #size = 0;
  #from = 0;

  constructor(seed: SecretSeed, stream: number) {
    this.#seed = seed;
    this.#stream = stream;
  }

  at(second: number): number {
    const cell = Math.floor(second / NEWS_SECONDS);
    if (cell !== this.#cell) this.#begin(cell);
    const end = (cell + 1) * NEWS_SECONDS;
    return this.#size === 0 || second < this.#from ? 0 : (this.#size * (end - second)) / (end - this.#from);
  }

  #begin(cell: number): void {
    const draw = (n: number): number => uniformAt(this.#seed, this.#stream, NEWS_LEVEL + n, cell);
    const size = (NEWS_LEAST + NEWS_SPREAD * draw(1)) * ROOT_MINUTE;
    this.#cell = cell;
    this.#from = cell * NEWS_SECONDS + Math.floor((draw(2) * NEWS_SECONDS) / 2);
    this.#size = draw(0) >= NEWS_CHANCE ? 0 : draw(3) < 0.5 ? -size : size;
  }
}

/**
 * The path with a deviation of one per √second. The steps down to the second asked for last are kept: a
 * nearby second shares most of them, so that walking on costs a few steps instead of {@link LEVELS}. Keeping
 * them changes no price.
 */
export class UnitWalk {
  /** The noise of anchors and midpoints, by level. */
  readonly #noise: readonly NoiseLevel[];
  /** What makes the volatility of a half, by its level. */
  readonly #factors: readonly NoiseLevel[];
  /** The beginning of the interval at each level. */
  readonly #starts = new Float64Array(LEVELS + 1);
  /** The path at the beginning of each of these intervals. */
  readonly #lefts = new Float64Array(LEVELS + 1);
  /** The path at the end of each of these intervals. */
  readonly #rights = new Float64Array(LEVELS + 1);
  /** The volatility of the interval at each level. */
  readonly #volatilities = new Float64Array(LEVELS + 1);
  /** The deepest level whose interval is known, -1 before the first walk. */
  #depth = -1;

  constructor(seed: SecretSeed, stream: number) {
    const levels = [...SPANS.keys()];
    this.#noise = levels.map((level) => new NoiseLevel(seed, stream, level));
    this.#factors = levels.map((level) => new NoiseLevel(seed, stream, level + LEVELS));
  }

  at(second: number): number {
    let level = this.#depth;
    while (level >= 0 && !this.#holds(level, second)) level--;
    if (level < 0) {
      this.#begin(second);
      level = 0;
    }
    while (this.#starts[level] !== second) this.#descend(level++, second);
    this.#depth = level;
    return this.#lefts[level]!;
  }

  #holds(level: number, second: number): boolean {
    const start = this.#starts[level]!;
    return start <= second && second < start + SPANS[level]!;
  }

  /** Takes the interval between the two anchors around a second. */
  #begin(second: number): void {
    const anchor = Math.floor(second / 2 ** LEVELS);
    this.#starts[0] = anchor * 2 ** LEVELS;
    this.#lefts[0] = ANCHOR * this.#noise[0]!.normalAt(anchor);
    this.#rights[0] = ANCHOR * this.#noise[0]!.normalAt(anchor + 1);
    this.#volatilities[0] = 1;
  }

  /** Goes from an interval to the half of it that contains a second. */
  #descend(from: number, second: number): void {
    const level = from + 1;
    const start = this.#starts[from]!;
    const left = this.#lefts[from]!;
    const right = this.#rights[from]!;
    const volatility = this.#volatilities[from]!;
    const middle = start + SPANS[level]!;
    const noise = this.#noise[level]!.normalAt(middle);
    const value = (left + right) / 2 + SCALES[level]! * volatility * noise;
    const isLeft = second < middle;
    const begins = isLeft ? start : middle;
    this.#starts[level] = begins;
    this.#lefts[level] = isLeft ? left : value;
    this.#rights[level] = isLeft ? value : right;
    const factor = 1 + CLUSTERING * (2 * this.#factors[level]!.uniformAt(begins) - 1);
    this.#volatilities[level] = Math.min(VOLATILITY_FACTOR_MAX, (volatility * factor) / CLUSTERING_NORM);
  }
}

/** Each level's deviation is the previous one's times √½; `coarsest` is the first level's. */
function scalesFrom(coarsest: number): Float64Array {
  const scales = new Float64Array(LEVELS + 1);
  for (let level = 1, scale = coarsest; level <= LEVELS; level++, scale *= Math.SQRT1_2)
    scales[level] = scale;
  return scales;
}
