import { control, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText } from "../parameters.ts";

/** `GET /control/contest`: what programs uploaded to the contest log, oldest first; numbers are their source text. */
export const contestLog = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/contest",
  summary: "Read the contest log",
  answer: control.ContestView,
  parameters: { account: optional(accountText) },
  async handle(context, { account: name }) {
    const account = name === undefined ? undefined : (await accountOf(context, name)).account;
    return context.contestLog.list(account);
  },
});
