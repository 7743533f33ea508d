import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";

/** Ours: no other venue has it. The account's own requests as the request log has them, and why they were refused. */
export const requestLog = privateOperation(
  declared.requestLog,
  (context, { after, limit, refused }): v2.Requests => {
    const { requestLog, account } = context;
    context.watchRequests();
    const { entries, next, lost } = requestLog.read({ after, limit, account, refused });
    return { entries: entries.map((entry) => ({ ...entry })), next, lost };
  },
);
