import { MONEY_DECIMALS, rateText, shortTextOf, v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/market.ts";
import type { Lots, TimeMs } from "../../../../kernel/core/index.ts";
import { COIN_SUSDT, divFloor, LEVERAGE_ONE } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { settlementTimesOfDay } from "../../market/settlements.ts";
import { publicOperation } from "../../operation.ts";
import { contractOfFilter, symbolOf } from "../symbol.ts";

/** As the interface announces it; what is in force is the limit profile's to say. */
const RATE_LIMITS = [{ rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 10, limit: 500 }];

/** What may be traded, and on which terms. Delisted contracts must be named. */
export const exchangeInfo = publicOperation(
  declared.exchangeInfo,
  ({ contracts, now }, { symbol }): v3.market.ExchangeInformation => {
    const shown = contracts.listed(contractOfFilter(contracts, symbol));
    const coins = [...new Set(shown.map(({ quoteCoin }) => quoteCoin))];
    return {
      assets: [...coins, v3.words.assets[COIN_SUSDT]!].map((asset) => ({ asset, marginAvailable: true })),
      rateLimits: RATE_LIMITS,
      symbols: shown.map((spec) => information(spec, now())),
    };
  },
);

function information(spec: ContractSpec, now: TimeMs): v3.market.ContractInformation {
  const symbol = symbolOf(spec);
  return {
    symbol,
    displaySymbol: symbol,
    baseAsset: spec.baseCoin,
    quoteAsset: spec.quoteCoin,
    marginAsset: spec.quoteCoin,
    pricePrecision: spec.priceDecimals,
    quantityPrecision: spec.sizeDecimals,
    baseAssetPrecision: spec.sizeDecimals,
    quotePrecision: MONEY_DECIMALS,
    contractVal: Number(shortTextOf(1, spec.sizeDecimals)),
    delivery: settlementTimesOfDay(spec, now),
    forwardContractFlag: true,
    minLeverage: divFloor(spec.leverageMin, LEVERAGE_ONE),
    maxLeverage: divFloor(spec.leverageMax, LEVERAGE_ONE),
    buyLimitPriceRatio: Number(rateText(spec.bandBuyRate)),
    sellLimitPriceRatio: Number(rateText(spec.bandSellRate)),
    makerFeeRate: Number(rateText(spec.makerRate)),
    takerFeeRate: Number(rateText(spec.takerRate)),
    minOrderSize: quantity(spec, spec.orderLotsMin),
    maxOrderSize: quantity(spec, spec.orderLotsMax),
    maxPositionSize: quantity(spec, spec.positionLotsMax),
    marketOpenLimitSize: quantity(spec, spec.marketOpenLotsMax),
    contractType: "PERPETUAL",
  };
}

/** A bound on quantities as a JSON number: the shortest that reads back as the same decimal. */
function quantity(spec: ContractSpec, lots: Lots): number {
  return Number(shortTextOf(lots * spec.lotStep, spec.sizeDecimals));
}
