import * as declared from "../../../../interface/wire/control/operations/market.ts";
import { invalidParameter, sizeText } from "../../../../interface/wire/index.ts";
import type { ActedCommand, ContractView } from "../../../../kernel/core/index.ts";
import {
  GTC,
  isOpening,
  orderAction,
  ownSelfTradeMode,
  PLAIN_ORDER,
  TRIGGER_ON_LAST,
} from "../../../../kernel/core/index.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, contractOf, lotsAsked, ticksAsked } from "../parameters.ts";
import { orderAfter, shownWhole } from "./showOrder.ts";

/**
 * `POST /control/orders/place`: places an order of an account, as if its owner had. Answers the order as it
 * is then: filled, resting, or ended.
 */
export const placeOrder = controlOperation(
  declared.placeOrder,
  async (context, { account: name, symbol, ...input }) => {
    const { account } = await accountNamed(context, name);
    const contract = await contractOf(context, symbol);
    const outcome = await context.submit(commandOf(contract, account, input));
    return shownWhole(context, await orderAfter(context, account, outcome.id, "placed"));
  },
);

interface OrderInput {
  readonly action: number;
  readonly size: string;
  readonly price: string | undefined;
  readonly timeInForce: number | undefined;
  readonly priceMatch: number | undefined;
  readonly goodTill: number | undefined;
  readonly selfTradePrevention: number | undefined;
  readonly orRefused: boolean;
  readonly triggerPrice: string | undefined;
  readonly triggerOn: number | undefined;
  readonly takeProfit: string | undefined;
  readonly stopLoss: string | undefined;
  readonly position: number;
  readonly clientId: string;
}

function commandOf(contract: ContractView, account: number, input: OrderInput): ActedCommand {
  const { action, position } = input;
  if (position !== 0 && isOpening(orderAction(action)))
    throw invalidParameter("position", "an order that opens names none");
  const size = lotsAsked(contract, input.size);
  if (size > contract.orderLotsMax)
    throw invalidParameter(
      "size",
      `at most ${sizeText(contract, contract.orderLotsMax)}, got '${input.size}'`,
    );
  const common = {
    ...presetsOf(contract, input),
    account,
    contract: contract.contract,
    action,
    market: input.price === undefined && input.priceMatch === undefined,
    price: input.price === undefined ? 0 : ticksAsked(contract, input.price, "price"),
    size,
    marginMode: 0, // whichever the symbol has
    position,
    requestHash: 0, // no signed request
    clientId: input.clientId,
  };
  if (input.triggerPrice === undefined) {
    if (input.triggerOn !== undefined) throw invalidParameter("triggerOn", "it goes with triggerPrice");
    return { ...PLAIN_ORDER, ...common, ...inTheBook(input) };
  }
  for (const name of ["timeInForce", "priceMatch", "goodTill", "selfTradePrevention"] as const)
    if (input[name] !== undefined) throw invalidParameter(name, "a plan order takes none");
  if (input.orRefused) throw invalidParameter("orRefused", "a plan order cannot be");
  return {
    type: "placePlan",
    ...common,
    triggerPrice: ticksAsked(contract, input.triggerPrice, "triggerPrice"),
    triggerSource: input.triggerOn ?? TRIGGER_ON_LAST,
  };
}

/** How an order behaves in the book. */
function inTheBook(input: OrderInput) {
  const { timeInForce = GTC, priceMatch = 0, goodTill = 0, selfTradePrevention, orRefused } = input;
  const selfTradeMode = selfTradePrevention === undefined ? 0 : ownSelfTradeMode(selfTradePrevention);
  return { timeInForce, priceMatch, goodTill, selfTradeMode, orRefused };
}

/** The presets of an order, which watch the last price. */
function presetsOf(contract: ContractView, { takeProfit, stopLoss }: OrderInput) {
  return {
    presetTakeProfit: takeProfit === undefined ? 0 : ticksAsked(contract, takeProfit, "takeProfit"),
    presetStopLoss: stopLoss === undefined ? 0 : ticksAsked(contract, stopLoss, "stopLoss"),
    presetsOnMark: 0,
  };
}
