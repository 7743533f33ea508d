import * as declared from "../../../interface/wire/control/operations/referral.ts";
import { invalidParameter, moneyText, rateText } from "../../../interface/wire/index.ts";
import type { ReferralView } from "../../../kernel/core/index.ts";
import { readBack } from "./carriedOut.ts";
import { balanceOf } from "./money.ts";
import type { ControlOperation } from "./operation.ts";
import { controlOperation } from "./operation.ts";
import { accountNamed } from "./parameters.ts";

/** `GET /control/referrals`: who was brought by whom, and what is due to the agent. */
const listReferrals = controlOperation(declared.listReferrals, async (context, { agent: name }) => {
  const agent = name === undefined ? undefined : (await accountNamed(context, name, "agent")).account;
  return (await context.engine.query({ type: "referrals", agent })).map(showReferral);
});

/**
 * `POST /control/referrals/set`: names, replaces or ends a user's agent. What is due to the agent so far is
 * paid first; fees count for the new one from now on.
 */
const setReferral = controlOperation(
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

/**
 * `POST /control/referrals/pay`: pays a user's agent its part of the fees since the last payment, out of the
 * fee account.
 */
const payRebates = controlOperation(declared.payRebates, async (context, { account: name }) => {
  const { account } = await accountNamed(context, name);
  await context.submit({ type: "payRebates", account });
  const referrals = await context.engine.query({ type: "referrals", agent: undefined });
  const { agent } = referrals.find((each) => each.account === account)!;
  const { history } = context;
  const { rows } = await readBack(history, `the agent of account ${account} was paid`, () =>
    history.rebates({ agents: [agent], account, limit: 1 }),
  );
  const { fees, amount } = rows[0]!;
  return {
    account,
    fees: moneyText(fees),
    paid: moneyText(amount),
    agent: await balanceOf(context, agent),
  };
});

/** A user that an agent brought, as control shows it. */
function showReferral({ account, name, agent, rebateRate, referredTime, fees, due }: ReferralView) {
  return {
    account,
    name,
    agent,
    rebateRate: rateText(rebateRate),
    referredTime,
    fees: moneyText(fees),
    due: moneyText(due),
  };
}

/** The operations of referrals. */
export const referralOperations: readonly ControlOperation[] = [listReferrals, setReferral, payRebates];
