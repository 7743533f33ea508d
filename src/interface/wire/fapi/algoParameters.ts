import { choice, decimal, optional, refusedAs } from "../parameter.ts";
import {
  activationParameter,
  clientIdParameter,
  conditionalTypes,
  directionParameters,
  termsParameters,
} from "./orderParameters.ts";

/** What POST algoOrder says of a conditional order. */
export const algoParameters = {
  algoType: optional(choice("Kind of order", { CONDITIONAL: "CONDITIONAL" })),
  ...directionParameters,
  type: refusedAs(
    "orderTypeInvalid",
    choice(
      "A STOP fires when the price goes the order's own way, a TAKE_PROFIT when it comes towards it",
      conditionalTypes,
    ),
  ),
  triggerPrice: optional(decimal("Trigger price")),
  activatePrice: activationParameter,
  clientAlgoId: clientIdParameter,
  newOrderRespType: optional(choice("The answer is the same with either", { ACK: 0, RESULT: 1 }), 0),
  ...termsParameters,
};
