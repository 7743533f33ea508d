import { choice, control, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOrOutside, accountText, amountOf, amountText } from "../parameters.ts";
import { movements } from "../words.ts";

/**
 * `POST /control/money/move`: any movement between two accounts, so that every bill type and transfer reason of the
 * interface can be produced: transfers, gifts, refunds, copy-trading settlements. A side left out is the outside world.
 */
export const moveMoney = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/move",
  summary: "Move USDT between two accounts as a transfer, gift, refund or copy-trading settlement",
  answer: control.MovementMade,
  parameters: {
    movement: choice("What kind of movement it is.", movements),
    from: optional(accountText),
    to: optional(accountText),
    amount: amountText,
  },
  async handle(context, { movement, from, to, amount }) {
    const { id } = await context.submit({
      type: "moveMoney",
      movement,
      from: await accountOrOutside(context, from, "from"),
      to: await accountOrOutside(context, to, "to"),
      amount: amountOf(amount),
    });
    return { movement: id };
  },
});
