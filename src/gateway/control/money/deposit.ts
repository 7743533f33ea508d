import * as declared from "../../../wire/control/operations/money.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { balanceOf } from "./balance.ts";
import { moveOutside } from "./outside.ts";

/** `POST /control/money/deposit`: from the outside world into an account, at once. */
export const deposit = controlOperation(declared.deposit, async (context, { account: name, amount }) => {
  const { account } = await accountNamed(context, name);
  await moveOutside(context, "in", account, amount);
  return balanceOf(context, account);
});
