import { Type } from "typebox";
import { optional, text, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { closeAll } from "../../trading/closeAll.ts";

/** Closes every position at market, of one symbol or of all; flat accounts get an empty list. */
export const closePositions = privateOperation({
  method: "POST",
  path: "/capi/v2/order/closePositions",
  summary: "Close positions at market",
  meaning: "Closes positions at the market, of a symbol or all.",
  call: "positions.close",
  isForgotten: true,
  source: "published documentation, close positions",
  weight: { ip: 40, uid: 50 },
  access: "place",
  orders: { family: "place" },
  parameters: { symbol: optional(text("Trading pair; all without it")) },
  response: Type.Array(v2.ClosedPosition),
  async handle(context, { symbol }): Promise<v2.ClosedPosition[]> {
    const closings = await closeAll(context, {
      contract: context.contracts.ofFilter(symbol),
      cancelAttached: false,
    });
    return closings.map(({ position, order, why }) => ({
      positionId: position.position,
      success: order !== 0,
      successOrderId: order,
      errorMessage: why,
    }));
  },
});
