import type { Static } from "typebox";
import { Type } from "typebox";
import { AccountList, Asset } from "./account.ts";
import { Messages } from "./accountHistory.ts";
import { Fills } from "./fill.ts";
import { Order, PlanOrder } from "./order.ts";
import { Position } from "./position.ts";

/** GET account/snapshot, which is ours: what seven operations answer without parameters, each under its own shape. */
export const Snapshot = Type.Object({
  /** account/getAccounts */
  accounts: AccountList,
  /** account/assets */
  assets: Type.Array(Asset),
  /** account/position/allPosition */
  positions: Type.Array(Position),
  /** order/current: the first page. */
  orders: Type.Array(Order),
  /** order/currentPlan: the first page. */
  plans: Type.Array(PlanOrder),
  /** order/fills: the first page. */
  fills: Fills,
  /** account/messages */
  messages: Messages,
});
export type Snapshot = Static<typeof Snapshot>;
