import * as declared from "../../../wire/control/operations/referral.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { showReferral } from "./show.ts";

/** `GET /control/referrals`: who was brought by whom, and what is due to the agent. */
export const listReferrals = controlOperation(declared.listReferrals, async (context, { agent: name }) => {
  const agent = name === undefined ? undefined : (await accountNamed(context, name, "agent")).account;
  return (await context.engine.query({ type: "referrals", agent })).map(showReferral);
});
