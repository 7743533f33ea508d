import * as declared from "../../../wire/v3/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { acknowledge } from "../acknowledge.ts";

export const modifyAutoAppendMargin = privateOperation(
  declared.modifyAutoAppendMargin,
  (context, { positionId, autoAppendMargin }) => {
    return acknowledge(context, {
      type: "setAutoAppend",
      account: context.account,
      position: positionId,
      on: autoAppendMargin,
    });
  },
);
