import type { Command } from "../../../core/index.ts";
import { GTC, isOpening, PLAIN_ORDER, POST_ONLY, TRIGGER_ON_LAST } from "../../../core/index.ts";
import type { Input } from "../../../wire/index.ts";
import { invalidParameter, missingParameter } from "../../../wire/index.ts";
import type { orderParameters, planParameters, presetParameters } from "../../../wire/v2/order.ts";
import { MARKET } from "../../../wire/v2/parameters.ts";
import type { ContractSpec } from "../../contracts.ts";
import { attachedTo } from "../../trading/attached.ts";
import { lotsOf, ticksOf } from "../../trading/grid.ts";

/*
 * The command that places an order in the words of V2.
 */

type PlaceOrder = Extract<Command, { type: "placeOrder" }>;
type PlacePlan = Extract<Command, { type: "placePlan" }>;

/** Who places where, and as which signed request. */
interface Placement {
  readonly account: number;
  readonly contract: ContractSpec;
  readonly marginMode: number;
  readonly requestHash: number;
}

/** A market order ignores its price; one that asks to be maker only is sent as a plain market order, as live clients do. */
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

/** They watch the last price. */
function presetsOf(
  contract: ContractSpec,
  {
    type,
    presetTakeProfitPrice,
    presetStopLossPrice,
  }: Input<typeof presetParameters> & { readonly type: number },
) {
  const source = TRIGGER_ON_LAST;
  return attachedTo(contract, type, {
    takeProfit: { name: "presetTakeProfitPrice", price: presetTakeProfitPrice, source },
    stopLoss: { name: "presetStopLossPrice", price: presetStopLossPrice, source },
  });
}

function closedPosition(action: number, position: number | undefined): number {
  if (position === undefined) return 0;
  if (isOpening(action))
    throw invalidParameter("positionId", "an order that opens names no position", "combinationInvalid");
  return position;
}

function limitPrice(contract: ContractSpec, name: string, price: string | undefined): number {
  if (price === undefined) throw missingParameter(name);
  return ticksOf(contract, name, price);
}
