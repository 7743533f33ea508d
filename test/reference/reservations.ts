import { ended, resized } from "./orders.ts";
import { isOpening, legOf, sideOf } from "./rules.ts";
import type { Leg } from "./tape.ts";
import type { Contract, Order, Venue } from "./venue.ts";

/** Who has to give way when more would be closed than there is. */

/** A triggered close, or an order of "close all": an exit. */
export function makesRoom(contract: Contract, order: Order, isNet: boolean): boolean {
  if (isOpening(order.action)) return false;
  if (contract.riskRule.exits === "yield" && !isNet) return false;
  return order.kind === "close position" || order.trigger !== 0;
}

/** Close orders give way, worst price first, newest first, until `lots` of the position are free. */
export function giveWay(
  v: Venue,
  { account, contract, leg, id }: { account: number; contract: number; leg: Leg; id: number },
  lots: number,
  exit?: Order,
): void {
  const closes = (): Order[] =>
    v
      .workingOf(account, contract)
      .filter((each) => each !== exit && !isOpening(each.action) && legOf(each.action) === leg)
      .sort((a, b) => {
        const further = sideOf(a.action) === "buy" ? a.price - b.price : b.price - a.price;
        return further || b.id - a.id;
      });
  const spoken = (orders: readonly Order[]): number => orders.reduce((sum, each) => sum + each.remaining, 0);
  for (;;) {
    const all = closes();
    const bound = all.filter((each) => each.position === id);
    const ofPosition = id === 0 ? 0 : lots + spoken(bound) - v.held(account, contract, leg, id);
    const ofLeg = lots + spoken(all) - v.held(account, contract, leg, 0);
    // What is bound to another position cannot be in the way of this one.
    const others = all.filter((each) => id === 0 || each.position === 0 || each.position === id);
    const [missing, worst] = ofPosition > 0 ? [ofPosition, bound[0]] : [ofLeg, others[0]];
    if (missing <= 0 || worst === undefined) return;
    if (exit !== undefined) v.notes.push("an exit made room");
    if (worst.remaining > missing) resized(v, worst, missing);
    else ended(v, worst, "reduce only");
  }
}

/**
 * Reduce-only orders of a one-way account that are for more than there is shrink or end, the last to fill
 * first.
 */
export function trimReduceOnly(v: Venue, { account, contract }: Pick<Order, "account" | "contract">): void {
  const before = v.happenings.length;
  for (const leg of ["long", "short"] as const) giveWay(v, { account, contract, leg, id: 0 }, 0);
  if (v.happenings.length > before) v.notes.push("reduce-only orders gave way");
}

/**
 * Makes room for the next `lots` of an exit, or before it rests: orders that reduce shrink or end, the last
 * to fill first.
 */
export function giveWayTo(v: Venue, exit: Order, lots: number): void {
  const { account, contract, position } = exit;
  giveWay(v, { account, contract, leg: legOf(exit.action), id: position }, lots, exit);
}
