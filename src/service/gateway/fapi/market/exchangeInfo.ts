import * as declared from "../../../../interface/wire/fapi/operations/market.ts";
import {
  fapi,
  lotText,
  MONEY_DECIMALS,
  priceText,
  RATE_DECIMALS,
  rateText,
  shortTextOf,
  sizeText,
  textOf,
  tickText,
} from "../../../../interface/wire/index.ts";
import type { Lots } from "../../../../kernel/core/index.ts";
import {
  AMENDMENTS_MAX,
  CONTRACT_TRADING,
  divHalfEven,
  highestPrice,
  LEVERAGE_ONE,
  RATE_ONE,
} from "../../../../kernel/core/index.ts";
import { MINUTE_MS } from "../../../../kernel/host/clock.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { Budget, VersionLimits } from "../../limits/profile.ts";
import { limitProfiles } from "../../limits/profile.ts";
import { publicOperation } from "../../operation.ts";
import { symbolOf } from "../symbol.ts";

/** The contracts that can be traded, and their terms. */
export const exchangeInfo = publicOperation(
  declared.exchangeInfo,
  ({ contracts, now }): fapi.market.ExchangeInformation => {
    const shown = contracts.listed();
    const coins = [...new Set(shown.map(({ quoteCoin }) => quoteCoin))];
    return {
      timezone: "UTC",
      serverTime: now(),
      futuresType: "U_MARGINED",
      rateLimits: rateLimits(),
      exchangeFilters: [],
      assets: coins.map((asset) => ({ asset, marginAvailable: true, autoAssetExchange: null })),
      symbols: shown.map(information),
    };
  },
);

/** The limits in the dialect's words. @param budgets left out: those that the dialect announces */
export function rateLimits(
  { ipWeight, placements, burst }: Pick<VersionLimits, "ipWeight" | "placements" | "burst"> = limitProfiles
    .published.fapi,
) {
  return [
    ...(ipWeight === undefined ? [] : [{ rateLimitType: "REQUEST_WEIGHT" as const, ...windowOf(ipWeight) }]),
    ...[placements, burst].flatMap((budget) =>
      budget === undefined ? [] : [{ rateLimitType: "ORDERS" as const, ...windowOf(budget) }],
    ),
  ];
}

function windowOf({ max: limit, windowMs }: Budget) {
  return windowMs % MINUTE_MS === 0
    ? { interval: "MINUTE" as const, intervalNum: windowMs / MINUTE_MS, limit }
    : { interval: "SECOND" as const, intervalNum: windowMs / 1_000, limit };
}

function information(spec: ContractSpec): fapi.market.SymbolInformation {
  const symbol = symbolOf(spec);
  const band = rateText(Math.max(spec.bandBuyRate, spec.bandSellRate));
  return {
    symbol,
    pair: symbol,
    contractType: "PERPETUAL",
    deliveryDate: fapi.words.NEVER,
    onboardDate: 0,
    status: fapi.words.statuses[statusOf(spec)]!,
    maintMarginPercent: percentText(spec.tiers[0]!.maintenanceRate),
    requiredMarginPercent: percentText(divHalfEven(RATE_ONE * LEVERAGE_ONE, spec.leverageDefault)),
    baseAsset: spec.baseCoin,
    quoteAsset: spec.quoteCoin,
    marginAsset: spec.quoteCoin,
    pricePrecision: spec.priceDecimals,
    quantityPrecision: spec.sizeDecimals,
    baseAssetPrecision: MONEY_DECIMALS,
    quotePrecision: MONEY_DECIMALS,
    underlyingType: "COIN",
    underlyingSubType: [],
    settlePlan: 0,
    triggerProtect: rateText(spec.triggerProtectRate),
    liquidationFee: rateText(spec.liquidationFeeRate),
    marketTakeBound: band,
    maxMoveOrderLimit: AMENDMENTS_MAX,
    filters: filtersOf(spec),
    orderTypes: [...fapi.words.orderTypes],
    timeInForce: [...fapi.words.timesInForce],
  };
}

export function statusOf({ status, apiTradable }: ContractSpec): number {
  return apiTradable || status !== CONTRACT_TRADING ? status : fapi.words.CLOSED_TO_KEYS;
}

/** A rate of 1e-8 in per cent, exact. */
function percentText(rate: number): string {
  return shortTextOf(rate, RATE_DECIMALS - 2);
}

function filtersOf(spec: ContractSpec): fapi.market.Filter[] {
  const { bandBuyRate, bandSellRate, openOrdersMax: limit } = spec;
  const least = { minQty: sizeText(spec, spec.orderLotsMin), stepSize: lotText(spec) };
  const decimals = decimalsOf(bandBuyRate, bandSellRate);
  const multiplier = (rate: number) => textOf(rate / 10 ** (RATE_DECIMALS - decimals), decimals);
  return [
    {
      filterType: "PRICE_FILTER",
      minPrice: priceText(spec, 1),
      maxPrice: priceText(spec, highestPrice(spec, spec.quantaPerTickLot)),
      tickSize: tickText(spec),
    },
    { filterType: "LOT_SIZE", ...least, maxQty: sizeText(spec, spec.orderLotsMax) },
    { filterType: "MARKET_LOT_SIZE", ...least, maxQty: sizeText(spec, marketLotsMax(spec)) },
    { filterType: "MAX_NUM_ORDERS", limit },
    { filterType: "MAX_NUM_ALGO_ORDERS", limit },
    { filterType: "MIN_NOTIONAL", notional: String(spec.notionalMinUnits) },
    {
      filterType: "PERCENT_PRICE",
      multiplierUp: multiplier(RATE_ONE + bandBuyRate),
      multiplierDown: multiplier(RATE_ONE - bandSellRate),
      multiplierDecimal: String(decimals),
    },
  ];
}

/** Decimal places that the multipliers need, at least the four that clients know. */
function decimalsOf(...rates: readonly number[]): number {
  const needed = rates.map((rate) => rateText(rate).split(".")[1]?.length ?? 0);
  return Math.max(4, ...needed);
}

/** The size of the largest market order that opens. */
function marketLotsMax({ marketOpenLotsMax: opening, marketLotsMax: any }: ContractSpec): Lots {
  return any === 0 ? opening : Math.min(opening, any);
}
