import type { Command } from "../../../core/index.ts";
import {
  BUY,
  GTC,
  HEDGE,
  IOC,
  isOpening,
  LONG,
  legOf,
  NO_PRESETS,
  orderAction,
  SELL,
  SHORT,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
} from "../../../core/index.ts";
import type { algoParameters } from "../../../wire/fapi/algoParameters.ts";
import { FapiError } from "../../../wire/fapi/errors.ts";
import type { orderParameters } from "../../../wire/fapi/orderParameters.ts";
import { MARKET, TAKE_PROFIT, TRAILING } from "../../../wire/fapi/orderParameters.ts";
import type { Input } from "../../../wire/index.ts";
import { invalidParameter, missingParameter } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { lotsOf, ticksOf } from "./grid.ts";
import { actionOf, limitPrice, newClientId, notRequired, refuseUnserved } from "./orderCommand.ts";

export type ConditionalInput = Omit<Input<typeof algoParameters>, "algoType" | "symbol" | "newOrderRespType">;
export type ConditionalCommand = Extract<Command, { type: "placeConditional" | "placeTpSl" }>;

/** A conditional order as POST order says it, in the words of POST algoOrder. */
export function asConditional({
  stopPrice: triggerPrice,
  activationPrice: activatePrice,
  newClientOrderId: clientAlgoId,
  ...same
}: Input<typeof orderParameters>): ConditionalInput {
  return { ...same, triggerPrice, activatePrice, clientAlgoId };
}

/**
 * The command of a conditional order. One that opens watches for its price by itself; one that closes is a take-profit or stop-loss of the leg.
 */
export function conditionalCommand(
  context: PrivateContext,
  contract: ContractSpec,
  input: ConditionalInput,
  requestHash: number,
): ConditionalCommand {
  refuseUnserved(input);
  if ((input.type & TRAILING) !== 0)
    throw new FapiError(-1116, "Invalid orderType. TRAILING_STOP_MARKET is not served here");
  for (const name of ["activatePrice", "callbackRate"] as const)
    if (input[name] !== undefined) throw notRequired(name, "only trailing orders have one");
  const { account } = context;
  const market = (input.type & MARKET) !== 0;
  const takeProfit = (input.type & TAKE_PROFIT) !== 0;
  const action =
    input.closePosition === true
      ? closingAction(context, input)
      : actionOf(input, context.rules.positionMode);
  if (input.triggerPrice === undefined) throw missingParameter("triggerPrice");
  if (market && input.price !== undefined) throw notRequired("price", "it executes at market");
  const { timeInForce = GTC } = input;
  if (timeInForce !== GTC && !(market && timeInForce === IOC))
    throw invalidParameter(
      "timeInForce",
      "GTC, or IOC at market: what a triggered order is",
      "combinationInvalid",
    );
  const size = sizeOf(contract, input, market);
  const common = {
    account,
    contract: contract.contract,
    size,
    triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
    triggerSource: input.workingType ?? TRIGGER_ON_LAST,
    price: market ? 0 : limitPrice(contract, input.price),
    marginMode: 0,
    requestHash,
    clientId: input.clientAlgoId ?? newClientId(),
  };
  if (!isOpening(orderAction(action)))
    return { type: "placeTpSl", ...common, leg: legOf(action), takeProfit, position: 0 };
  return {
    type: "placeConditional",
    ...common,
    ...NO_PRESETS,
    action,
    market,
    triggerDirection: takeProfit === (input.side === SELL) ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW,
  };
}

/** What of a position an order closes whole: a sale a long, a purchase a short. */
function closingAction({ rules }: PrivateContext, input: ConditionalInput): number {
  const { side } = input;
  if (input.reduceOnly !== undefined)
    throw new FapiError(-4138, "If closePosition is sent, reduceOnly must not be. closePosition closes only");
  if (rules.positionMode !== HEDGE) return actionOf({ ...input, reduceOnly: true }, rules.positionMode);
  const leg = side === BUY ? SHORT : LONG;
  const action = actionOf(input, rules.positionMode);
  if (legOf(action) !== leg)
    throw invalidParameter("closePosition", "side and positionSide open a position", "combinationInvalid");
  return action;
}

function sizeOf(
  contract: ContractSpec,
  { quantity, closePosition }: ConditionalInput,
  market: boolean,
): number {
  if (closePosition !== true) {
    if (quantity === undefined) throw missingParameter("quantity");
    return lotsOf(contract, "quantity", quantity);
  }
  if (!market)
    throw new FapiError(-4136, "Target strategy invalid for orderType with closePosition. At market only");
  if (quantity !== undefined)
    throw new FapiError(
      -4137,
      "Quantity must be zero with closePosition equals true. It is the position's at the trigger",
    );
  return 0;
}
