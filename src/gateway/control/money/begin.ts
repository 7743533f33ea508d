import * as declared from "../../../wire/control/operations/money.ts";
import { controlOperation } from "../operation.ts";
import { accountOrOutside, amountOf } from "../parameters.ts";

/** `POST /control/money/begin`: announces a movement; the accounts show it as pending until it is settled. */
export const beginMovement = controlOperation(
  declared.beginMovement,
  async (context, { movement, from, to, amount }) => {
    const { id } = await context.submit({
      type: "beginMovement",
      movement,
      from: await accountOrOutside(context, from, "from"),
      to: await accountOrOutside(context, to, "to"),
      amount: amountOf(amount),
    });
    return { movement: id };
  },
);
