import type { OrderView, TimeMs } from "../../../kernel/core/index.ts";
import { isPlan } from "../../../kernel/core/index.ts";
import type { OrderFamily } from "../../readmodel/index.ts";
import type { PrivateContext } from "../operation.ts";

export interface OrdersQuestion {
  /** Undefined: all. */
  readonly contract: number | undefined;
  readonly family: OrderFamily;
  /** Time of creation, both inclusive. */
  readonly from: TimeMs;
  readonly to: TimeMs | undefined;
  readonly limit: number;
  /** Only orders with a smaller id. */
  readonly before?: number | undefined;
}

/** The account's orders, ended and live ones, the last created first; `more`: there are further ones. */
export async function endedAndLive(
  context: PrivateContext,
  question: OrdersQuestion,
): Promise<{ readonly rows: readonly OrderView[]; readonly more: boolean }> {
  const { engine, history, account } = context;
  const {
    contract,
    family,
    from,
    to = Number.POSITIVE_INFINITY,
    limit,
    before = Number.POSITIVE_INFINITY,
  } = question;
  const endedBy = engine.headSeq; // both parts end here: each order is in exactly one of them
  const all = await engine.query({ type: "orders", account, contract, which: "all" });
  const live = all.filter(
    (order) =>
      isOfFamily(order, family) &&
      order.order < before &&
      order.createdTime >= from &&
      order.createdTime <= to,
  );
  const past = await history.orders({ ...question, account, endedBy });
  const merged = [...past.rows, ...live].toSorted((a, b) => b.order - a.order);
  return { rows: merged.slice(0, limit), more: past.more || merged.length > limit };
}

function isOfFamily({ kind, callbackRate }: OrderView, family: OrderFamily): boolean {
  if (family === "trailing") return callbackRate !== 0;
  return family === "all" || isPlan(kind) === (family === "plan");
}
