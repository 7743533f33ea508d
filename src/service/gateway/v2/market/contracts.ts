import { faceValueText, rateText, shortTextOf } from "../../../../interface/wire/index.ts";
import type { ContractInformation } from "../../../../interface/wire/v2/market.ts";
import * as declared from "../../../../interface/wire/v2/operations/market.ts";
import type { Lots, TimeMs } from "../../../../kernel/core/index.ts";
import { divFloor, LEVERAGE_ONE } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { settlementTimesOfDay } from "../../market/settlements.ts";
import { publicOperation } from "../../operation.ts";

/**
 * Contract information: always an array, of one row when a symbol is given. Delisted contracts must be named.
 */
export const contracts = publicOperation(
  declared.contracts,
  (context, input): readonly ContractInformation[] => {
    const named = context.contracts.ofFilter(input.symbol);
    return context.contracts.listed(named).map((spec) => information(spec, context.now()));
  },
);

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
