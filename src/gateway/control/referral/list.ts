import { control, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText } from "../parameters.ts";
import { showReferral } from "./show.ts";

/** `GET /control/referrals`: who was brought by whom, and what is due to the agent. */
export const listReferrals = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/referrals",
  summary: "List the users that agents brought, with the rebates that are due",
  answer: control.Referrals,
  parameters: { agent: optional(accountText) },
  async handle(context, { agent: name }) {
    const agent = name === undefined ? undefined : (await accountOf(context, name, "agent")).account;
    return (await context.engine.query({ type: "referrals", agent })).map(showReferral);
  },
});
