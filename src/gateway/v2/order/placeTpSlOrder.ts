import { Type } from "typebox";
import { LONG, SHORT, TRIGGER_ON_LAST } from "../../../core/index.ts";
import { choice, decimal, optional, v2, WireError } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { clientIdParameter } from "../clientId.ts";
import { lotsOf, ticksOf, ticksOrNone } from "../grid.ts";
import { symbolParameter } from "../parameters.ts";
import { refusalOf } from "../refusals.ts";
import { orderMarginMode } from "./placement.ts";

/**
 * Places a take-profit or stop-loss on a position; without a size, on the whole position. A refusal by the rules of the
 * market is an answer with `success` false (and why), not an error.
 */
export const placeTpSlOrder = privateOperation({
  method: "POST",
  path: "/capi/v2/order/placeTpSlOrder",
  summary: "Place a take-profit or stop-loss plan order",
  source: "interface document, endpoint 9",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  parameters: {
    symbol: symbolParameter,
    clientOrderId: optional(clientIdParameter, ""),
    planType: choice("Take-profit or stop-loss", { profit_plan: 1, loss_plan: 0 }),
    triggerPrice: decimal("Trigger price"),
    executePrice: optional(decimal("Execution price; none or 0: market")),
    size: optional(decimal("Quantity in base currency; none: the whole position")),
    positionSide: choice("Side of the position", { long: LONG, short: SHORT }),
    marginMode: orderMarginMode,
  },
  response: Type.Array(v2.TpSlPlaced),
  async handle(context, input): Promise<v2.TpSlPlaced[]> {
    const contract = context.contracts.of(input.symbol);
    try {
      const { rejection, id } = await context.submit({
        type: "placeTpSl",
        account: context.account,
        contract: contract.contract,
        leg: input.positionSide,
        takeProfit: input.planType === 1,
        triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
        triggerSource: TRIGGER_ON_LAST,
        price: ticksOrNone(contract, "executePrice", input.executePrice),
        size: input.size === undefined ? 0 : lotsOf(contract, "size", input.size),
        marginMode: input.marginMode,
        position: 0,
        requestHash: context.requestHash,
        clientId: input.clientOrderId,
      });
      if (rejection !== undefined) throw refusalOf(rejection, contract);
      return [{ success: true, orderId: id }];
    } catch (cause) {
      if (cause instanceof WireError && isMarketRule(cause)) {
        return [{ success: false, orderId: 0, errorMessage: cause.message }];
      }
      throw cause;
    }
  },
});

function isMarketRule({ kind }: WireError): boolean {
  return kind === "refused" || kind === "parameterInvalid" || kind === "orderNotFound";
}
