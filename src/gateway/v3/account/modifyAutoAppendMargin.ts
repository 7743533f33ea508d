import { filterId, flag, v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { acknowledge } from "../acknowledge.ts";

export const modifyAutoAppendMargin = privateOperation({
  method: "POST",
  path: "/capi/v3/account/modifyAutoAppendMargin",
  summary: "Let an isolated position draw margin by itself, or not",
  meaning:
    "Decides whether an isolated position draws margin from the account before it would be liquidated.",
  call: "account.modifyAutoAppendMargin",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 15, uid: 30 },
  access: "trade",
  parameters: {
    positionId: filterId("Id of the isolated position"),
    autoAppendMargin: flag("Whether margin is added automatically"),
  },
  response: v3.Acknowledgement,
  handle(context, { positionId, autoAppendMargin }) {
    return acknowledge(context, {
      type: "setAutoAppend",
      account: context.account,
      position: positionId,
      on: autoAppendMargin,
    });
  },
});
