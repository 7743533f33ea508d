import * as declared from "../../../wire/control/operations/referral.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { showReferral } from "./show.ts";

/**
 * `POST /control/referrals/set`: names, replaces or ends a user's agent. What is due to the agent so far is paid first; fees count
 * for the new one from now on.
 */
export const setReferral = controlOperation(
  declared.setReferral,
  async (context, { account: name, agent: agentName, rebateRate = 0 }) => {
    const { account } = await accountNamed(context, name);
    const agent = agentName === null ? 0 : (await accountNamed(context, agentName, "agent")).account;
    if ((agent === 0) !== (rebateRate === 0))
      throw invalidParameter("rebateRate", "above 0 with an agent, left out without");
    await context.submit({ type: "setReferral", account, agent, rebateRate });
    const referrals = await context.engine.query({ type: "referrals", agent: undefined });
    const referral = referrals.find((each) => each.account === account);
    return referral === undefined ? { account, agent: "none" as const } : showReferral(referral);
  },
);
