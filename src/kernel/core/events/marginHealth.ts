import { ISOLATED, LONG, SEPARATED, SHARED } from "../data/codes.ts";
import type { MarginTerms } from "../data/contract/brackets.ts";
import type { Valuation } from "../data/margin/available.ts";
import { sharedEquity } from "../data/margin/available.ts";
import type { Legs } from "../data/margin/maintenance.ts";
import { isolatedLegs, maintenance } from "../data/margin/maintenance.ts";
import { legLotsOf } from "../data/state/ofAccount.ts";
import type { State } from "../data/state/state.ts";
import type { AccountId, ContractIndex, HoldingSlot, Leg, PositionSlot } from "../data/units/kinds.ts";
import type { Lots, Quanta, Rate } from "../data/units/units.ts";
import { assert, NONE } from "../data/units/units.ts";
import { headOf } from "./accountEvents.ts";

/** What an entry is worth at the marks, or at the indexes, and what its positions require of it there. */
export interface MarginHealth {
  readonly equity: Quanta;
  /** Rounded up; the shared entry's includes the closing fee. */
  readonly requirement: Quanta;
}

/** A contract with other margin terms than its own, to be tried out. */
export interface Trial {
  readonly contract: ContractIndex;
  marginOf(holding: HoldingSlot): MarginTerms;
  /** The rate of the closing fee that a holding's account would pay. */
  feeRateOf(holding: HoldingSlot): Rate;
}

/**
 * The shared entry of an account: equity and Σ over symbols of what must be kept.
 *
 * @param trial margin terms to use for one of the contracts in place of its own
 */
export function healthOfShared(
  s: State,
  account: AccountId,
  by: Valuation = "markPoints",
  trial?: Trial,
): MarginHealth {
  const equity = sharedEquity(s, account, by, s.scratch.equity);
  let requirement = 0n;
  const { accounts, holdings, contracts } = s;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    const long = holdings.longSize[h];
    const short = holdings.shortSize[h];
    if (holdings.marginMode[h] !== SHARED || long + short === 0) continue;
    const contract = contracts[holdings.contract[h]];
    const tried = trial?.contract === contract.index ? trial : undefined;
    const feeRate = tried === undefined ? holdings.takerRate[h] : tried.feeRateOf(h);
    requirement += maintenance(
      tried?.marginOf(h) ?? marginTermsOf(s, h),
      { long, short, feeRate },
      contract[by],
    );
  }
  assert(requirement >= 0n, "a requirement is not negative");
  return { equity: equity.toQuanta(), requirement };
}

/**
 * What decides the requirement of a holding's positions: its contract's rule, or the earlier rule that they
 * keep.
 */
export function marginTermsOf(s: State, holding: HoldingSlot): MarginTerms {
  const contract = s.contracts[s.holdings.contract[holding]];
  const kept = s.holdings.keptRule[holding];
  return kept === 0 ? contract : contract.keptMargins[kept - 1]!;
}

/**
 * What the requirement of a shared symbol is computed over. Its mode only changes while it has no position,
 * so all of its lots are shared.
 */
export function legsOfShared({ holdings }: State, holding: HoldingSlot): Legs {
  return {
    long: holdings.longSize[holding],
    short: holdings.shortSize[holding],
    feeRate: holdings.takerRate[holding],
  };
}

/**
 * What the requirement of an isolated position (slot) is computed over: its size, in the tier of its whole
 * leg.
 */
export function legsOfIsolated(s: State, p: PositionSlot): Legs {
  const { positions } = s;
  const leg = positions.leg[p];
  return isolatedLegs(leg, positions.size[p], legLotsOf(s, positions.holding[p], leg));
}

/**
 * The first isolated position (slot) of a leg that would be in breach if the leg had `legLots`; NONE where
 * none would be.
 *
 * @param except a position that is left out
 */
export function breachedAt(
  s: State,
  holding: HoldingSlot,
  leg: Leg,
  legLots: Lots,
  except: PositionSlot = NONE,
): PositionSlot {
  const { positions } = s;
  const head = headOf(s, holding, leg);
  if (head === NONE || positions.separatedMode[head] !== SEPARATED) return NONE;
  for (let p: PositionSlot = head; p !== NONE; p = positions.legNext[p]) {
    if (
      p !== except &&
      positions.marginMode[p] === ISOLATED &&
      isInBreach(healthOfIsolated(s, p, { legLots }))
    )
      return p;
  }
  return NONE;
}

/**
 * The entry of an isolated position (slot): wallet plus unrealized PnL, and the requirement of its size in
 * the tier of its leg.
 *
 * By default with the present size of its leg, the margin terms of its contract, and at the mark.
 */
export function healthOfIsolated(
  s: State,
  p: PositionSlot,
  {
    legLots = legLotsOf(s, s.positions.holding[p], s.positions.leg[p]),
    margin = marginTermsOf(s, s.positions.holding[p]),
    by = "markPoints",
  }: { readonly legLots?: Lots; readonly margin?: MarginTerms; readonly by?: Valuation } = {},
): MarginHealth {
  const { positions, entries, scratch } = s;
  const contract = s.contracts[positions.contract[p]];
  const size = positions.size[p];
  const isLong = positions.leg[p] === LONG;
  assert(positions.marginMode[p] === ISOLATED, "an isolated position stands by itself");
  const value = scratch.notional.setProduct(size, contract[by] * contract.quantaPerPointLot);
  const equity = entries.amount.read(positions.entry[p], scratch.equity).addSigned(isLong ? 1 : -1, value);
  const legs = isolatedLegs(positions.leg[p], size, legLots);
  return { equity: equity.toQuanta(), requirement: maintenance(margin, legs, contract[by]) };
}

/** equity ≤ requirement, where anything is required. */
export function isInBreach({ equity, requirement }: MarginHealth): boolean {
  return equity <= requirement && (requirement > 0n || equity < 0n);
}

/** Whether the requirement is at least `percent` of equity, where margin is called for at all. */
export function isCalledFor({ equity, requirement }: MarginHealth, percent: number): boolean {
  return percent > 0 && requirement > 0n && requirement * 100n >= equity * BigInt(percent);
}

/** What an entry may part with and still not be in breach. */
export function marginExcess({ equity, requirement }: MarginHealth): Quanta {
  const spare = requirement > 0n ? equity - requirement - 1n : equity;
  return spare > 0n ? spare : 0n;
}

/**
 * What an isolated position (slot) may part with and still not be in breach, neither at the mark nor at the
 * index.
 */
export function isolatedMarginExcess(s: State, p: PositionSlot): Quanta {
  const atMark = marginExcess(healthOfIsolated(s, p));
  const atIndex = marginExcess(healthOfIsolated(s, p, { by: "indexPoints" }));
  return atIndex < atMark ? atIndex : atMark;
}

/** Whether the account has a position in shared mode in a contract that is not held. */
export function hasLiveShared(s: State, account: AccountId): boolean {
  const { positions, contracts } = s;
  for (let p = s.accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] !== ISOLATED && contracts[positions.contract[p]].held === 0) return true;
  }
  return false;
}

/** Whether the account has a position in shared mode. */
export function hasShared(s: State, account: AccountId): boolean {
  const { positions } = s;
  for (let p = s.accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] !== ISOLATED) return true;
  }
  return false;
}
