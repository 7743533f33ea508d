import type { Input } from "../../../../interface/wire/index.ts";
import {
  averagePriceText,
  invalidParameter,
  missingParameter,
  moneyText,
  priceText,
  shortLeverageText,
  sizeText,
  v3,
  WireError,
  v3 as wire,
} from "../../../../interface/wire/index.ts";
import type { orderParameters } from "../../../../interface/wire/v3/order.ts";
import { MARKET } from "../../../../interface/wire/v3/parameters.ts";
import type { OrderRow, FillRow as PushedFill } from "../../../../interface/wire/v3/sockets/index.ts";
import { pushWords } from "../../../../interface/wire/v3/sockets/index.ts";
import type { Command, FillImage, OrderImage, OrderView, TimeMs } from "../../../../kernel/core/index.ts";
import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  FOK,
  GTC,
  IOC,
  isOpening,
  LONG,
  legOf,
  OPEN_LONG,
  OPEN_SHORT,
  PLAIN_ORDER,
  POST_ONLY,
  presetSource,
  SELL,
  sideOf,
} from "../../../../kernel/core/index.ts";
import type { FillRow } from "../../../readmodel/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { JsonText } from "../../operation.ts";
import { attachedTo } from "../../trading/attached.ts";
import type { FillPricesOfOrder } from "../../trading/fillPrices.ts";
import { lotsOf, ticksOf } from "../../trading/grid.ts";
import { clientIdOf } from "../../trading/ordersOf.ts";
import type { Draft } from "../../trading/placeEach.ts";
import type { AccountWords } from "../../trading/pushedRows.ts";
import { fillRow, orderRow } from "../../trading/pushedRows.ts";
import { showFollowing } from "../../trading/showFollowing.ts";
import { contractOf, named, symbolOf } from "../symbol.ts";

/*
 * Between orders in the words of V3 and the core's: the command that places one, and what is said of orders
 * and fills, in answers and in pushes. What each field means: wire/v3/order.ts, wire/accountRows.ts.
 */

const { words } = v3;

/**
 * The command of an order. It trades in the symbol's modes; one that closes more than there is shrinks to it.
 * A market order ignores its price.
 */
export function orderCommand(
  { contracts, account }: PrivateContext,
  input: Input<typeof orderParameters>,
  requestHash: number,
): Draft {
  const contract = contractOf(contracts, input.symbol);
  const action = actionOf(input.side, input.positionSide);
  if (input.reduceOnly && isOpening(action)) {
    throw invalidParameter("reduceOnly", "side and positionSide open a position", "combinationInvalid");
  }
  const isMarket = input.type === MARKET;
  const attached = attachedTo(contract, action, {
    takeProfit: { name: "tpTriggerPrice", price: input.tpTriggerPrice, source: input.TpWorkingType },
    stopLoss: { name: "slTriggerPrice", price: input.slTriggerPrice, source: input.SlWorkingType },
  });
  const command: Extract<Command, { type: "placeOrder" }> = {
    ...PLAIN_ORDER,
    account,
    contract: contract.contract,
    action,
    timeInForce: isMarket ? marketTimeInForce(input) : timeInForceOf(input),
    market: isMarket,
    price: isMarket ? 0 : limitPrice(contract, input.price),
    size: lotsOf(contract, "quantity", input.quantity),
    ...attached,
    closeCapped: true,
    requestHash,
    clientId: input.newClientOrderId,
  };
  return { command, contract };
}

/** The limit price of an order that must have one. */
export function limitPrice(contract: ContractSpec, price: string | undefined): number {
  if (price === undefined) throw missingParameter("price");
  return ticksOf(contract, "price", price);
}

/** Clients that say postOnly say GTC with it. */
function timeInForceOf({ timeInForce, postOnly }: Input<typeof orderParameters>): number {
  if (timeInForce === undefined && !postOnly) throw missingParameter("timeInForce");
  if (!postOnly) return timeInForce!;
  if (timeInForce === undefined || timeInForce === GTC || timeInForce === POST_ONLY) return POST_ONLY;
  throw invalidParameter("postOnly", "the order takes at once, by timeInForce", "combinationInvalid");
}

/**
 * All or nothing where FOK says so, else what there is; an order that takes for certain cannot promise to
 * rest.
 */
function marketTimeInForce({ timeInForce, postOnly }: Input<typeof orderParameters>): number {
  if (postOnly || timeInForce === POST_ONLY)
    throw invalidParameter(
      postOnly ? "postOnly" : "timeInForce",
      "a market order takes at once",
      "combinationInvalid",
    );
  return timeInForce === FOK ? FOK : GTC;
}

/** What an order of a side does to the position of a side. */
export function actionOf(side: number, leg: number): number {
  if (leg === LONG) return side === BUY ? OPEN_LONG : CLOSE_LONG;
  return side === SELL ? OPEN_SHORT : CLOSE_SHORT;
}

