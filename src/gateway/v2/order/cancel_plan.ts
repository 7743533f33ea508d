import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { cancelOne } from "./cancel_order.ts";

export const cancel_plan = privateOperation(declared.cancel_plan, (context, { orderId }) =>
  cancelOne(context, orderId, "", true),
);
