import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText, amountText } from "../parameters.ts";
import { balanceOf } from "./balance.ts";
import { moveOutside } from "./outside.ts";

/** `POST /control/money/withdraw`: out of an account, as far as it can part with it. */
export const withdraw = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/withdraw",
  summary: "Withdraw USDT from an account",
  answer: control.AccountMoney,
  parameters: { account: accountText, amount: amountText },
  async handle(context, { account: name, amount }) {
    const { account } = await accountOf(context, name);
    await moveOutside(context, "out", account, amount);
    return balanceOf(context, account);
  },
});
