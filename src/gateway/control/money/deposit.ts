import { EXTERNAL_ACCOUNT, MOVE_DEPOSIT } from "../../../core/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText, amountOf, amountText } from "../parameters.ts";
import { balanceOf } from "./balance.ts";

/** `POST /control/money/deposit`: from the outside world into an account, at once. */
export const deposit = controlOperation({
  method: "POST",
  path: "/control/money/deposit",
  summary: "Deposit USDT into an account",
  parameters: { account: accountText, amount: amountText },
  async handle(context, { account: name, amount }) {
    const quanta = amountOf(amount);
    const { account } = await accountOf(context, name);
    await context.submit({
      type: "moveMoney",
      movement: MOVE_DEPOSIT,
      from: EXTERNAL_ACCOUNT,
      to: account,
      amount: quanta,
    });
    return balanceOf(context, account);
  },
});
