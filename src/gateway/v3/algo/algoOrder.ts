import type { Command } from "../../../core/index.ts";
import {
  BUY,
  isOpening,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
} from "../../../core/index.ts";
import type { Input } from "../../../wire/index.ts";
import { choice, decimal, idText, invalidParameter, optional, refusedAs, v3 } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { carryOut } from "../../trading/carryOut.ts";
import { lotsOf, ticksOf } from "../../trading/grid.ts";
import { attachedTo } from "../order/attached.ts";
import { cancelOne } from "../order/cancelOne.ts";
import { placedText } from "../order/placed.ts";
import { limitPrice } from "../order/placement.ts";
import {
  actionOf,
  clientIdParameter,
  positionSideParameter,
  reduceOnlyParameter,
  sideParameter,
  workingTypeParameter,
} from "../parameters.ts";
import { contractOf, symbolParameter } from "../symbol.ts";

const PATH = "/capi/v3/algoOrder";

/** The two bits of a conditional order's type. */
const TAKE_PROFIT = 1;
const MARKET = 2;

const parameters = {
  symbol: symbolParameter,
  side: sideParameter,
  positionSide: positionSideParameter,
  type: refusedAs(
    "orderTypeInvalid",
    choice("A STOP fires when the price goes the order's own way, a TAKE_PROFIT when it comes towards it", {
      STOP: 0,
      TAKE_PROFIT,
      STOP_MARKET: MARKET,
      TAKE_PROFIT_MARKET: TAKE_PROFIT | MARKET,
    }),
  ),
  quantity: decimal("Quantity, base coin"),
  triggerPrice: decimal("Trigger price"),
  price: optional(decimal("Limit price; required for STOP and TAKE_PROFIT")),
  clientAlgoId: clientIdParameter,
  presetTakeProfitPrice: optional(decimal("Attached take-profit of an order that opens, executed at market")),
  presetStopLossPrice: optional(decimal("Attached stop-loss of an order that opens, executed at market")),
  TpWorkingType: workingTypeParameter,
  SlWorkingType: workingTypeParameter,
  reduceOnly: reduceOnlyParameter,
};

/** Of an order that closes, the working type of its kind says which price it watches; one that opens watches the last. */
export const placeAlgoOrder = privateOperation({
  method: "POST",
  path: PATH,
  summary: "Place a conditional order",
  meaning:
    "Places an order that waits for a price: a stop when the price goes its way, a take-profit when it comes towards it.",
  call: "algo.placeAlgoOrder",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 0, uid: 0 },
  access: "place",
  orders: { family: "place" },
  remembered: true,
  parameters,
  response: v3.Placed,
  async handle(context, input) {
    const contract = contractOf(context.contracts, input.symbol);
    const action = actionOf(input.side, input.positionSide);
    const command = isOpening(action)
      ? openingCommand(context, contract, action, input)
      : closingCommand(context, contract, action, input);
    const { id } = await carryOut(context, command, contract);
    return placedText(id, input.clientAlgoId);
  },
});

type AlgoInput = Input<typeof parameters>;

function openingCommand(
  { account, requestHash }: PrivateContext,
  contract: ContractSpec,
  action: number,
  input: AlgoInput,
): Command {
  if (input.reduceOnly) {
    throw invalidParameter("reduceOnly", "side and positionSide open a position", "combinationInvalid");
  }
  const market = (input.type & MARKET) !== 0;
  const isStop = (input.type & TAKE_PROFIT) === 0;
  return {
    type: "placeConditional",
    account,
    contract: contract.contract,
    action,
    market,
    size: lotsOf(contract, "quantity", input.quantity),
    price: market ? 0 : limitPrice(contract, input.price),
    triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
    triggerSource: TRIGGER_ON_LAST,
    triggerDirection: isStop === (input.side === BUY) ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW,
    ...presetsOf(contract, action, input),
    marginMode: 0,
    requestHash,
    clientId: input.clientAlgoId,
  };
}

function closingCommand(
  { account, requestHash }: PrivateContext,
  contract: ContractSpec,
  action: number,
  input: AlgoInput,
): Command {
  presetsOf(contract, action, input);
  const takeProfit = (input.type & TAKE_PROFIT) !== 0;
  return {
    type: "placeTpSl",
    account,
    contract: contract.contract,
    leg: input.positionSide,
    takeProfit,
    triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
    triggerSource: takeProfit ? input.TpWorkingType : input.SlWorkingType,
    price: (input.type & MARKET) !== 0 ? 0 : limitPrice(contract, input.price),
    size: lotsOf(contract, "quantity", input.quantity),
    marginMode: 0,
    position: 0,
    requestHash,
    clientId: input.clientAlgoId,
  };
}

function presetsOf(contract: ContractSpec, action: number, input: AlgoInput) {
  return attachedTo(contract, action, {
    takeProfit: {
      name: "presetTakeProfitPrice",
      price: input.presetTakeProfitPrice,
      source: input.TpWorkingType,
    },
    stopLoss: { name: "presetStopLossPrice", price: input.presetStopLossPrice, source: input.SlWorkingType },
  });
}

export const cancelAlgoOrder = privateOperation({
  method: "DELETE",
  path: PATH,
  summary: "Cancel a conditional order",
  meaning: "Cancels a conditional order that has not been triggered.",
  call: "algo.cancelAlgoOrder",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 1, uid: 3 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: { orderId: idText("Order id") },
  response: v3.Canceled,
  handle: (context, { orderId }) => cancelOne(context, { orderId, origClientOrderId: "" }, true),
});
