import { control, id, optional } from "../../../wire/index.ts";
import { balanceOf } from "../money/balance.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText } from "../parameters.ts";

/**
 * `POST /control/accounts/liquidate`: takes the shared entry, or that of an isolated position, through the whole ladder,
 * whatever its margin. Answers what the account has when the ladder is done.
 */
export const liquidateAccount = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/liquidate",
  summary: "Liquidate an account whatever its margin",
  answer: control.Liquidated,
  parameters: {
    account: accountText,
    position: optional(id("Id of an isolated position; without it the shared positions."), 0),
  },
  async handle(context, { account: name, position }) {
    const { account } = await accountOf(context, name);
    await context.submit({ type: "liquidate", account, position });
    return balanceOf(context, account);
  },
});
