import type { Static } from "typebox";
import { Type } from "typebox";
import { shape } from "../fields.ts";
import { AccountList, Asset } from "./account.ts";
import { Messages } from "./accountHistory.ts";
import { Fills } from "./fill.ts";
import { Order, PlanOrder } from "./order.ts";
import { Position } from "./position.ts";

/**
 * GET account/snapshot, which is ours: what seven operations answer without parameters, each under its own
 * shape.
 */
export const Snapshot = shape({
  accounts: Type.Object(AccountList.properties, { description: "As account/getAccounts answers" }),
  assets: Type.Array(Asset, { description: "As account/assets answers" }),
  positions: Type.Array(Position, { description: "As account/position/allPosition answers" }),
  orders: Type.Array(Order, { description: "The first page of order/current" }),
  plans: Type.Array(PlanOrder, { description: "The first page of order/currentPlan" }),
  fills: Type.Object(Fills.properties, { description: "The first page of order/fills" }),
  messages: Messages,
});
export type Snapshot = Static<typeof Snapshot>;
