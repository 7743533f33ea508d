import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import type { algoParameters, orderParameters } from "../../../../interface/wire/fapi/orderParameters.ts";
import { GTD, MARKET, TAKE_PROFIT, TRAILING } from "../../../../interface/wire/fapi/orderParameters.ts";
import type { Input } from "../../../../interface/wire/index.ts";
import {
  invalidParameter,
  missingParameter,
  RATE_DECIMALS,
  unitsOf,
} from "../../../../interface/wire/index.ts";
import type { Command } from "../../../../kernel/core/index.ts";
import {
  BUY,
  GTC,
  HEDGE,
  IOC,
  isOpening,
  LONG,
  legOf,
  orderAction,
  PLAIN_CONDITIONAL,
  SELL,
  SHORT,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
} from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { isZero } from "../../trading/grid.ts";
import { lotsOf, triggerOf } from "./grid.ts";
import { actionOf, behaviorOf, limitPrice, newClientId, notRequired } from "./orderCommand.ts";

export type ConditionalInput = Omit<Input<typeof algoParameters>, "algoType" | "symbol" | "newOrderRespType">;
export type ConditionalCommand = Extract<
  Command,
  { type: "placeConditional" | "placeTpSl" | "placeTrailing" }
>;

/** What POST algoOrder and POST order call the prices of a conditional order. */
interface PriceNames {
  readonly triggerPrice: string;
  readonly activatePrice: string;
}
const IN_ALGO: PriceNames = { triggerPrice: "triggerPrice", activatePrice: "activatePrice" };
export const IN_ORDER: PriceNames = { triggerPrice: "stopPrice", activatePrice: "activationPrice" };

/** A conditional order in the parameters of POST order, translated into those of POST algoOrder. */
export function asConditional({
  stopPrice: triggerPrice,
  activationPrice: activatePrice,
  newClientOrderId: clientAlgoId,
  ...same
}: Input<typeof orderParameters>): ConditionalInput {
  return { ...same, triggerPrice, activatePrice, clientAlgoId };
}

/**
 * The command of a conditional order. An order that opens waits for its price by itself; one that closes is
 * a take-profit or stop-loss of the leg.
 */
export function conditionalCommand(
  context: PrivateContext,
  contract: ContractSpec,
  input: ConditionalInput,
  requestHash: number,
  names = IN_ALGO,
): ConditionalCommand {
  const { account, now, rules } = context;
  const market = (input.type & MARKET) !== 0;
  const isTrailing = (input.type & TRAILING) !== 0;
  const action =
    input.closePosition === true ? closingAction(context, input) : actionOf(input, rules.positionMode);
  const size = sizeOf(contract, input, market && !isTrailing);
  if (market && input.price !== undefined) throw notRequired("price", "it executes at market");
  const common = {
    account,
    contract: contract.contract,
    size,
    triggerSource: input.workingType ?? TRIGGER_ON_LAST,
    priceProtect: input.priceProtect,
    marginMode: 0,
    requestHash,
    clientId: input.clientAlgoId ?? newClientId(),
  };
  if (isTrailing)
    return { type: "placeTrailing", ...common, action, ...trailOf(context, contract, input, names) };
  for (const name of ["activatePrice", "callbackRate"] as const)
    if (input[name] !== undefined)
      throw notRequired({ ...names, callbackRate: "callbackRate" }[name], "only trailing orders have one");
  if (input.triggerPrice === undefined) throw missingParameter(names.triggerPrice);
  const takeProfit = (input.type & TAKE_PROFIT) !== 0;
  const closes = !isOpening(orderAction(action));
  mustHold(context, input, market, closes);
  const { selfTradeMode, goodTill, priceMatch } = behaviorOf(input, now());
  const prices = {
    triggerPrice: triggerOf(contract, names.triggerPrice, input.triggerPrice),
    price: market ? 0 : limitPrice(contract, input),
  };
  if (closes) {
    const endsWithLeg = input.closePosition === true;
    return {
      type: "placeTpSl",
      ...common,
      ...prices,
      leg: legOf(action),
      takeProfit,
      endsWithLeg,
      position: 0,
    };
  }
  return {
    ...PLAIN_CONDITIONAL,
    ...common,
    ...prices,
    ...{ action, market, selfTradeMode, goodTill, priceMatch },
    triggerDirection: takeProfit === (input.side === SELL) ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW,
  };
}

/**
 * How far a trailing order stays behind the price, and from which price on. `callbackRate` is in percent.
 */
function trailOf(
  context: PrivateContext,
  contract: ContractSpec,
  { callbackRate, activatePrice, triggerPrice, ...input }: ConditionalInput,
  names: PriceNames,
) {
  if (callbackRate === undefined) throw missingParameter("callbackRate");
  if (triggerPrice !== undefined) throw notRequired(names.triggerPrice, "a trailing order makes its own");
  mustHold(context, input, true, true);
  const rate = unitsOf(callbackRate, RATE_DECIMALS - PERCENT_DECIMALS);
  if (rate === undefined) throw invalidParameter("callbackRate", "at most six decimals", "precisionExceeded");
  return {
    callbackRate: rate,
    activationPrice:
      activatePrice === undefined ? 0 : triggerOf(contract, names.activatePrice, activatePrice),
  };
}

const PERCENT_DECIMALS = 2;

/**
 * Refuses combinations that a triggered order cannot have. An order that closes rests until it is cancelled,
 * at its own price and by the account's rules.
 */
function mustHold(
  { rules }: PrivateContext,
  { timeInForce = GTC, priceMatch, selfTradePreventionMode }: Partial<ConditionalInput>,
  market: boolean,
  closes: boolean,
): void {
  const isKept = timeInForce === GTC || (timeInForce === GTD && !market && !closes);
  if (!isKept && !(market && timeInForce === IOC))
    throw invalidParameter(
      "timeInForce",
      "GTC, or IOC at market, or GTD of one that opens: what a triggered order is",
      "combinationInvalid",
    );
  if (closes && (priceMatch ?? 0) !== 0)
    throw invalidParameter("priceMatch", "only of conditional orders that open", "combinationInvalid");
  if (closes && (selfTradePreventionMode ?? rules.selfTradePrevention) !== rules.selfTradePrevention)
    throw invalidParameter(
      "selfTradePreventionMode",
      "that of the account, but of conditional orders that open",
      "combinationInvalid",
    );
}

/** The action that closes a whole position: a sale closes a long, a purchase a short. */
function closingAction({ rules }: PrivateContext, input: ConditionalInput): number {
  const { side } = input;
  if (input.reduceOnly === true) throw notRequired("reduceOnly", "closePosition closes only");
  if (input.reduceOnly === false)
    throw new FapiError(-4138, "Reduce only must be true with closePosition equals true. It closes only");
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
  if (quantity !== undefined && !isZero(quantity))
    throw new FapiError(
      -4137,
      "Quantity must be zero with closePosition equals true. It is the position's at the trigger",
    );
  return 0;
}
