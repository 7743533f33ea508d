import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText, amountText } from "../parameters.ts";
import { balanceOf } from "./balance.ts";
import { moveOutside } from "./outside.ts";

/** `POST /control/money/deposit`: from the outside world into an account, at once. */
export const deposit = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/deposit",
  summary: "Deposit USDT into an account",
  answer: control.AccountMoney,
  parameters: { account: accountText, amount: amountText },
  async handle(context, { account: name, amount }) {
    const { account } = await accountOf(context, name);
    await moveOutside(context, "in", account, amount);
    return balanceOf(context, account);
  },
});
