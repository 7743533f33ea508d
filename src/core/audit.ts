import { auditBooks } from "./invariants/books.ts";
import { auditDirectory } from "./invariants/directory.ts";
import { auditMoney } from "./invariants/money.ts";
import { auditOrders } from "./invariants/orders.ts";
import { auditPositions } from "./invariants/positions.ts";
import { auditRisk } from "./invariants/risk.ts";
import { auditTriggers } from "./invariants/triggers.ts";
import type { State } from "./state.ts";

/**
 * Checks every rule that the state alone can show to hold between commands, and throws an InvariantError that names the
 * first broken one and the ids concerned. Linear in the state; changes nothing but registers.
 *
 * Links before sums: a sum over a list says nothing while the list itself may be torn.
 *
 * @see docs/reference/invariants.md
 */
export function audit(s: State): void {
  auditDirectory(s);
  auditOrders(s);
  auditTriggers(s);
  auditBooks(s);
  auditPositions(s);
  auditMoney(s);
  auditRisk(s);
}
