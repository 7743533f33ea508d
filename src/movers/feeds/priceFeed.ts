import type { Points, TimeMs } from "../../kernel/core/index.ts";
import { assertNever } from "../../kernel/core/index.ts";
import type { Seed } from "../../kernel/host/seed.ts";
import type { PriceGrid } from "./contracts.ts";
import { pointsOf } from "./contracts.ts";
import { PricePath } from "./pricePath.ts";
import type { Recording } from "./recording.ts";
import { recordedPrice } from "./recording.ts";

/** Where the index price of a contract comes from. Prices are in the quote coin. */
export type FeedSpec =
  /** Generated from the seed: docs/reference/market.md says how. */
  | { readonly type: "generated"; readonly price: number; readonly volatility: number }
  | { readonly type: "constant"; readonly price: number }
  /** Starts at `price`, then takes its steps. */
  | { readonly type: "scripted"; readonly price: number; readonly steps: readonly ScriptStep[] }
  /** Prices of a recording, played from the origin; at its end it starts again or keeps its last price. */
  | { readonly type: "recorded"; readonly recording: Recording; readonly loop: boolean }
  /** Stays at `price`, if given, until an outside process sets another. */
  | { readonly type: "pushed"; readonly price: number | undefined };

/** A step of a script, `atMs` after the origin, ascending. */
export type ScriptStep =
  | { readonly atMs: number; readonly price: number }
  /** A jump by a share of the present price: −0.1 is ten percent down. */
  | { readonly atMs: number; readonly gap: number }
  /** A straight line to the price `ramp`, `overMs` long; a later step cuts it short. */
  | { readonly atMs: number; readonly ramp: number; readonly overMs: number };

/** A price for every moment. */
export interface PriceFeed {
  readonly type: FeedSpec["type"];
  /** Whether its price never moves by itself. */
  readonly isStill: boolean;
  /**
   * The price in points; undefined while there is none. It depends on `time` only (a pushed one on the
   * pushes).
   */
  at(time: TimeMs): Points | undefined;
}

/** What a feed needs to know of its contract and of the run. */
export interface FeedContext {
  readonly symbol: string;
  readonly grid: PriceGrid;
  readonly seed: Seed;
  /** Market time at which scripts and recordings begin. */
  readonly origin: TimeMs;
  /** Market time from which this run generates prices. */
  readonly from: TimeMs;
  /** The last index price that the venue knows, 0 for none: a generated price continues from it. */
  readonly last: Points;
}

export function createFeed(spec: FeedSpec, context: FeedContext): PriceFeed {
  const { grid } = context;
  switch (spec.type) {
    case "generated":
      return generated(spec, context);
    case "constant": {
      const points = pointsOf(spec.price, grid);
      return { type: "constant", isStill: true, at: () => points };
    }
    case "scripted":
      return {
        type: "scripted",
        isStill: false,
        at: (time) => pointsOf(scriptedPrice(spec, time - context.origin), grid),
      };
    case "recorded":
      return {
        type: "recorded",
        isStill: false,
        at: (time) => pointsOf(played(spec, time - context.origin), grid),
      };
    case "pushed": {
      const points = spec.price === undefined ? undefined : pointsOf(spec.price, grid);
      return new PushedFeed(points ?? (context.last === 0 ? undefined : context.last));
    }
    default:
      return assertNever(spec);
  }
}

/** A price that was pushed; every push makes a new feed. */
export class PushedFeed implements PriceFeed {
  readonly type = "pushed";
  readonly isStill = true;
  readonly #points: Points | undefined;

  constructor(points: Points | undefined) {
    this.#points = points;
  }

  at(): Points | undefined {
    return this.#points;
  }
}

function generated(spec: Extract<FeedSpec, { type: "generated" }>, context: FeedContext): PriceFeed {
  const path = new PricePath({
    seed: context.seed,
    symbol: context.symbol,
    volatility: spec.volatility,
    anchor: {
      time: context.from,
      points: context.last === 0 ? pointsOf(spec.price, context.grid) : context.last,
    },
  });
  return { type: "generated", isStill: false, at: (time) => Math.max(1, Math.round(path.at(time))) };
}

/** The price of a script `elapsedMs` after its origin. */
export function scriptedPrice(spec: Extract<FeedSpec, { type: "scripted" }>, elapsedMs: number): number {
  let price = spec.price;
  for (const [i, step] of spec.steps.entries()) {
    if (elapsedMs < step.atMs) break;
    if ("price" in step) {
      price = step.price;
    } else if ("gap" in step) {
      price *= 1 + step.gap;
    } else {
      const until = Math.min(elapsedMs, spec.steps[i + 1]?.atMs ?? elapsedMs);
      const share = Math.min(1, (until - step.atMs) / step.overMs);
      price += (step.ramp - price) * share;
    }
  }
  return price;
}

/** The price of a recording `elapsedMs` after it began to play. */
function played(spec: Extract<FeedSpec, { type: "recorded" }>, elapsedMs: number): number {
  const { recording, loop } = spec;
  const start = recording.times[0]!;
  const length = recording.end - start;
  const into = Math.max(0, loop ? elapsedMs % length : Math.min(elapsedMs, length - 1));
  return recordedPrice(recording, start + into);
}
