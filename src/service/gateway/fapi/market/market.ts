import * as declared from "../../../../interface/wire/fapi/operations/market.ts";
import type { fapi } from "../../../../interface/wire/index.ts";
import { invalidParameter, moneyText, priceText, sizeText } from "../../../../interface/wire/index.ts";
import type { ContractIndex, TimeMs } from "../../../../kernel/core/index.ts";
import { SELL } from "../../../../kernel/core/index.ts";
import { HOUR_MS } from "../../../../kernel/host/clock.ts";
import type { Level, PublicTrade } from "../../../views/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { AggregateTrade } from "../../market/trades.ts";
import { aggregated } from "../../market/trades.ts";
import type { Context, Operation } from "../../operation.ts";
import { privateOperation, publicOperation } from "../../operation.ts";
import { contractOf, symbolOf } from "../symbol.ts";

export const ping = publicOperation(declared.ping, (): fapi.market.Nothing => ({}));

/** The venue's clock: market time, which every other stamp is taken from. */
export const time = publicOperation(
  declared.time,
  ({ now }): fapi.market.ServerTime => ({ serverTime: now() }),
);

/** The order book by price. */
export const depth = publicOperation(
  declared.depth,
  ({ contracts, views, now }, { symbol, limit }): fapi.market.Depth => {
    const spec = contractOf(contracts, symbol);
    const { bids, asks, version } = views.depth(spec.contract, limit);
    return {
      lastUpdateId: version,
      E: now(),
      T: views.time,
      bids: bids.map((level) => showLevel(spec, level)),
      asks: asks.map((level) => showLevel(spec, level)),
    };
  },
);

/** Price and quantity; the quantity of a level that is gone is 0. */
export function showLevel(spec: ContractSpec, { price, size }: Level): [string, string] {
  return [priceText(spec, price), size === 0 ? "0" : sizeText(spec, size)];
}

/** The latest public trades. */
export const trades = publicOperation(
  declared.trades,
  ({ contracts, views }, { symbol, limit }): fapi.market.Trade[] => {
    const spec = contractOf(contracts, symbol);
    return views
      .trades(spec.contract, limit)
      .toReversed()
      .map((trade) => showTrade(spec, trade));
  },
);

/** Trades from an id on, or the latest. */
export const historicalTrades = privateOperation(
  declared.historicalTrades,
  (context, { symbol, limit, fromId }): fapi.market.Trade[] => {
    const spec = contractOf(context.contracts, symbol);
    const kept = keptTrades(context, spec.contract);
    const shown =
      fromId === undefined ? kept.slice(-limit) : kept.filter(({ trade }) => trade >= fromId).slice(0, limit);
    return shown.map((trade) => showTrade(spec, trade));
  },
);

/** Trades, those of one taker order at one price taken together: after an id or a time, else the latest. */
export const aggTrades = publicOperation(
  declared.aggTrades,
  (context, { symbol, fromId, startTime, endTime, limit }): fapi.market.AggregateTrade[] => {
    const spec = contractOf(context.contracts, symbol);
    checkSpan(startTime, endTime, fromId);
    const all = aggregated(keptTrades(context, spec.contract)).filter(
      ({ first, time }) =>
        first >= (fromId ?? 0) && time >= (startTime ?? 0) && time <= (endTime ?? Number.POSITIVE_INFINITY),
    );
    const isFrom = fromId !== undefined || startTime !== undefined;
    const shown = isFrom ? all.slice(0, limit) : all.slice(-limit);
    return shown.map((trade) => showAggregate(spec, trade));
  },
);

/** The open interest of a contract. */
export const openInterest = publicOperation(
  declared.openInterest,
  ({ contracts, views, now }, { symbol }): fapi.market.OpenInterest => {
    const spec = contractOf(contracts, symbol);
    const { lots } = views.openInterest(spec.contract);
    return { openInterest: sizeText(spec, lots), symbol: symbolOf(spec), time: now() };
  },
);

/** The operations that answer an empty list. */
export const emptyOperations: readonly Operation[] = [
  declared.openInterestHist,
  declared.topAccounts,
  declared.topPositions,
  declared.accountRatio,
  declared.takerRatio,
  declared.basis,
  declared.deliveryPrice,
  declared.constituents,
  declared.indexInfo,
  declared.insuranceBalance,
  declared.assetIndex,
  declared.coins,
  declared.marginPairs,
].map((each) => publicOperation(each, () => []));

/** The trades of a contract that are kept in memory, oldest first. */
function keptTrades({ views }: Context, contract: ContractIndex): readonly PublicTrade[] {
  return views.trades(contract, Number.MAX_SAFE_INTEGER).toReversed();
}

function checkSpan(from: TimeMs | undefined, to: TimeMs | undefined, fromId: number | undefined): void {
  if (fromId !== undefined && (from ?? to) !== undefined)
    throw invalidParameter("fromId", "not together with startTime or endTime", "combinationInvalid");
  if (from === undefined || to === undefined) return;
  if (from > to) throw invalidParameter("startTime", `${from} is after ${to}`, "timesReversed");
  if (to - from > HOUR_MS)
    throw invalidParameter("startTime", "at most an hour before endTime", "timeSpanTooLong");
}

function showTrade(spec: ContractSpec, trade: PublicTrade): fapi.market.Trade {
  return {
    id: trade.trade,
    price: priceText(spec, trade.price),
    qty: sizeText(spec, trade.size),
    quoteQty: moneyText(trade.value),
    time: trade.time,
    isBuyerMaker: trade.takerSide === SELL,
    isRPITrade: false,
  };
}

export function showAggregate(spec: ContractSpec, trade: AggregateTrade): fapi.market.AggregateTrade {
  const size = sizeText(spec, trade.size);
  return {
    a: trade.first,
    p: priceText(spec, trade.price),
    q: size,
    nq: size,
    f: trade.first,
    l: trade.last,
    T: trade.time,
    m: trade.takerSide === SELL,
  };
}
