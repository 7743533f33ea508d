import * as declared from "../../../wire/control/operations/money.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { balanceOf } from "./balance.ts";
import { moveOutside } from "./outside.ts";

/** `POST /control/money/withdraw`: out of an account, as far as it can part with it. */
export const withdraw = controlOperation(declared.withdraw, async (context, { account: name, amount }) => {
  const { account } = await accountNamed(context, name);
  await moveOutside(context, "out", account, amount);
  return balanceOf(context, account);
});
