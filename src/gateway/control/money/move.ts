import * as declared from "../../../wire/control/operations/money.ts";
import { controlOperation } from "../operation.ts";
import { accountOrOutside, amountOf } from "../parameters.ts";

/**
 * `POST /control/money/move`: any movement between two accounts, so that every bill type and transfer reason of the
 * interface can be produced: transfers, gifts, refunds, copy-trading settlements. A side left out is the outside world.
 */
export const moveMoney = controlOperation(
  declared.moveMoney,
  async (context, { movement, from, to, amount }) => {
    const { id } = await context.submit({
      type: "moveMoney",
      movement,
      from: await accountOrOutside(context, from, "from"),
      to: await accountOrOutside(context, to, "to"),
      amount: amountOf(amount),
    });
    return { movement: id };
  },
);
