import { Type } from "typebox";
import { LONG, SHORT, TRIGGER_ON_LAST } from "../../../core/index.ts";
import { choice, decimal, optional, v2, WireError } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { lotsOf, ticksOf, ticksOrNone } from "../../trading/grid.ts";
import { placeTpSl } from "../../trading/tpSl.ts";
import { clientIdParameter, symbolParameter } from "../parameters.ts";
import { closedPositionParameter, orderMarginMode } from "./placement.ts";

const parameters = {
  symbol: symbolParameter,
  clientOrderId: clientIdParameter,
  planType: choice("Take-profit or stop-loss", { profit_plan: 1, loss_plan: 0 }),
  triggerPrice: decimal("Trigger price"),
  executePrice: optional(decimal("Execution price; none or 0: market")),
  size: optional(decimal("Quantity in base currency; none: the whole position")),
  positionSide: choice("Side of the position", { long: LONG, short: SHORT }),
  marginMode: orderMarginMode,
  positionId: closedPositionParameter,
};

/**
 * Places a take-profit or stop-loss on a position; without a size, on the whole position. A refusal by the rules of the
 * market is an answer with `success` false and `orderId` 0, and says why in `errorMessage` where the profile shows it.
 */
export const placeTpSlOrder = privateOperation({
  method: "POST",
  path: "/capi/v2/order/placeTpSlOrder",
  summary: "Place a take-profit or stop-loss plan order",
  meaning: "Places a take-profit or stop-loss for a position.",
  call: "plans.placeTpSl",
  source: "interface document, endpoint 9",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  parameters,
  response: Type.Array(v2.TpSlPlaced),
  async handle(context, input): Promise<v2.TpSlPlaced[]> {
    const { account, contracts, profile, requestHash } = context;
    const contract = contracts.of(input.symbol);
    const result = await placeTpSl(context, contract, () => ({
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
      position: input.positionId ?? 0,
      requestHash,
      clientId: input.clientOrderId,
    }));
    if (!(result instanceof WireError)) return [{ success: true, orderId: result }];
    const failed = { success: false, orderId: 0 };
    return [profile.errorMessage === "shown" ? { ...failed, errorMessage: result.message } : failed];
  },
});
