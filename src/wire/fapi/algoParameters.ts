import { choice, decimal, optional, refusedAs } from "../parameter.ts";
import {
  clientIdParameter,
  conditionalTypes,
  positionSideParameter,
  rareParameters,
  sideParameter,
  timeInForceParameter,
  workingTypeParameter,
} from "./orderParameters.ts";
import { bool, symbolParameter } from "./parameters.ts";

/** What POST algoOrder says of a conditional order. */
export const algoParameters = {
  algoType: optional(choice("Kind of order", { CONDITIONAL: "CONDITIONAL" })),
  symbol: symbolParameter,
  side: sideParameter,
  positionSide: positionSideParameter,
  type: refusedAs(
    "orderTypeInvalid",
    choice(
      "A STOP fires when the price goes the order's own way, a TAKE_PROFIT when it comes towards it",
      conditionalTypes,
    ),
  ),
  timeInForce: optional(timeInForceParameter),
  quantity: optional(decimal("Quantity, base coin; none with closePosition")),
  price: optional(decimal("Limit price; required for STOP and TAKE_PROFIT")),
  triggerPrice: optional(decimal("Trigger price")),
  workingType: workingTypeParameter,
  closePosition: optional(bool("Whether it closes the whole position; at market only")),
  reduceOnly: optional(bool("Whether it may only close; one-way mode alone")),
  activatePrice: optional(decimal("Price at which a trailing order begins to follow")),
  callbackRate: optional(decimal("By how much a trailing order follows, per cent")),
  clientAlgoId: clientIdParameter,
  newOrderRespType: optional(choice("The answer is the same with either", { ACK: 0, RESULT: 1 }), 0),
  ...rareParameters,
};
