/**
 * The units of the core. All are integers; a decimal exists only at the edges.
 *
 * Aliases rather than branded types: these values live in typed-array columns, where a brand would need a
 * cast at every read. The name of a field or parameter says its unit.
 */

/** A price in ticks of its contract; safe integer ≥ 1, 0 where a price is absent. */
export type Ticks = number;
/** A mark, index or other reference price in hundredths of a tick. */
export type Points = number;
/** A size in lots of its contract; safe integer ≥ 0. */
export type Lots = number;
/** A rate in units of 1e-8: 0.0006 is 60 000. */
export type Rate = number;
/** Leverage in hundredths: 20x is 2 000. */
export type Leverage = number;
/** A moment of market time, Unix milliseconds. */
export type TimeMs = number;
/** Money at rest and at the edges, signed; 1 quantum = 1e-8 of the margin coin. */
export type Quanta = bigint;

export const POINTS_PER_TICK = 100;
export const RATE_ONE = 100_000_000;
export const LEVERAGE_ONE = 100;
/** Ids of orders, trades, positions and bills start here and stay below 2^53, so JSON numbers are exact. */
export const FIRST_ID = 1_000_000_000_000_000;

/** A bug, not a refusal: the engine halts before anything is acknowledged. The message states the rule. */
export class InvariantError extends Error {
  constructor(rule: string) {
    super(`invariant: ${rule}`);
    this.name = "InvariantError";
  }
}

/** Throws {@link InvariantError} unless `condition` holds. */
export function assert(condition: boolean, rule: string): asserts condition {
  if (!condition) throw new InvariantError(rule);
}

/** Makes a switch over a tagged union exhaustive at compile time. */
export function assertNever(value: never): never {
  throw new InvariantError(`every variant is handled, got ${JSON.stringify(value)}`);
}
