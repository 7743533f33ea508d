import { upper } from "../../../../interface/wire/fields.ts";
import type { Input, WireProfile } from "../../../../interface/wire/index.ts";
import {
  averagePriceText,
  invalidParameter,
  leverageText,
  missingParameter,
  moneyText,
  priceText,
  sizeText,
  v2,
} from "../../../../interface/wire/index.ts";
import type {
  orderParameters,
  planParameters,
  presetParameters,
} from "../../../../interface/wire/v2/order.ts";
import { MARKET } from "../../../../interface/wire/v2/parameters.ts";
import type { Command, FillImage, OrderImage, OrderView, TimeMs } from "../../../../kernel/core/index.ts";
import {
  GTC,
  IOC,
  isOpening,
  legOf,
  orderAction,
  PLAIN_ORDER,
  POST_ONLY,
  presetSource,
  sideOf,
  TRIGGER_ON_LAST,
} from "../../../../kernel/core/index.ts";
import type { FillRow } from "../../../readmodel/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { attachedTo } from "../../trading/attached.ts";
import type { FillPricesOfOrder } from "../../trading/fillPrices.ts";
import { lotsOf, ticksOf } from "../../trading/grid.ts";
import { clientIdOf } from "../../trading/ordersOf.ts";
import type { AccountWords } from "../../trading/pushedRows.ts";
import { fillRow, orderRow } from "../../trading/pushedRows.ts";
import { showFollowing } from "../../trading/showFollowing.ts";

/*
 * Translates orders between the words of V2 and the core's: the command that places one, and orders and
 * fills in answers and in pushes. What each field means: wire/v2/order.ts, wire/v2/fill.ts,
 * wire/accountRows.ts.
 */

const { words } = v2;

type PlaceOrder = Extract<Command, { type: "placeOrder" }>;
type PlacePlan = Extract<Command, { type: "placePlan" }>;

/** The account and contract of a placement, and the signed request that it came with. */
interface Placement {
  readonly account: number;
  readonly contract: ContractSpec;
  readonly marginMode: number;
  readonly requestHash: number;
}

/**
 * A market order ignores its price; one that asks to be maker only is sent as a plain market order, as live
 * clients do.
 */
export function orderCommand(placement: Placement, input: Input<typeof orderParameters>): PlaceOrder {
  const { contract } = placement;
  const market = input.match_price === MARKET;
  const size = lotsOf(contract, "size", input.size);
  return {
    ...PLAIN_ORDER,
    account: placement.account,
    contract: contract.contract,
    action: input.type,
    timeInForce: market && input.order_type === POST_ONLY ? GTC : input.order_type,
    market,
    price: market ? 0 : limitPrice(contract, "price", input.price),
    size,
    marginMode: placement.marginMode,
    separatedMode: input.separatedMode ?? 0,
    ...presetsOf(contract, input),
    position: closedPosition(input.type, input.positionId),
    requestHash: placement.requestHash,
    clientId: input.client_oid,
  };
}

/** A plan order watches the last price. */
export function planCommand(placement: Placement, input: Input<typeof planParameters>): PlacePlan {
  const { contract } = placement;
  const market = input.match_type === MARKET;
  return {
    type: "placePlan",
    account: placement.account,
    contract: contract.contract,
    action: input.type,
    market,
    size: lotsOf(contract, "size", input.size),
    price: market ? 0 : limitPrice(contract, "execute_price", input.execute_price),
    triggerPrice: ticksOf(contract, "trigger_price", input.trigger_price),
    triggerSource: TRIGGER_ON_LAST,
    ...presetsOf(contract, input),
    marginMode: placement.marginMode,
    position: closedPosition(input.type, input.positionId),
    requestHash: placement.requestHash,
    clientId: input.client_oid,
  };
}

/** The presets of an order, which watch the last price. */
function presetsOf(
  contract: ContractSpec,
  {
    type,
    presetTakeProfitPrice,
    presetStopLossPrice,
  }: Input<typeof presetParameters> & { readonly type: number },
) {
  const source = TRIGGER_ON_LAST;
  return attachedTo(contract, orderAction(type), {
    takeProfit: { name: "presetTakeProfitPrice", price: presetTakeProfitPrice, source },
    stopLoss: { name: "presetStopLossPrice", price: presetStopLossPrice, source },
  });
}

function closedPosition(action: number, position: number | undefined): number {
  if (position === undefined) return 0;
  if (isOpening(orderAction(action)))
    throw invalidParameter("positionId", "an order that opens names no position", "combinationInvalid");
  return position;
}

function limitPrice(contract: ContractSpec, name: string, price: string | undefined): number {
  if (price === undefined) throw missingParameter(name);
  return ticksOf(contract, name, price);
}

