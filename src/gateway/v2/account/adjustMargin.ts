import { COIN_USDT } from "../../../core/index.ts";
import { decimal, id, integer, invalidParameter, optional, quantaOfText, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { acknowledge } from "../acknowledge.ts";

/** No account holds as much; larger amounts are refused before they meet arithmetic. In quanta. */
const AMOUNT_MAX = 10n ** 21n;

export const adjustMargin = privateOperation({
  method: "POST",
  path: "/capi/v2/account/adjustMargin",
  summary: "Add margin to an isolated position, or take some out",
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
    const amount = quantaOfText(collateralAmount);
    if (amount === undefined) throw invalidParameter("collateralAmount", "at most eight decimals");
    if (amount > AMOUNT_MAX || amount < -AMOUNT_MAX)
      throw invalidParameter("collateralAmount", "it is too large");
    if (amount === 0n) throw invalidParameter("collateralAmount", "it must not be 0");
    return acknowledge(context, {
      type: "adjustMargin",
      account: context.account,
      position: isolatedPositionId,
      amount,
    });
  },
});
