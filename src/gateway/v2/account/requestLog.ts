import { filterId, flag, integer, optional, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";

/** Ours: no other venue has it. The account's own requests as the request log has them, and why they were refused. */
export const requestLog = privateOperation({
  method: "GET",
  path: "/capi/v2/account/requestLog",
  summary: "Own requests and why they were refused (an operation of this venue's own)",
  meaning: "The account's own requests and why they were refused. An operation of this venue.",
  call: "account.requestLog",
  source: "docs/reference/requests.md",
  weight: { ip: 2, uid: 2 },
  access: "read",
  parameters: {
    after: optional(filterId("Only entries after this id, oldest first; without it the newest")),
    limit: optional(integer("Number of entries", { min: 1, max: 100 }), 100),
    refused: optional(flag("Only refused requests"), false),
  },
  response: v2.Requests,
  handle(context, { after, limit, refused }): v2.Requests {
    const { requestLog, account } = context;
    context.watchRequests();
    const { entries, next, lost } = requestLog.read({ after, limit, account, refused });
    return { entries: entries.map((entry) => ({ ...entry })), next, lost };
  },
});
