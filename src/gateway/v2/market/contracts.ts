import type { Lots, TimeMs } from "../../../core/index.ts";
import { divFloor, LEVERAGE_ONE } from "../../../core/index.ts";
import { faceValueText, optional, rateText, shortTextOf } from "../../../wire/index.ts";
import type { ContractInformation } from "../../../wire/v2/market.ts";
import { Contracts } from "../../../wire/v2/market.ts";
import type { ContractSpec } from "../../contracts.ts";
import { settlementTimesOfDay } from "../../market/settlements.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

/** Contract information: always an array, of one row when a symbol is given. Delisted contracts must be named. */
export const contracts = publicOperation({
  path: "/capi/v2/market/contracts",
  summary: "Contract information",
  meaning:
    "The terms of what is traded: steps of price and size, limits of orders and positions, leverage, fee rates.",
  call: "market.contracts",
  source: "docs/reference/market-data.md#contracts",
  weight: 10,
  parameters: { symbol: optional(symbol) },
  response: Contracts,
  handle: (context, input): readonly ContractInformation[] => {
    const named = context.contracts.ofFilter(input.symbol);
    return context.contracts.listed(named).map((spec) => information(spec, context.now()));
  },
});

function information(spec: ContractSpec, now: TimeMs): ContractInformation {
  return {
    symbol: spec.symbol,
    underlying_index: spec.baseCoin,
    quote_currency: spec.quoteCoin,
    coin: spec.quoteCoin,
    contract_val: faceValueText(spec),
    delivery: settlementTimesOfDay(spec, now),
    size_increment: spec.sizeDecimals.toString(),
    tick_size: spec.priceDecimals.toString(),
    forwardContractFlag: true,
    priceEndStep: spec.priceStep,
    minLeverage: divFloor(spec.leverageMin, LEVERAGE_ONE),
    maxLeverage: divFloor(spec.leverageMax, LEVERAGE_ONE),
    buyLimitPriceRatio: rateText(spec.bandBuyRate),
    sellLimitPriceRatio: rateText(spec.bandSellRate),
    makerFeeRate: rateText(spec.makerRate),
    takerFeeRate: rateText(spec.takerRate),
    minOrderSize: quantity(spec, spec.orderLotsMin),
    maxOrderSize: quantity(spec, spec.orderLotsMax),
    maxPositionSize: quantity(spec, spec.positionLotsMax),
    marketOpenLimitSize: quantity(spec, spec.marketOpenLotsMax),
  };
}

/** A bound on sizes as the shortest exact decimal, as clients read steps: "0.0001", "100000". */
function quantity(spec: ContractSpec, lots: Lots): string {
  return shortTextOf(lots * spec.lotStep, spec.sizeDecimals);
}
