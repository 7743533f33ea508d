import type { Command } from "../../../core/index.ts";
import {
  COMBINED,
  GTC,
  isOpening,
  POST_ONLY,
  SEPARATED,
  SHARED,
  TRIGGER_ON_LAST,
} from "../../../core/index.ts";
import type { Input } from "../../../wire/index.ts";
import {
  choice,
  decimal,
  filterId,
  invalidParameter,
  missingParameter,
  optional,
} from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { lotsOf, ticksOf, ticksOrNone } from "../../trading/grid.ts";
import {
  actionParameter,
  clientIdParameter,
  MARKET,
  marginModeParameter,
  priceKindParameter,
  timeInForceParameter,
} from "../parameters.ts";

/** The interface has no such field: without it a close takes the oldest position first. */
export const closedPositionParameter = optional(
  filterId("Position to close, in separated mode; without it the oldest first (ours)"),
);

/** What placeOrder and each order of batchOrders say of an order. */
export const orderParameters = {
  client_oid: clientIdParameter,
  size: decimal("Quantity in base currency"),
  type: actionParameter,
  order_type: timeInForceParameter,
  match_price: priceKindParameter,
  price: optional(decimal("Order price; required for limit orders")),
  presetTakeProfitPrice: optional(decimal("Preset take-profit price")),
  presetStopLossPrice: optional(decimal("Preset stop-loss price")),
  separatedMode: optional(choice("1 combined; 2 separated", { "1": COMBINED, "2": SEPARATED })),
  positionId: closedPositionParameter,
};

/** What plan_order (and placeOrder in the shape of plan_order) says of an order. */
export const planParameters = {
  client_oid: clientIdParameter,
  size: decimal("Quantity in base currency"),
  type: actionParameter,
  match_type: priceKindParameter,
  execute_price: optional(decimal("Execution price; required for limit execution")),
  trigger_price: decimal("Trigger price"),
  positionId: closedPositionParameter,
};

export const orderMarginMode = optional(marginModeParameter, SHARED);

type PlaceOrder = Extract<Command, { type: "placeOrder" }>;
type PlacePlan = Extract<Command, { type: "placePlan" }>;

/** Who places where, and as which signed request. */
export interface Placement {
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
    type: "placeOrder",
    account: placement.account,
    contract: contract.contract,
    action: input.type,
    timeInForce: market && input.order_type === POST_ONLY ? GTC : input.order_type,
    market,
    price: market ? 0 : limitPrice(contract, "price", input.price),
    size,
    marginMode: placement.marginMode,
    separatedMode: input.separatedMode ?? 0,
    presetTakeProfit: ticksOrNone(contract, "presetTakeProfitPrice", input.presetTakeProfitPrice),
    presetStopLoss: ticksOrNone(contract, "presetStopLossPrice", input.presetStopLossPrice),
    presetsOnMark: 0,
    position: closedPosition(input.type, input.positionId),
    closeCapped: false,
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
    marginMode: placement.marginMode,
    position: closedPosition(input.type, input.positionId),
    requestHash: placement.requestHash,
    clientId: input.client_oid,
  };
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
