import { invalidParameter } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { moneyOf } from "../../trading/grid.ts";
import { acknowledge } from "../acknowledge.ts";

export const positionMargin = privateOperation(
  declared.positionMargin,
  (context, { isolatedPositionId, amount: text, type }) => {
    const amount = moneyOf("amount", text);
    if (amount <= 0n) throw invalidParameter("amount", "it must be above 0");
    return acknowledge(context, {
      type: "adjustMargin",
      account: context.account,
      position: isolatedPositionId,
      amount: amount * BigInt(type),
    });
  },
);
