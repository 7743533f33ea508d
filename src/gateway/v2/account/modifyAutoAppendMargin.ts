import { flag, id, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { acknowledge } from "../acknowledge.ts";

export const modifyAutoAppendMargin = privateOperation({
  method: "POST",
  path: "/capi/v2/account/modifyAutoAppendMargin",
  summary: "Let an isolated position draw margin by itself, or not",
  meaning:
    "Decides whether an isolated position draws margin from the account before it would be liquidated.",
  call: "positions.setAutoAppend",
  source: "published documentation, auto-append margin",
  weight: { ip: 15, uid: 30 },
  access: "trade",
  parameters: {
    positionId: id("Id of the isolated position"),
    autoAppendMargin: flag("Whether margin is added automatically"),
  },
  response: v2.Acknowledgement,
  handle(context, { positionId, autoAppendMargin }) {
    return acknowledge(context, {
      type: "setAutoAppend",
      account: context.account,
      position: positionId,
      on: autoAppendMargin,
    });
  },
});
