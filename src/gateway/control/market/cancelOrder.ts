import { control, integer } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/orders/cancel`: cancels an order of anybody; its owner sees the reason as the operator's. */
export const cancelOrder = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/orders/cancel",
  summary: "Cancel any live order",
  answer: control.OrderNamed,
  parameters: { order: integer("Its id.", { min: 1 }) },
  async handle({ submit }, { order }) {
    await submit({ type: "adminCancel", order });
    return { order };
  },
});
