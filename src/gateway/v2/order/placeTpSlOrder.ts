import { Type } from "typebox";
import type { Command } from "../../../core/index.ts";
import { LONG, SHORT, TRIGGER_ON_LAST } from "../../../core/index.ts";
import type { ErrorName, Input } from "../../../wire/index.ts";
import { choice, decimal, optional, v2, WireError } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { lotsOf, ticksOf, ticksOrNone } from "../../trading/grid.ts";
import { refusalOf } from "../../trading/refusals.ts";
import { clientIdParameter } from "../clientId.ts";
import { symbolParameter } from "../parameters.ts";
import { orderMarginMode } from "./placement.ts";

const parameters = {
  symbol: symbolParameter,
  clientOrderId: optional(clientIdParameter, ""),
  planType: choice("Take-profit or stop-loss", { profit_plan: 1, loss_plan: 0 }),
  triggerPrice: decimal("Trigger price"),
  executePrice: optional(decimal("Execution price; none or 0: market")),
  size: optional(decimal("Quantity in base currency; none: the whole position")),
  positionSide: choice("Side of the position", { long: LONG, short: SHORT }),
  marginMode: orderMarginMode,
};

/**
 * Places a take-profit or stop-loss on a position; without a size, on the whole position.
 *
 * What is malformed is an error (4xx). A refusal by the rules of the market, off the grid included, is an answer with
 * `success` false and `orderId` 0, and says why in `errorMessage` where the profile shows it. What concerns the account or
 * the API rather than the order (frozen, a pair closed to API trading, a busy venue) is an error as anywhere else.
 */
export const placeTpSlOrder = privateOperation({
  method: "POST",
  path: "/capi/v2/order/placeTpSlOrder",
  summary: "Place a take-profit or stop-loss plan order",
  source: "interface document, endpoint 9",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  parameters,
  response: Type.Array(v2.TpSlPlaced),
  async handle(context, input): Promise<v2.TpSlPlaced[]> {
    const contract = context.contracts.of(input.symbol);
    let command: Command;
    try {
      command = tpSlCommand(context, contract, input);
    } catch (cause) {
      if (cause instanceof WireError && ofMarket.has(cause.kind)) return [failed(context, cause)];
      throw cause;
    }
    const { rejection, id } = await context.submit(command);
    if (rejection === undefined) return [{ success: true, orderId: id }];
    const error = refusalOf(rejection, contract);
    if (!answered.has(error.kind)) throw error;
    return [failed(context, error)];
  },
});

/** Refusals by the rules of the market. */
const ofMarket: ReadonlySet<ErrorName> = new Set(["refused", "sizeTooLarge", "clientIdTaken"]);
/** Refusals of the core that are answers: the market's rules, in whatever code they would have. */
const answered: ReadonlySet<ErrorName> = new Set([...ofMarket, "parameterInvalid", "orderNotFound"]);

function failed(context: PrivateContext, { message }: WireError): v2.TpSlPlaced {
  context.explain(message);
  const placed = { success: false, orderId: 0 };
  return context.profile.errorMessage === "shown" ? { ...placed, errorMessage: message } : placed;
}

/** Throws what is malformed as 40020, what is off the grid as a refusal of the market. */
function tpSlCommand(
  { account, requestHash }: PrivateContext,
  contract: ContractSpec,
  input: Input<typeof parameters>,
): Command {
  return {
    type: "placeTpSl",
    account,
    contract: contract.contract,
    leg: input.positionSide,
    takeProfit: input.planType === 1,
    triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
    triggerSource: TRIGGER_ON_LAST,
    price: ticksOrNone(contract, "executePrice", input.executePrice),
    size: input.size === undefined ? 0 : lotsOf(contract, "size", input.size),
    marginMode: input.marginMode,
    position: 0,
    requestHash,
    clientId: input.clientOrderId,
  };
}
