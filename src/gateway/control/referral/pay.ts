import { control, moneyText } from "../../../wire/index.ts";
import { balanceOf } from "../money/balance.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText } from "../parameters.ts";

/** `POST /control/referrals/pay`: pays a user's agent its part of the fees since the last payment, out of the fee account. */
export const payRebates = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/referrals/pay",
  summary: "Pay a user's agent what is due of the user's trading fees",
  answer: control.RebatesPaid,
  parameters: { account: accountText },
  async handle(context, { account: name }) {
    const { account } = await accountOf(context, name);
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
  },
});
