import { choice, decimal, filterId, invalidParameter, numbered, v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { moneyOf } from "../../trading/grid.ts";
import { acknowledge } from "../acknowledge.ts";

export const positionMargin = privateOperation({
  method: "POST",
  path: "/capi/v3/account/positionMargin",
  summary: "Add margin to an isolated position, or take some out",
  meaning: "Adds margin to an isolated position, or takes what it can spare.",
  call: "account.positionMargin",
  isForgotten: true,
  source: "docs/reference/rest-v3.md",
  weight: { ip: 15, uid: 30 },
  access: "trade",
  parameters: {
    isolatedPositionId: filterId("Id of the isolated position"),
    amount: decimal("Amount, above 0"),
    type: numbered(choice("1 adds, 2 takes", { "1": 1, "2": -1 })),
  },
  response: v3.Acknowledgement,
  handle(context, { isolatedPositionId, amount: text, type }) {
    const amount = moneyOf("amount", text);
    if (amount <= 0n) throw invalidParameter("amount", "it must be above 0");
    return acknowledge(context, {
      type: "adjustMargin",
      account: context.account,
      position: isolatedPositionId,
      amount: amount * BigInt(type),
    });
  },
});
