import * as declared from "../../../wire/control/operations/risk.ts";
import { balanceOf } from "../money/balance.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

/**
 * `POST /control/accounts/liquidate`: takes the shared entry, or that of an isolated position, through the whole ladder,
 * whatever its margin. Answers what the account has when the ladder is done.
 */
export const liquidateAccount = controlOperation(
  declared.liquidateAccount,
  async (context, { account: name, position }) => {
    const { account } = await accountNamed(context, name);
    await context.submit({ type: "liquidate", account, position });
    return balanceOf(context, account);
  },
);
