import { KIND_OFFSET, LONG, REDUCE_BY_FIFTHS, REDUCE_TO_MINIMUM, SHARED, SHORT } from "../data/codes.ts";
import type { Contract } from "../data/contract/contract.ts";
import { fillFee } from "../data/ledger/fees.ts";
import { maintenance } from "../data/margin/maintenance.ts";
import type { State } from "../data/state/state.ts";
import { bigDivFloor, divCeil } from "../data/units/divide.ts";
import type { AccountId, ContractIndex, HoldingSlot } from "../data/units/kinds.ts";
import { QUANTA_PER_UNIT } from "../data/units/money.ts";
import type { Lots, Quanta } from "../data/units/units.ts";
import { NONE } from "../data/units/units.ts";
import { healthOfShared, isInBreach, marginTermsOf } from "../events/marginHealth.ts";
import { liquidationFeeOf } from "../rules/liquidation/fee.ts";
import { closeInBook, sharedLimit, sharedValueLeft } from "./closeInBook.ts";

/**
 * Where a minimum turned out too small at the book's prices, the next reduction is at least this part of the
 * size.
 */
const FURTHER_MINIMUM_PARTS = 100;
const FIFTH = 5;

/**
 * Reduces each symbol above the first tier, the largest first, in the book, first opened first; again while
 * in breach. Stops where the book fills nothing. The contract's risk rule says how far at a time:
 *
 * ```
 * two tiers    to the bound of the tier two below, or of the first
 * minimum      by the fewest lots after which the account is no longer in breach ({@link leastReduction})
 * fifths       by ⌈ size / 5 ⌉ of the size at the beginning of the rung
 * ```
 *
 * What is in the first tier, or gets there, is closed whole by the next rung.
 *
 * @see docs/reference/liquidation.md
 */
export function reduceLarge(
  s: State,
  account: AccountId,
  isHealthy: () => boolean,
  isSpared: (contract: ContractIndex) => boolean,
): void {
  const { holdings, positions } = s;
  /** The size of each symbol at the beginning of the rung. */
  const found = new Map<number, Lots>();
  for (;;) {
    let progress = false;
    for (const h of sharedHoldings(s, account)) {
      if (isSpared(holdings.contract[h])) continue;
      const size = lotsOf(s, h);
      let excess = excessOf(s, account, h, found.get(h));
      if (!found.has(h)) found.set(h, size);
      const head = holdings.longHead[h] === NONE ? holdings.shortHead[h] : holdings.longHead[h];
      for (let p = head; p !== NONE && excess > 0; ) {
        const next = positions.legNext[p];
        const lots = Math.min(excess, positions.size[p]);
        excess -= lots;
        closeInBook(s, p, lots, KIND_OFFSET, sharedLimit(s, p));
        if (isHealthy()) return;
        p = next;
      }
      if (lotsOf(s, h) < size) progress = true;
    }
    if (!progress) return;
  }
}

/**
 * Lots by which a symbol is reduced now; `found`: its size at the beginning of the rung, undefined the first
 * time.
 */
function excessOf(s: State, account: AccountId, h: HoldingSlot, found: Lots | undefined): Lots {
  const contract = s.contracts[s.holdings.contract[h]];
  const size = lotsOf(s, h);
  const tier = tierOf(contract, size);
  if (tier === 0) return 0;
  switch (contract.riskRule.reduction) {
    case REDUCE_TO_MINIMUM: {
      const least = leastReduction(s, account, h);
      if (least === undefined || found === undefined) return least ?? 0;
      return Math.min(size, Math.max(least, divCeil(found, FURTHER_MINIMUM_PARTS)));
    }
    case REDUCE_BY_FIFTHS:
      return Math.min(size, divCeil(found ?? size, FIFTH));
    default:
      return size - lotsUpTo(contract, Math.max(0, tier - 2));
  }
}

/**
 * The fewest lots of a symbol that, closed at mark, would end the breach: equity falls by their trading fee
 * and liquidation fee, the requirement to that of the size left. Undefined where no part of this symbol ends
 * it: the next rung closes what must go as a whole.
 *
 * Between two bounds of tiers all of this is a straight line but for roundings. So a stretch whose two ends
 * are in breach has no healthy lots inside, and one with a healthy far end is searched by halving.
 */
