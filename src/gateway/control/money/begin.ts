import { MOVE_DEPOSIT, MOVE_TRANSFER, MOVE_WITHDRAW } from "../../../core/index.ts";
import { choice, control, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOrOutside, accountText, amountOf, amountText } from "../parameters.ts";

/** `POST /control/money/begin`: announces a movement; the accounts show it as pending until it is settled. */
export const beginMovement = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/begin",
  summary: "Announce a deposit, withdrawal or transfer that is pending until settled",
  answer: control.MovementMade,
  parameters: {
    movement: choice("What kind of movement it is.", {
      deposit: MOVE_DEPOSIT,
      withdraw: MOVE_WITHDRAW,
      transfer: MOVE_TRANSFER,
    }),
    from: optional(accountText),
    to: optional(accountText),
    amount: amountText,
  },
  async handle(context, { movement, from, to, amount }) {
    const { id } = await context.submit({
      type: "beginMovement",
      movement,
      from: await accountOrOutside(context, from, "from"),
      to: await accountOrOutside(context, to, "to"),
      amount: amountOf(amount),
    });
    return { movement: id };
  },
});
