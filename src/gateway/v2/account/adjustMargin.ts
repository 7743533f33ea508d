import * as declared from "../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { moneyOf } from "../../trading/grid.ts";
import { acknowledge } from "../acknowledge.ts";

export const adjustMargin = privateOperation(
  declared.adjustMargin,
  (context, { isolatedPositionId, collateralAmount }) => {
    return acknowledge(context, {
      type: "adjustMargin",
      account: context.account,
      position: isolatedPositionId,
      amount: moneyOf("collateralAmount", collateralAmount),
    });
  },
);
