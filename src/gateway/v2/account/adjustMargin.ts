import { COIN_USDT } from "../../../core/index.ts";
import { decimal, id, integer, optional, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { moneyOf } from "../../trading/grid.ts";
import { acknowledge } from "../acknowledge.ts";

export const adjustMargin = privateOperation({
  method: "POST",
  path: "/capi/v2/account/adjustMargin",
  summary: "Add margin to an isolated position, or take some out",
  meaning: "Adds margin to an isolated position, or takes what it can spare.",
  call: "positions.adjustMargin",
  isForgotten: true,
  source: "published documentation, adjust margin",
  weight: { ip: 15, uid: 30 },
  access: "trade",
  parameters: {
    coinId: optional(integer("Coin id", { min: COIN_USDT, max: COIN_USDT }), COIN_USDT),
    isolatedPositionId: id("Id of the isolated position"),
    collateralAmount: decimal("Positive adds, negative takes"),
  },
  response: v2.Acknowledgement,
  handle(context, { isolatedPositionId, collateralAmount }) {
    return acknowledge(context, {
      type: "adjustMargin",
      account: context.account,
      position: isolatedPositionId,
      amount: moneyOf("collateralAmount", collateralAmount),
    });
  },
});
