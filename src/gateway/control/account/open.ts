import { ACCOUNT_USER, EXTERNAL_ACCOUNT, MOVE_DEPOSIT } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/account.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { amountOf } from "../parameters.ts";

/** `POST /control/accounts/open`: a new account, without an API key yet. */
export const openAccount = controlOperation(declared.openAccount, async ({ submit }, { name, balance }) => {
  if (!/^[\w.-]+$/.test(name)) throw invalidParameter("name", "letters, digits, '-', '_' and '.' only");
  if (/^\d+$/.test(name)) throw invalidParameter("name", "digits alone would be taken for an account's id");
  const amount = balance === undefined ? undefined : amountOf(balance, "balance");
  const { id: account } = await submit({ type: "openAccount", kind: ACCOUNT_USER, name });
  if (amount !== undefined) {
    await submit({
      type: "moveMoney",
      movement: MOVE_DEPOSIT,
      from: EXTERNAL_ACCOUNT,
      to: account,
      amount,
    });
  }
  return { account, name };
});
