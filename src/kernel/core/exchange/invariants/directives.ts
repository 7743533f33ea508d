import {
  GTC,
  POST_ONLY,
  RESTS_ASIDE,
  RESTS_NOWHERE,
  STATE_CANCELING,
  STATE_OPEN,
  STATE_PENDING,
} from "../../data/codes.ts";
import { DIRECTIVES_MAX } from "../../data/model/directiveFields.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderSlot } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import type { AuditPart } from "./part.ts";
import { broken, inPool, whole } from "./part.ts";

/** What orders were told, and those that were set aside. A text given to `broken` is the rule that fails. */
export const directiveParts: readonly AuditPart[] = [
  inPool("orders set aside", (s) => s.orders, auditAside),
  whole("directives", auditDirectives),
];

/** An order set aside is one that could rest, and stands in no book; a pending one stands nowhere. */
function auditAside({ orders }: State, slot: OrderSlot): void {
  if (orders.used[slot] === 0) return;
  const order = orders.id[slot];
  const state = orders.state[slot];
  if (state === STATE_PENDING && orders.restsWhere[slot] !== RESTS_NOWHERE)
    broken("an order on its way to the book must not rest anywhere", { order });
  if (orders.restsWhere[slot] !== RESTS_ASIDE) return;
  const timeInForce = orders.timeInForce[slot];
  const canRest = orders.market[slot] === 0 && (timeInForce === GTC || timeInForce === POST_ONLY);
  if (!canRest || (state !== STATE_OPEN && state !== STATE_CANCELING))
    broken("an order set aside must be open or canceling, and of a kind that can rest", { order, state });
}

function auditDirectives({ directives, orders }: State): void {
  const { waiting, ofOrder, late } = directives;
  if (waiting.size > DIRECTIVES_MAX)
    broken(`at most ${DIRECTIVES_MAX} directives may wait`, { waiting: waiting.size });
  for (const [id, { directive, left }] of waiting)
    if (directive.directive !== id || directive.order !== 0 || left < 1 || left > directive.orders)
      broken("a waiting directive must have from 1 to all of its orders left", { directive: id, left });
  for (const [order, following] of ofOrder) {
    const slot = orders.byId.get(order);
    if (slot === NONE || following.length === 0)
      broken("an order that directives are kept for must be live, and have at least one", { order });
    if (following.some(({ account }) => account !== orders.account[slot]))
      broken("an order must follow directives of its own account only", { order });
  }
  for (const [i, { order, dueTime }] of late.entries())
    if (dueTime < (late[i - 1]?.dueTime ?? 0))
      broken("presets that are to appear later must be in the order in which they are due", { order });
}
