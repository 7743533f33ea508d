import type { UncheckedFieldValue } from "../units/kinds.ts";
import type { Lots, Ticks } from "../units/units.ts";
import type { Rejection } from "./rejection.ts";

/**
 * What the formulas of refusals take besides their details, by name. A name means the same in all of them.
 * They are known to whoever executes the command, and are no part of a record: nobody else has use for them.
 */
export const groundKinds = {
  // ---- the order, and the leg that it would make
  leg: "Leg",
  size: "Lots",
  limit: "Ticks",
  base: "Points",
  mark: "Points",
  leverage: "Leverage",
  takerRate: "Rate",
  /** Held in the leg, or in the position that a close names. */
  held: "Lots",
  reserved: "Lots",
  /** With what live orders would open, and this order. */
  lots: "Lots",
  notional: "money",
  // ---- the contract
  band: "Rate",
  highest: "Ticks",
  resting: "int",
  rising: "flag",
  // ---- the account's shared entry, or an isolated one
  wallet: "money",
  equity: "money",
  equityAtIndex: "money",
  positionMargin: "money",
  frozen: "money",
  pendingOut: "money",
  /** Frozen by the order that this one replaces. */
  released: "money",
  entryValue: "money",
  requirement: "money",
  /** What an isolated entry may part with and not be in breach. */
  spare: "money",
  /** At the leverage that is asked for, and at the one that stands. */
  asked: "money",
  charged: "money",
  /** In the venue, or on its way in. */
  inside: "money",
} as const;
type GroundName = keyof typeof groundKinds;

/** What a market order would meet, best first. */
export interface Met {
  readonly lots: Lots;
  readonly price: Ticks;
}

export type Grounds = {
  readonly [N in GroundName]?: UncheckedFieldValue<(typeof groundKinds)[N]>;
} & { readonly met?: readonly Met[] };

const groundsBy = new WeakMap<Rejection, Grounds>();

/** Has {@link groundsOf} know what a refusal comes of. @returns the refusal */
export function grounded(rejection: Rejection, grounds: Grounds): Rejection {
  groundsBy.set(rejection, grounds);
  return rejection;
}

/** What a refusal comes of, besides its details; nothing of one that was read from a record. */
export function groundsOf(rejection: Rejection): Grounds {
  return groundsBy.get(rejection) ?? NONE;
}

const NONE: Grounds = {};
