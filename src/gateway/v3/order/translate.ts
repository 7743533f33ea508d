import type { Command } from "../../../core/index.ts";
import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  FOK,
  GTC,
  isOpening,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  PLAIN_ORDER,
  POST_ONLY,
  SELL,
} from "../../../core/index.ts";
import type { Input } from "../../../wire/index.ts";
import { invalidParameter, missingParameter } from "../../../wire/index.ts";
import type { orderParameters } from "../../../wire/v3/order.ts";
import { MARKET } from "../../../wire/v3/parameters.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { attachedTo } from "../../trading/attached.ts";
import { lotsOf, ticksOf } from "../../trading/grid.ts";
import type { Draft } from "../../trading/placeEach.ts";
import { contractOf } from "../symbol.ts";

/*
 * The command that places an order in the words of V3.
 */

/**
 * The command of an order. It trades in the symbol's modes; one that closes more than there is shrinks to it. A market order
 * ignores its price.
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

/** All or nothing where FOK says so, else what there is; an order that takes for certain cannot promise to rest. */
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