function leastReduction(s: State, account: AccountId, h: HoldingSlot): Lots | undefined {
  const contract = s.contracts[s.holdings.contract[h]];
  const size = lotsOf(s, h);
  const isHealthyAfter = healthAfterClosing(s, account, h);
  if (isHealthyAfter(0)) return undefined; // not in breach: the ladder was forced
  let from = 1;
  for (let tier = tierOf(contract, size); tier >= 0; tier--) {
    const to = size - (tier === 0 ? 0 : lotsUpTo(contract, tier - 1)) - 1;
    if (from > to) continue;
    if (isHealthyAfter(from)) return from;
    if (isHealthyAfter(to)) {
      let breach = from;
      let healthy = to;
      while (healthy - breach > 1) {
        const middle = breach + Math.floor((healthy - breach) / 2);
        if (isHealthyAfter(middle)) healthy = middle;
        else breach = middle;
      }
      return healthy;
    }
    from = to + 1;
  }
  return undefined;
}

/** Whether the account would be out of breach after closing `lots` of a symbol at mark. */
function healthAfterClosing(s: State, account: AccountId, h: HoldingSlot): (lots: Lots) => boolean {
  const { holdings, scratch } = s;
  const contract = s.contracts[holdings.contract[h]];
  const size = lotsOf(s, h);
  const isLong = holdings.longSize[h] > 0;
  const leg = isLong ? LONG : SHORT;
  const feeRate = holdings.takerRate[h];
  const perLot = BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot);
  const required = (lots: Lots): Quanta => {
    const legs = { long: isLong ? lots : 0, short: isLong ? 0 : lots, feeRate };
    return maintenance(marginTermsOf(s, h), legs, contract.markPoints);
  };
  const { equity, requirement } = healthOfShared(s, account);
  const others = requirement - required(size);
  const atIndex = BigInt(size) * BigInt(contract.indexPoints) * BigInt(contract.quantaPerPointLot);
  const bankruptcy = { value: sharedValueLeft(s, account, leg, atIndex), lots: size };
  return (lots) => {
    const value = BigInt(lots) * perLot;
    const fee = fillFee(contract, scratch.value.fromQuanta(value), feeRate, scratch.fee).toQuanta();
    const charged = liquidationFeeOf(contract, leg, { lots, value, fee }, bankruptcy);
    return !isInBreach({ equity: equity - fee - charged, requirement: others + required(size - lots) });
  };
}

/** The tier of a size at mark, 0 the first; a size past the last bound is in the last tier. */
function tierOf(contract: Contract, size: Lots): number {
  const notional = BigInt(size) * BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot);
  return contract.brackets.findIndex(({ to }) => to === undefined || notional <= to);
}

/** ⌊ bound of a tier / mark ⌋ in lots. */
function lotsUpTo(contract: Contract, tier: number): Lots {
  const perLot = BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot);
  const { boundUnits } = contract.terms.tiers[tier]!;
  return Number(bigDivFloor(BigInt(boundUnits) * BigInt(QUANTA_PER_UNIT), perLot));
}

function lotsOf(s: State, h: HoldingSlot): Lots {
  return s.holdings.longSize[h] + s.holdings.shortSize[h];
}

/** An account's holdings with shared positions (one leg each, once netted), largest notional first. */
function sharedHoldings(s: State, account: AccountId): readonly HoldingSlot[] {
  const { holdings, accounts, contracts } = s;
  const held: { readonly h: HoldingSlot; readonly notional: bigint }[] = [];
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    const lots = lotsOf(s, h);
    if (holdings.marginMode[h] !== SHARED || lots === 0) continue;
    const { markPoints, quantaPerPointLot } = contracts[holdings.contract[h]];
    held.push({ h, notional: s.scratch.product.setProduct(lots, markPoints * quantaPerPointLot).toQuanta() });
  }
  held.sort((a, b) => (a.notional === b.notional ? 0 : a.notional < b.notional ? 1 : -1));
  return held.map(({ h }) => h);
}
