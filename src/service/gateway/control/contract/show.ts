import {
  leverageText,
  lotText,
  pointsText,
  priceText,
  rateText,
  sizeText,
  tickText,
} from "../../../../interface/wire/index.ts";
import type { ContractRulesView, ContractView } from "../../../../kernel/core/index.ts";
import { contractStatuses, markMethods, wordOf } from "../../words.ts";
import type { ControlServices } from "../operation.ts";

/**
 * A contract as control shows it: rates are fractions, leverage factors, prices and sizes decimals, 0 for
 * none.
 */
export function shownContract(
  contract: ContractView,
  { prices: { lastPrice } }: Pick<ControlServices, "prices">,
) {
  return {
    symbol: contract.symbol,
    contract: contract.contract,
    status: wordOf(contractStatuses, contract.status),
    /** When the notice of its delisting ends. */
    delistedAt: contract.delistingDue === 0 ? null : new Date(contract.delistingDue).toISOString(),
    apiTradable: contract.apiTradable,
    tick: tickText(contract),
    lot: lotText(contract),
    index: pointsText(contract, contract.index),
    mark: pointsText(contract, contract.mark),
    last: priceText(contract, lastPrice(contract.contract)),
    bestBid: priceText(contract, contract.bestBid),
    bestAsk: priceText(contract, contract.bestAsk),
    openInterest: sizeText(contract, contract.openInterest),
    baseCoin: contract.baseCoin,
    quoteCoin: contract.quoteCoin,
    orderLotsMin: contract.orderLotsMin,
    orderLotsMax: contract.orderLotsMax,
    marketOpenLotsMax: contract.marketOpenLotsMax,
    marketLotsMax: contract.marketLotsMax,
    notionalMinUnits: contract.notionalMinUnits,
    positionLotsMax: contract.positionLotsMax,
    leverageMin: leverageText(contract.leverageMin),
    leverageMax: leverageText(contract.leverageMax),
    leverageDefault: leverageText(contract.leverageDefault),
    bandBuyRate: rateText(contract.bandBuyRate),
    bandSellRate: rateText(contract.bandSellRate),
    makerRate: rateText(contract.makerRate),
    takerRate: rateText(contract.takerRate),
    liquidationFeeRate: rateText(contract.liquidationFeeRate),
    triggerProtectRate: rateText(contract.triggerProtectRate),
    fundingIntervalMs: contract.fundingIntervalMs,
    fundingOffsetMs: contract.fundingOffsetMs,
    interestRate: rateText(contract.interestRate),
    fundingClampRate: rateText(contract.fundingClampRate),
    fundingCapRate: rateText(contract.fundingCapRate),
    openOrdersMax: contract.openOrdersMax,
    orphanTriggersKeep: contract.orphanTriggersKeep,
    separatedCloseFifo: contract.separatedCloseFifo,
    tiers: contract.tiers.map((tier) => ({
      notionalMax: tier.boundUnits,
      maintenanceRate: rateText(tier.maintenanceRate),
      leverageMax: leverageText(tier.leverageMax),
    })),
  };
}

/** A mark rule in words and decimals. */
export function shownMarkRule(rule: ContractRulesView["mark"]) {
  const { method, window, boundRate, impactUnits } = rule;
  return { method: wordOf(markMethods, method), window, boundRate: rateText(boundRate), impactUnits };
}
