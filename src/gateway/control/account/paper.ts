import { ACCOUNT_USER } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/account.ts";
import { invalidParameter, moneyText } from "../../../wire/index.ts";
import { PAPER_FUNDS_MAX } from "../../trading/paperFunds.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, amountOf } from "../parameters.ts";

/**
 * `POST /control/accounts/paper`: starts a user's paper account anew, or opens it: no orders, no positions, this
 * balance. What was open is closed at mark, without fees.
 */
export const resetPaperAccount = controlOperation(declared.resetPaperAccount, async (context, input) => {
  const { account: owner, kind } = await accountNamed(context, input.account);
  if (kind !== ACCOUNT_USER) throw invalidParameter("account", "only users trade on paper");
  const amount = amountOf(input.balance, "balance");
  if (amount > PAPER_FUNDS_MAX) throw invalidParameter("balance", "it must be at most 1000000000");
  const { id: account } = await context.submit({ type: "openPaper", account: owner, amount });
  await context.submit({ type: "resetPaper", account: owner, amount });
  const { wallet } = (await context.engine.query({ type: "assets", account }))!;
  return { account, owner, wallet: moneyText(wallet) };
});