/** An order, live or ended. */
export function showOrder(view: OrderView, contract: ContractSpec): v3.Order {
  return {
    orderId: view.order,
    clientOrderId: clientIdOf(view),
    ...showCommon(view, contract),
    status: words.statuses[view.state]!,
    type: words.orderType(view),
    price: shownPrice(view, contract),
    avgPrice: averagePrice(view, contract),
    stopPrice: view.triggerPrice === 0 ? "0" : priceText(contract, view.triggerPrice),
    origQty: sizeText(contract, view.size),
    executedQty: sizeText(contract, view.size - view.remaining),
    cumQuote: moneyText(view.filledValue),
    time: view.createdTime,
    updateTime: view.updatedTime,
  };
}

/**
 * A conditional order, live or ended. It keeps its id when it triggers, and is the order that trades then.
 */
export function showAlgoOrder(view: OrderView, contract: ContractSpec): v3.AlgoOrder {
  const { triggeredTime: triggerTime } = view;
  const preset = (price: number) => (price === 0 ? null : priceText(contract, price));
  return {
    algoId: view.order,
    clientAlgoId: clientIdOf(view),
    algoType: "CONDITIONAL",
    orderType: words.orderType(view),
    ...showCommon(view, contract),
    quantity: sizeText(contract, view.size),
    algoStatus: words.statuses[view.state]!,
    actualOrderId: view.parent !== 0 ? view.parent : triggerTime !== 0 ? view.order : null,
    actualPrice: averagePrice(view, contract),
    triggerPrice: priceText(contract, view.triggerPrice),
    price: shownPrice(view, contract),
    tpTriggerPrice: preset(view.presetTakeProfit),
    tpPrice: null,
    slTriggerPrice: preset(view.presetStopLoss),
    slPrice: null,
    tpOrderType:
      view.presetTakeProfit === 0 ? null : words.workingTypes[presetSource(view.presetsOnMark, true)]!,
    closePosition: view.size === 0,
    createTime: view.createdTime,
    updateTime: view.updatedTime,
    triggerTime,
    ...showFollowing(view, contract),
  };
}

function showCommon(view: OrderView, contract: ContractSpec) {
  return {
    symbol: symbolOf(contract),
    side: words.sides[sideOf(view.action)]!,
    positionSide: words.positionSides[legOf(view.action)]!,
    timeInForce: words.timesInForce[view.market ? IOC : view.timeInForce]!,
    workingType: words.workingTypes[view.triggerPrice === 0 ? 0 : view.triggerSource]!,
    reduceOnly: !isOpening(view.action),
  };
}

function shownPrice(view: OrderView, contract: ContractSpec): string {
  return view.market ? priceText(contract, 0) : priceText(contract, view.price);
}

function averagePrice(view: OrderView, contract: ContractSpec): string {
  const filled = view.size - view.remaining;
  return filled === 0 ? "0" : averagePriceText(contract, view.filledValue, filled);
}

/** Fees are positive where they were paid; a liquidation's fee is among them. */
export function showFill(row: FillRow, contract: ContractSpec): v3.Fill {
  const side = sideOf(row.action);
  return {
    id: row.fill,
    ...(row.fill !== row.trade && { turnedTradeId: row.trade }),
    orderId: row.order,
    symbol: symbolOf(contract),
    buyer: side === BUY,
    maker: row.maker,
    side: words.sides[side]!,
    positionSide: words.positionSides[legOf(row.action)]!,
    price: averagePriceText(contract, row.value, row.size),
    qty: sizeText(contract, row.size),
    quoteQty: moneyText(row.value),
    realizedPnl: moneyText(row.realized),
    commission: moneyText(row.fee + row.liquidationFee),
    commissionAsset: contract.quoteCoin,
    time: row.time,
  };
}

const own: AccountWords = { ...pushWords, leverage: shortLeverageText, orderType: words.orderType };

export function pushedOrder(
  order: OrderImage,
  contract: ContractSpec,
  prices: FillPricesOfOrder | undefined,
): OrderRow {
  return { id: String(order.order), ...named(contract), ...orderRow(order, contract, prices, own) };
}

export function pushedFill(fill: FillImage, contract: ContractSpec, time: TimeMs): PushedFill {
  return { id: String(fill.fill), ...named(contract), ...fillRow(fill, contract, time, own) };
}

/** The answer of an accepted placement, built by hand: client ids hold nothing that JSON would escape. */
export function placedText(order: number, clientId: string): JsonText {
  return new JsonText(
    `{"orderId":"${order}","clientOrderId":"${clientId}","success":true,"errorCode":"","errorMessage":""}`,
  );
}

const SUCCESS = { success: true, errorCode: "", errorMessage: "" } as const;

/** What became of one order of several. */
export function outcomeOf(result: number | WireError): Pick<v3.Placed, keyof typeof SUCCESS> {
  if (!(result instanceof WireError)) return SUCCESS;
  if (result.kind === "cancelNotFound" || result.kind === "orderNotFound") {
    return { success: false, errorCode: "ORDER_NOT_FOUND", errorMessage: "orderId not exist" };
  }
  const code = wire.codeOf(result) ?? wire.errors[result.kind].status;
  return { success: false, errorCode: String(code), errorMessage: wire.errorText(result) };
}
