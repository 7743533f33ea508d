import { control, invalidParameter, optional, text } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText, orNone, rate } from "../parameters.ts";
import { showReferral } from "./show.ts";

/**
 * `POST /control/referrals/set`: names, replaces or ends a user's agent. What is due to the agent so far is paid first; fees count
 * for the new one from now on.
 */
export const setReferral = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/referrals/set",
  summary: "Name the agent that brought a user and its part of the user's trading fees, or end that",
  answer: control.ReferralSet,
  parameters: {
    account: accountText,
    agent: orNone(text("Who brought it, an account: its id or its name; none ends it.", 64)),
    rebateRate: optional(rate("The agent's part of the trading fees, above 0, at most 1; with an agent.")),
  },
  async handle(context, { account: name, agent: agentName, rebateRate = 0 }) {
    const { account } = await accountOf(context, name);
    const agent = agentName === null ? 0 : (await accountOf(context, agentName, "agent")).account;
    if ((agent === 0) !== (rebateRate === 0))
      throw invalidParameter("rebateRate", "above 0 with an agent, left out without");
    await context.submit({ type: "setReferral", account, agent, rebateRate });
    const referrals = await context.engine.query({ type: "referrals", agent: undefined });
    const referral = referrals.find((each) => each.account === account);
    return referral === undefined ? { account, agent: "none" as const } : showReferral(referral);
  },
});
