import * as declared from "../../../wire/control/operations/venue.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

/** `GET /control/contest`: what programs uploaded to the contest log, oldest first; numbers are their source text. */
export const contestLog = controlOperation(declared.contestLog, async (context, { account: name }) => {
  const account = name === undefined ? undefined : (await accountNamed(context, name)).account;
  return context.uploadLog.list(account);
});
