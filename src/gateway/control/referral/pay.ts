import * as declared from "../../../wire/control/operations/referral.ts";
import { moneyText } from "../../../wire/index.ts";
import { balanceOf } from "../money/balance.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

/** `POST /control/referrals/pay`: pays a user's agent its part of the fees since the last payment, out of the fee account. */
export const payRebates = controlOperation(declared.payRebates, async (context, { account: name }) => {
  const { account } = await accountNamed(context, name);
  await context.submit({ type: "payRebates", account });
  const referrals = await context.engine.query({ type: "referrals", agent: undefined });
  const { agent } = referrals.find((each) => each.account === account)!;
  const { rows } = await context.history.rebates({ agents: [agent], account, limit: 1 });
  const { fees, amount } = rows[0]!;
  return {
    account,
    fees: moneyText(fees),
    paid: moneyText(amount),
    agent: await balanceOf(context, agent),
  };
});
