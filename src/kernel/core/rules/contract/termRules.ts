import type { ListContract } from "../../data/contract/contract.ts";
import { highestPrice, quantaPerTickLot } from "../../data/contract/contract.ts";
import type { ContractTerms } from "../../data/model/contracts.ts";
import { POINTS_PER_TICK, RATE_ONE } from "../../data/units/units.ts";

/**
 * The largest order that any contract may allow, in lots: price × size then stays below 2^53
 * (docs/decisions/0001).
 */
const ORDER_LOTS_CEILING = 1_000_000_000;

/** Rules that a specification must keep; each has a number so that a refusal can name it. */
export const contractRules: Readonly<Record<number, string>> = {
  1: "priceDecimals + sizeDecimals ≤ 8, both ≥ 0, and one lot at a hundredth of a tick is worth a whole number of quanta of 1e-8, below 2^53: priceDecimals + 2 + sizeDecimals ≤ 8, or lots of 10 or 100",
  2: "priceStep, lotStep and contractsPerLot are whole numbers ≥ 1",
  3: "1 ≤ orderLotsMin ≤ marketOpenLotsMax ≤ orderLotsMax ≤ 1e9, positionLotsMax ≥ orderLotsMin, and marketLotsMax ≥ orderLotsMin or 0",
  4: "1 ≤ leverageMin ≤ leverageDefault ≤ leverageMax (leverage in hundredths, at least 100)",
  5: "band, fee, interest, clamp, cap and protection rates lie between −1 and 1, all but maker and interest rate ≥ 0, maker + taker rate ≥ 0",
  6: "tiers: at least one, bounds ascending, maintenance rates ascending and at most 1, maximum leverages descending",
  7: "fundingIntervalMs ≥ 1000 and 0 ≤ fundingOffsetMs < fundingIntervalMs",
  8: "openOrdersMax ≥ 1",
  9: "symbol, base and quote coin are not empty",
  10: "positionLotsMax at a price of one tick is worth at most 10^13 units",
  11: "notionalMinUnits is a whole number ≥ 0",
};

/** The number of the first rule of {@link contractRules} that a new contract breaks, 0 if none. */
export function brokenListingRule(spec: Omit<ListContract, "type">): number {
  const { priceDecimals, sizeDecimals } = spec;
  if (!isCount(spec.priceStep, 1) || !isCount(spec.lotStep, 1) || !isCount(spec.contractsPerLot, 1)) return 2;
  if (!isCount(priceDecimals, 0) || !isCount(sizeDecimals, 0) || priceDecimals + sizeDecimals > 8) return 1;
  const perTickLot = quantaPerTickLot(spec);
  if (!isCount(perTickLot, 1) || perTickLot % POINTS_PER_TICK !== 0) return 1;
  if (spec.symbol === "" || spec.baseCoin === "" || spec.quoteCoin === "") return 9;
  return brokenTermsRule(spec, perTickLot);
}

/** The number of the first of these rules that changed terms break, 0 if none. */
export function brokenTermsRule(terms: ContractTerms, perTickLot: number): number {
  const { orderLotsMin, orderLotsMax, marketOpenLotsMax, marketLotsMax, positionLotsMax } = terms;
  if (!isCount(orderLotsMin, 1) || !isCount(orderLotsMax, 1) || !isCount(marketOpenLotsMax, 1)) return 3;
  if (
    orderLotsMin > marketOpenLotsMax ||
    marketOpenLotsMax > orderLotsMax ||
    orderLotsMax > ORDER_LOTS_CEILING
  )
    return 3;
  if (!isCount(positionLotsMax, orderLotsMin)) return 3;
  if (marketLotsMax !== 0 && !isCount(marketLotsMax, orderLotsMin)) return 3;
  if (!isCount(terms.notionalMinUnits, 0)) return 11;
  if (highestPrice(terms, perTickLot) < 1) return 10;
  const { leverageMin, leverageDefault, leverageMax } = terms;
  if (
    !isCount(leverageMin, 100) ||
    !isCount(leverageDefault, leverageMin) ||
    !isCount(leverageMax, leverageDefault)
  ) {
    return 4;
  }
  const { makerRate, interestRate } = terms;
  const neverBelowZero = [
    terms.bandBuyRate,
    terms.bandSellRate,
    terms.takerRate,
    terms.liquidationFeeRate,
    terms.fundingClampRate,
    terms.fundingCapRate,
    terms.triggerProtectRate,
  ];
  if (
    ![makerRate, interestRate, ...neverBelowZero].every(
      (rate) => isCount(rate, 1 - RATE_ONE) && rate < RATE_ONE,
    )
  )
    return 5;
  if (neverBelowZero.some((rate) => rate < 0)) return 5;
  if (makerRate + terms.takerRate < 0) return 5;
  if (terms.tiers.length === 0) return 6;
  for (const [i, tier] of terms.tiers.entries()) {
    const previous = terms.tiers[i - 1];
    if (tier.maintenanceRate > RATE_ONE) return 6;
    if (!isCount(tier.boundUnits, 1) || !isCount(tier.maintenanceRate, 0) || !isCount(tier.leverageMax, 100))
      return 6;
    if (previous === undefined) continue;
    if (tier.boundUnits <= previous.boundUnits || tier.maintenanceRate <= previous.maintenanceRate) return 6;
    if (tier.leverageMax > previous.leverageMax) return 6;
  }
  if (!isCount(terms.fundingIntervalMs, 1000) || !isCount(terms.fundingOffsetMs, 0)) return 7;
  if (terms.fundingOffsetMs >= terms.fundingIntervalMs) return 7;
  if (!isCount(terms.openOrdersMax, 1)) return 8;
  return 0;
}

function isCount(value: number, min: number): boolean {
  return Number.isSafeInteger(value) && value >= min;
}
