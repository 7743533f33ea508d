import type { v3 } from "../../../../interface/wire/index.ts";
import { moneyText, pointsText, priceText, rateText, sizeText } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/market.ts";
import { divFloor, LEVERAGE_ONE, SELL } from "../../../../kernel/core/index.ts";
import { MINUTE_MS } from "../../../../kernel/host/clock.ts";
import type { ContractSpec } from "../../contracts.ts";
import { ticketId } from "../../market/trades.ts";
import type { Context } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";
import { onPaper } from "../sim/paperContracts.ts";
import { contractOf, contractOfFilter, symbolOf } from "../symbol.ts";

/** The venue's clock: market time, which every other stamp is taken from. */
export const time = publicOperation(
  declared.time,
  (context): v3.market.ServerTime => ({ serverTime: context.now() }),
);

/** Which symbols programs may trade, each followed by the one that it has on paper. */
export const apiTradingSymbols = publicOperation(declared.apiTradingSymbols, ({ contracts }): string[] =>
  contracts
    .listed()
    .filter(({ apiTradable }) => apiTradable)
    .flatMap((contract) => [symbolOf(contract), symbolOf(onPaper(contract))]),
);

/** The order book by price: the best 15 or 200 levels of each side. */
export const depth = publicOperation(declared.depth, ({ contracts, views }, input): v3.market.Depth => {
  const spec = contractOf(contracts, input.symbol);
  const { bids, asks, version } = views.depth(spec.contract, input.limit);
  const row = ({ price, size }: { readonly price: number; readonly size: number }): [string, string] => [
    priceText(spec, price),
    sizeText(spec, size),
  ];
  return { asks: asks.map(row), bids: bids.map(row), lastUpdateId: version };
});

/** The latest public trades, newest first. */
export const trades = publicOperation(
  declared.trades,
  ({ contracts, views }, { symbol, limit }): v3.market.Trade[] => {
    const spec = contractOf(contracts, symbol);
    return views.trades(spec.contract, limit).map((each) => ({
      id: ticketId(spec.contract, each.trade),
      time: each.time,
      price: priceText(spec, each.price),
      qty: sizeText(spec, each.size),
      quoteQty: moneyText(each.value),
      isBestMatch: true,
      isBuyerMaker: each.takerSide === SELL,
    }));
  },
);

/** The index price, or the mark price. */
export const symbolPrice = publicOperation(
  declared.symbolPrice,
  ({ contracts, views, now }, { symbol, priceType }): v3.market.SymbolPrice => {
    const spec = contractOf(contracts, symbol);
    const { points } = views.contractAt(spec.contract)[priceType];
    return { symbol: symbolOf(spec), price: pointsText(spec, points), time: now() };
  },
);

/** What is held on each side of a contract. */
export const openInterest = publicOperation(
  declared.openInterest,
  ({ contracts, views, now }, { symbol }): v3.market.OpenInterest => {
    const spec = contractOf(contracts, symbol);
    const { lots } = views.openInterest(spec.contract);
    return { symbol: symbolOf(spec), openInterest: sizeText(spec, lots), time: now() };
  },
);

/** Mark, index and funding: an array, of one row when a symbol is given. */
export const premiumIndex = publicOperation(
  declared.premiumIndex,
  (context, { symbol }): Promise<v3.market.PremiumIndex[]> => {
    const { contracts } = context;
    const shown = contracts.listed(contractOfFilter(contracts, symbol));
    return Promise.all(shown.map((spec) => row(context, spec)));
  },
);

async function row(
  { history, views, now }: Context,
  contract: ContractSpec,
): Promise<v3.market.PremiumIndex> {
  const [settled] = await history.fundingRates({ contract: contract.contract, limit: 1 });
  const { spec, mark, index } = views.contractAt(contract.contract);
  return {
    symbol: symbolOf(contract),
    markPrice: pointsText(contract, mark.points),
    indexPrice: pointsText(contract, index.points),
    lastFundingRate: rateText(settled?.rate ?? 0),
    forecastFundingRate: rateText(spec.fundingRate),
    interestRate: rateText(spec.interestRate),
    nextFundingTime: spec.fundingDue,
    time: now(),
    collectCycle: spec.fundingIntervalMs / MINUTE_MS,
  };
}

/** The margin tiers: an array, of one row when a symbol is given. */
export const riskLimits = publicOperation(
  declared.riskLimits,
  ({ contracts }, { symbol }): v3.market.RiskLimit[] =>
    contracts.listed(contractOfFilter(contracts, symbol)).map((spec) => ({
      symbol: symbolOf(spec),
      brackets: spec.tiers.map(({ boundUnits, leverageMax, maintenanceRate }, index) => ({
        bracket: index + 1,
        notionalFloor: String(spec.tiers[index - 1]?.boundUnits ?? 0),
        notionalCap: String(boundUnits),
        initialLeverage: divFloor(leverageMax, LEVERAGE_ONE),
        maintMarginRatio: rateText(maintenanceRate),
      })),
    })),
);
