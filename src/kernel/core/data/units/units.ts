/*
 * The units of the core. All are integers; decimals exist only at the edges. The types of plain-number units
 * are in kinds.ts.
 */

export type { Leverage, Lots, Points, Quanta, Rate, Ticks, TimeMs } from "./kinds.ts";

/** No row, slot or contract; where a command allows it, also "all contracts". */
export const NONE = -1;

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
