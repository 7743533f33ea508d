import { EXTERNAL_ACCOUNT, MOVE_WITHDRAW } from "../../../core/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText, amountOf, amountText } from "../parameters.ts";
import { balanceOf } from "./balance.ts";

/** `POST /control/money/withdraw`: out of an account, as far as it can part with it. */
export const withdraw = controlOperation({
  method: "POST",
  path: "/control/money/withdraw",
  summary: "Withdraw USDT from an account",
  parameters: { account: accountText, amount: amountText },
  async handle(context, { account: name, amount }) {
    const quanta = amountOf(amount);
    const { account } = await accountOf(context, name);
    await context.submit({
      type: "moveMoney",
      movement: MOVE_WITHDRAW,
      from: account,
      to: EXTERNAL_ACCOUNT,
      amount: quanta,
    });
    return balanceOf(context, account);
  },
});
