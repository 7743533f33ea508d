import type { OrderView, TimeMs } from "../../core/index.ts";
import type { OrderFamily } from "../../readmodel/index.ts";
import type { PrivateContext } from "../operation.ts";
import { isPlan } from "./planOrders.ts";

export interface OrdersQuestion {
  /** Undefined: all. */
  readonly contract: number | undefined;
  readonly family: OrderFamily;
  /** Of creation, both inclusive. */
  readonly from: TimeMs;
  readonly to: TimeMs | undefined;
  readonly limit: number;
}

/** The account's orders, ended and live ones, the last created first; `more`: there are others. */
export async function endedAndLive(
  context: PrivateContext,
  question: OrdersQuestion,
): Promise<{ readonly rows: readonly OrderView[]; readonly more: boolean }> {
  const { engine, history, account } = context;
  const { contract, family, from, to = Number.POSITIVE_INFINITY, limit } = question;
  const all = await engine.query({ type: "orders", account, contract, which: "all" });
  const live = all.filter(
    (order) =>
      (family === "all" || isPlan(order) === (family === "plan")) &&
      order.createdTime >= from &&
      order.createdTime <= to,
  );
  // An order that ended while this was read must be in one of the two, and is shown once.
  const after = Math.max(context.after, engine.durableSeq);
  const past = await history.orders({ ...question, account, after });
  const ended = new Set(past.rows.map(({ order }) => order));
  const merged = [...past.rows, ...live.filter(({ order }) => !ended.has(order))].toSorted(
    (a, b) => b.order - a.order,
  );
  return { rows: merged.slice(0, limit), more: past.more || merged.length > limit };
}
