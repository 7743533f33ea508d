import type { Points, TimeMs } from "../core/index.ts";
import type { SecretSeed, Seed } from "../host/seed.ts";
import { seedWords } from "../host/seed.ts";
import { bellAt, streamOf, uniformAt } from "./noise.ts";

/*
 * A path is a Brownian bridge over dyadic intervals. Anchors stand every 2^22 s (48 days), independent of one another, which
 * is the mild reversion to the mean; between two anchors the midpoint is their average plus noise, and so on by halves down
 * to one second. Any second takes 22 steps, whichever was asked before it. On the way down volatility is multiplied by
 * a random factor per half: near seconds share most of their factors, so that calm and storm come in clusters of every length.
 */
const LEVELS = 22;
/** Half the deviation of a free walk over 2^22 s: what bridges the midpoint of the coarsest interval. */
const COARSEST = 1024;
/** Deviation of the anchors, such that two of them differ as much as a free walk would. */
const ANCHOR = 2048 * Math.SQRT1_2;
/** A half's volatility is its whole's times 1 ± this much at most … */
const CLUSTERING = 0.35;
/** … divided by this, which keeps the mean square at one: √(1 + CLUSTERING² / 3). */
const CLUSTERING_NORM = 1.0202123961868594;
const VOLATILITY_FACTOR_MAX = 4;
/** Apart from each other, but not independent: shares of deviation that follow the whole market and the contract itself. */
const COMMON_SHARE = 0.8;
const OWN_SHARE = 0.6;
const COMMON_STREAM = streamOf("market");
/** √ of the seconds in a year of 365.25 days: turns a yearly volatility into one per √second. */
const ROOT_YEAR = 5617.614707;
/** Logarithmic distance from the anchor at which a price stops: a factor of seven. */
const REACH = 1.5;

/** Where a generated price is pinned. */
export interface PathAnchor {
  readonly time: TimeMs;
  readonly points: Points;
}

/** The generated market of a contract: a price for every second of all time. */
export class PricePath {
  readonly #seed: SecretSeed;
  readonly #stream: number;
  readonly #deviation: number;
  readonly #anchor: PathAnchor;
  readonly #level: number;

  /** @param volatility deviation of a year, 0.5 for 50 % */
  constructor(options: {
    readonly seed: Seed;
    readonly symbol: string;
    readonly volatility: number;
    readonly anchor: PathAnchor;
  }) {
    this.#seed = seedWords(options.seed);
    this.#stream = streamOf(options.symbol);
    this.#deviation = options.volatility / ROOT_YEAR;
    this.#anchor = options.anchor;
    this.#level = this.#walk(options.anchor.time);
  }

  /** The price with a fraction of a point; the same within a second. At the anchor's time it is the anchor's. */
  at(time: TimeMs): number {
    const distance = this.#walk(time) - this.#level;
    const bounded = Math.max(-REACH, Math.min(REACH, distance));
    // (2 + x) / (2 − x) is e^x to the third order, without an exponential that differs between machines.
    return (this.#anchor.points * (2 + bounded)) / (2 - bounded);
  }

  #walk(time: TimeMs): number {
    const second = Math.floor(time / 1000);
    const common = unitWalk(this.#seed, COMMON_STREAM, second);
    const own = unitWalk(this.#seed, this.#stream, second);
    return this.#deviation * (COMMON_SHARE * common + OWN_SHARE * own);
  }
}

/** The path of deviation one per √second. */
export function unitWalk(seed: SecretSeed, stream: number, second: number): number {
  let length = 2 ** LEVELS;
  let start = Math.floor(second / length) * length;
  let left = ANCHOR * bellAt(seed, stream, 0, start / length);
  let right = ANCHOR * bellAt(seed, stream, 0, start / length + 1);
  let volatility = 1;
  let scale = COARSEST;
  for (let level = 1; second !== start; level++) {
    length /= 2;
    const middle = start + length;
    const value = (left + right) / 2 + scale * volatility * bellAt(seed, stream, level, middle);
    if (second < middle) {
      right = value;
    } else {
      left = value;
      start = middle;
    }
    const factor = 1 + CLUSTERING * (2 * uniformAt(seed, stream, level + LEVELS, start) - 1);
    volatility = Math.min(VOLATILITY_FACTOR_MAX, (volatility * factor) / CLUSTERING_NORM);
    scale *= Math.SQRT1_2;
  }
  return left;
}
