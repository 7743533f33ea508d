import { control, flag, integer, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/money/settle`: completes a pending movement if its money is still there, or drops it. */
export const settleMovement = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/settle",
  summary: "Complete or drop a pending movement",
  answer: control.MovementSettled,
  parameters: {
    movement: integer("Its id."),
    complete: optional(flag("false drops it."), true),
  },
  async handle({ submit }, { movement, complete }) {
    await submit({ type: "settleMovement", id: movement, complete });
    return { movement, completed: complete };
  },
});
