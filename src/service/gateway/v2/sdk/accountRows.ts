import {
  averagePriceText,
  leverageText,
  moneyText,
  pointsText,
  priceText,
  rateText,
  sizeText,
  v2,
} from "../../../../interface/wire/index.ts";
import type { SdkItem } from "../../../../interface/wire/v2/sockets/index.ts";
import type {
  AssetsView,
  EntryView,
  FillImage,
  OrderImage,
  PositionImage,
  PositionView,
  TimeMs,
} from "../../../../kernel/core/index.ts";
import {
  BUY,
  COIN_USDT,
  IOC,
  LONG,
  SHARED,
  STATE_CANCELED,
  STATE_CANCELING,
  STATE_FILLED,
  STATE_UNTRIGGERED,
  sideOf,
} from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { clientIdOf } from "../../trading/ordersOf.ts";

/** The rows of an account's pushes as the vendor's Go SDK reads them. */

const COIN = v2.words.coins[COIN_USDT]!;
const RATE_ONE = 100_000_000n;

/** The account's shared entry. */
export function assetItem(assets: AssetsView, entry: EntryView): SdkItem<"account"> {
  const { openLong, openShort, closeLong, closeShort } = entry.counters;
  // What positions moved, and the value of those that are open: the rest is what closing brought.
  const realized = closeLong - openLong + openShort - closeShort + entry.legacy - entry.amount;
  return {
    coinName: COIN,
    available: moneyText(assets.available),
    frozen: moneyText(assets.frozen),
    equity: moneyText(assets.equity),
    unrealizedPnl: moneyText(assets.unrealized),
    realizedPnl: moneyText(realized),
    marginBalance: moneyText(assets.equity),
    updateTime: entry.updatedTime,
  };
}

/** @param view the position as it stands, `undefined` once it has ended */
export function positionItem(
  position: PositionImage,
  view: PositionView | undefined,
  contract: ContractSpec,
  markPoints: number,
): SdkItem<"positions"> {
  const { size, openValue, cumOpenValue, cumCloseValue } = view ?? position;
  const gain = cumCloseValue - (cumOpenValue - openValue);
  const liquidation = view?.liquidationPrice ?? 0;
  return {
    symbol: contract.symbol,
    positionSide: position.leg === LONG ? "LONG" : "SHORT",
    size: size === 0 ? "0" : sizeText(contract, size),
    averageOpenPrice: size === 0 ? "0" : averagePriceText(contract, openValue, size),
    markPrice: pointsText(contract, markPoints),
    liquidatePrice: liquidation === 0 ? "0" : priceText(contract, liquidation),
    unrealizedPnl: moneyText(view?.unrealized ?? 0n),
    realizedPnl: moneyText(position.leg === LONG ? gain : -gain),
    leverage: leverageText(position.leverage),
    marginMode: marginModeOf(position.marginMode),
    margin: moneyText(view?.margin ?? 0n),
    marginRate: view === undefined ? "0" : rateText(marginRate(view)),
    updateTime: (view ?? position).updatedTime,
  };
}

/**
 * (margin + unrealized) / value at mark, in 1e-8, truncated; the value is what the entry was worth, and what
 * it gained since.
 */
function marginRate({ leg, openValue, margin, unrealized }: PositionView): number {
  const value = leg === LONG ? openValue + unrealized : openValue - unrealized;
  return value <= 0n ? 0 : Number(((margin + unrealized) * RATE_ONE) / value);
}

export function orderItem(order: OrderImage, contract: ContractSpec): SdkItem<"orders"> {
  const filled = order.size - order.remaining;
  return {
    orderId: String(order.order),
    clientOid: clientIdOf(order),
    symbol: contract.symbol,
    type: order.action,
    side: sideText(order.action),
    price: order.market ? "0" : priceText(contract, order.price),
    size: sizeText(contract, order.size),
    filledSize: filled === 0 ? "0" : sizeText(contract, filled),
    avgFillPrice: filled === 0 ? "0" : averagePriceText(contract, order.filledValue, filled),
    state: stateOf(order),
    orderType: order.market ? IOC : order.timeInForce,
    matchPrice: order.market ? 1 : 0,
    marginMode: marginModeOf(order.marginMode),
    leverage: leverageText(order.leverage),
    fee: moneyText(order.fee),
    feeCoin: COIN,
    realizedPnl: moneyText(order.realized),
    createTime: order.createdTime,
    updateTime: order.updatedTime,
  };
}

/** @param order the order that was filled, where the update has it */
export function fillItem(
  fill: FillImage,
  order: OrderImage | undefined,
  contract: ContractSpec,
  timestamp: TimeMs,
): SdkItem<"fill"> {
  return {
    fillId: String(fill.fill),
    orderId: String(fill.order),
    clientOid: order === undefined ? String(fill.order) : clientIdOf(order),
    symbol: contract.symbol,
    price: averagePriceText(contract, fill.value, fill.size),
    size: sizeText(contract, fill.size),
    side: sideText(fill.action),
    liquidity: fill.maker ? "maker" : "taker",
    fee: moneyText(fill.fee),
    feeCoin: COIN,
    realizedPnl: moneyText(fill.realized),
    timestamp,
  };
}

/** The SDK's `OrderStatus`. */
function stateOf({ state, remaining, size }: OrderImage): number {
  if (state === STATE_UNTRIGGERED) return -1;
  if (state === STATE_FILLED) return 2;
  if (state === STATE_CANCELING) return 3;
  if (state === STATE_CANCELED) return 4;
  return remaining < size ? 1 : 0;
}

function sideText(action: OrderImage["action"]): "buy" | "sell" {
  return sideOf(action) === BUY ? "buy" : "sell";
}

function marginModeOf(marginMode: number): 1 | 3 {
  return marginMode === SHARED ? 1 : 3;
}