/** An order in the words of order history, live or ended. A market order shows price "0.0" and type ioc. */
export function showOrder(view: OrderView, contract: ContractSpec): v2.Order {
  const filled = view.size - view.remaining;
  return {
    ...showCommon(view, contract),
    status: words.orderStatuses[view.state]!,
    type: words.orderType(view),
    order_type: words.timesInForce[view.market ? IOC : view.timeInForce]!,
    contracts: view.size * contract.contractsPerLot,
    filledQtyContracts: filled * contract.contractsPerLot,
    ...showPresets(view, contract),
  };
}

/** A plan order in codes, live or ended; in names under a profile that wants them. */
export function showPlanOrder(view: OrderView, contract: ContractSpec, profile: WireProfile): v2.PlanOrder {
  const names = profile.planWords === "names";
  return {
    ...showCommon(view, contract),
    status: names ? words.pushedStatuses[view.state]! : words.planStatusCode(view),
    type: names ? upper(words.orderType(view)) : words.planTypeCode(view),
    order_type: words.planTimesInForce[view.market ? IOC : view.timeInForce]!,
    triggerPrice: priceText(contract, view.triggerPrice),
    triggerPriceType: words.triggerPriceTypes[view.triggerSource]!,
    triggerTime: String(view.triggeredTime),
    ...showPresets(view, contract),
    ...showFollowing(view, contract),
  };
}

function showCommon(view: OrderView, contract: ContractSpec) {
  const filled = view.size - view.remaining;
  return {
    symbol: contract.symbol,
    size: sizeText(contract, view.size),
    client_oid: clientIdOf(view),
    createTime: String(view.createdTime),
    filled_qty: filled === 0 ? "0" : sizeText(contract, filled),
    fee: moneyText(view.fee),
    order_id: String(view.order),
    price: view.market ? "0.0" : priceText(contract, view.price),
    price_avg: filled === 0 ? "0" : averagePriceText(contract, view.filledValue, filled),
    totalProfits: moneyText(view.realized),
  };
}

function showPresets(view: OrderView, contract: ContractSpec) {
  const { presetTakeProfit, presetStopLoss } = view;
  return {
    presetTakeProfitPrice: presetTakeProfit === 0 ? null : priceText(contract, presetTakeProfit),
    presetStopLossPrice: presetStopLoss === 0 ? null : priceText(contract, presetStopLoss),
  };
}

/** A fill; fees are positive where they were paid. */
export function showFill(row: FillRow, contract: ContractSpec, profile: WireProfile): v2.Fill {
  const did = words.fillDirections[row.action]!;
  return {
    tradeId: row.fill,
    ...(row.fill !== row.trade && { turnedTradeId: row.trade }),
    orderId: row.order,
    symbol: contract.symbol,
    marginMode: words.marginModes[row.marginMode]!,
    separatedMode: words.separatedModes[row.separatedMode]!,
    positionSide: words.positionSides[legOf(row.action)]!,
    orderSide: words.orderSides[sideOf(row.action)]!,
    fillSize: sizeText(contract, row.size),
    fillValue: moneyText(row.value),
    fillFee: moneyText(row.fee),
    liquidateFee: moneyText(row.liquidationFee),
    realizePnl: moneyText(row.realized),
    direction: profile.fillDirection === "action" ? did : row.maker ? "MAKER" : "TAKER",
    liquidateType: words.liquidateType(row.kind),
    legacyOrdeDirection: did,
    createdTime: row.time,
  };
}

const own: AccountWords = { ...v2.pushWords, leverage: leverageText, orderType: words.pushedOrderType };

export function pushedOrder(
  order: OrderImage,
  contract: ContractSpec,
  prices: FillPricesOfOrder | undefined,
): v2.OrderPush {
  const { presetTakeProfit, presetStopLoss, presetsOnMark } = order;
  const preset = (price: number, isTakeProfit: boolean): v2.PresetPush => ({
    triggerPrice: priceText(contract, price),
    triggerPriceType: words.pushedTriggerPriceTypes[presetSource(presetsOnMark, isTakeProfit)]!,
    type: isTakeProfit ? "TAKE_PROFIT_MARKET" : "STOP_MARKET",
  });
  return {
    id: String(order.order),
    ...named(contract),
    ...orderRow(order, contract, prices, own),
    ...(presetTakeProfit !== 0 && { openTpParam: preset(presetTakeProfit, true) }),
    ...(presetStopLoss !== 0 && { openSlParam: preset(presetStopLoss, false) }),
  };
}

export function pushedFill(fill: FillImage, contract: ContractSpec, time: TimeMs): v2.FillPush {
  return { id: String(fill.fill), ...named(contract), ...fillRow(fill, contract, time, own) };
}

/** How pushes of V2 name a contract and its coin. */
export function named(contract: ContractSpec) {
  return { coinId: contract.quoteCoin, contractId: contract.symbol };
}
