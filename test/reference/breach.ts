import type { Cure } from "./cures.ts";
import { max, min, requirement } from "./rules.ts";
import type { Leg, RiskRule } from "./tape.ts";
import type { Position, Price, Venue } from "./venue.ts";
import { pointsOf } from "./venue.ts";

/** What an entry is worth, what it must be worth, and when it cannot carry its positions. */

export interface MarginHealth {
  readonly equity: bigint;
  readonly required: bigint;
}

export function sharedHealth(
  v: Venue,
  account: number,
  ruled = (rule: RiskRule): RiskRule => rule,
  price: Price = "mark",
): MarginHealth {
  let required = 0n;
  for (const holding of v.account(account).holdings) {
    if (holding.marginMode !== "shared") continue;
    const contract = v.contract(holding.contract);
    const riskRule = v.requiredBy(account, holding.contract);
    const long = v.legSize(account, holding.contract, "long");
    const short = v.legSize(account, holding.contract, "short");
    const fee = v.rateOf(account, holding.contract, true);
    const points = pointsOf(contract, price);
    required += requirement(contract.specification, ruled(riskRule), { long, short }, fee, points);
  }
  return { equity: v.equity(account, price), required };
}

/** @param leg how many lots its leg has */
export function isolatedHealth(
  v: Venue,
  position: Position,
  leg = v.legSize(position.account, position.contract, position.leg),
  price: Price = "mark",
): MarginHealth {
  const contract = v.contract(position.contract);
  const riskRule = v.requiredBy(position.account, position.contract);
  const legs = { long: 0, short: 0, [position.leg]: position.size, beside: leg - position.size };
  return {
    equity: v.isolatedEquity(position, price),
    required: requirement(contract.specification, riskRule, legs, 0n, pointsOf(contract, price)),
  };
}

/** Whether every isolated position of a leg in separated mode would stand if the leg had so many lots. */
export function siblingsStand(
  v: Venue,
  account: number,
  contract: number,
  leg: Leg,
  lots: number,
  except?: Position,
): boolean {
  return v
    .legs(account, contract, leg)
    .filter((each) => each !== except && each.marginMode === "isolated" && each.separatedMode === "separated")
    .every((each) => !isBreach(isolatedHealth(v, each, lots)));
}

export function isBreach({ equity, required }: MarginHealth): boolean {
  return required > 0n ? equity <= required : equity < 0n;
}

/**
 * What may leave an isolated position without a breach at a price: one quantum less than its equity has above
 * its requirement.
 */
function spare(v: Venue, position: Position, price: Price): bigint {
  const { equity, required } = isolatedHealth(v, position, undefined, price);
  return max(0n, required > 0n ? equity - required - 1n : equity);
}

/** What may leave an isolated position without a breach, at the mark and at the index. */
export function mayLeave(v: Venue, position: Position, cure: Cure): bigint {
  const [atMark, atIndex] = [spare(v, position, "mark"), spare(v, position, "index")];
  if (atIndex < atMark) v.notes.push(`at the index: ${cure}`);
  return v.has(cure) ? min(atMark, atIndex) : atMark;
}
