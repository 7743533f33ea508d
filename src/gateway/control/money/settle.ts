import * as declared from "../../../wire/control/operations/money.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/money/settle`: completes a pending movement if its money is still there, or drops it. */
export const settleMovement = controlOperation(
  declared.settleMovement,
  async ({ submit }, { movement, complete }) => {
    await submit({ type: "settleMovement", id: movement, complete });
    return { movement, completed: complete };
  },
);
