import { isBreach, sharedStanding, siblingsStand } from "./breach.ts";
import type { Cure } from "./cures.ts";
import { feeOf, isOpening, legOf, marginOf, max, POINTS, requirement, sideOf, valueAt } from "./rules.ts";
import type { Leg } from "./tape.ts";
import { INSURANCE } from "./tape.ts";
import type { Order, Position, Price, Venue } from "./venue.ts";
import { pointsOf } from "./venue.ts";

/** How much a fill may take, so that nobody loses more than there is. */

/** As many lots as both may take, and who is short of the next one. */
export function mayTake(
  v: Venue,
  maker: Order,
  taker: Order,
  wanted: number,
): { readonly lots: number; readonly short: Order | undefined } {
  const price = maker.price;
  const itself = maker.account === taker.account;
  const ofMaker = (lots: number): boolean => leaves(v, itself ? [maker, taker] : [maker], taker, lots, price);
  const ofTaker = (lots: number): boolean => itself || leaves(v, [taker], taker, lots, price);
  const both = (lots: number): boolean => ofMaker(lots) && ofTaker(lots);
  if (both(wanted)) return { lots: wanted, short: undefined };
  // By halving: `done` may be taken, `over` may not.
  let [done, over] = [0, wanted];
  while (over > done + 1) {
    const half = Math.floor((done + over) / 2);
    if (both(half)) done = half;
    else over = half;
  }
  return { lots: done, short: ofMaker(done + 1) ? taker : maker };
}

/** Orders of the ladder stop at the bankruptcy price by themselves; the fund answers for itself. */
function isFree(order: Order): boolean {
  return order.kind === "burst" || order.kind === "offset" || order.account === INSURANCE;
}

/**
 * Whether an account is left with enough by its orders in a fill, at the mark and at the index: more than is required if one opens, else
 * not below nothing.
 */
function leaves(v: Venue, all: readonly Order[], taker: Order, lots: number, price: number): boolean {
  const orders = all.filter((each) => !isFree(each));
  const opens = orders.some((each) => isOpening(each.action));
  return pricesOf(v, opens ? "openings" : "closings").every((at) =>
    leavesAt(v, orders, { taker, lots, price, at }),
  );
}

/** What the rule looks at, unless it is taken out. */
function pricesOf(v: Venue, cure: Cure): readonly Price[] {
  return v.has(cure) ? ["mark", "index"] : ["mark"];
}

interface Fill {
  readonly taker: Order;
  readonly lots: number;
  readonly price: number;
  readonly at: Price;
}

function leavesAt(v: Venue, orders: readonly Order[], fill: Fill): boolean {
  const { taker, lots, price, at } = fill;
  const [first] = orders;
  if (first === undefined) return true;
  const shared = sharedStanding(v, first.account, undefined, at);
  if (first.marginMode === "isolated") {
    let moved = 0n;
    for (const order of orders) {
      if (!leavesIsolated(v, order, fill)) return false;
      if (isOpening(order.action)) moved += marginMoved(v, order, order === taker, lots, price);
    }
    const opens = orders.some((each) => isOpening(each.action));
    return !opens || !isBreach({ equity: shared.equity - moved, required: shared.required });
  }
  const { contract: index, account } = first;
  const { specification } = v.contract(index);
  const riskRule = v.requiredBy(account, index);
  const legs = { long: v.legSize(account, index, "long"), short: v.legSize(account, index, "short") };
  const rate = v.rateOf(account, index, true);
  const points = pointsOf(v.contract(index), at);
  const needs = (): bigint => requirement(specification, riskRule, legs, rate, points);
  const others = shared.required - needs();
  let { equity } = shared;
  for (const order of orders) {
    equity += gainOf(v, order, lots, price, at) - feeFor(v, order, order === taker, lots, price);
    legs[legOf(order.action)] += isOpening(order.action) ? lots : -lots;
  }
  if (orders.every((each) => !isOpening(each.action))) return equity >= 0n;
  return !isBreach({ equity, required: others + needs() });
}

function leavesIsolated(v: Venue, order: Order, { taker, lots, price, at }: Fill): boolean {
  const takes = order === taker;
  const position = v.target(order);
  const before = position === undefined ? 0n : v.isolatedEquity(position, at);
  const after = before + gainOf(v, order, lots, price, at) - feeFor(v, order, takes, lots, price);
  if (!isOpening(order.action)) return after >= 0n && (before >= 0n || lots === position!.size);
  const equity = after + marginMoved(v, order, takes, lots, price);
  return legStands(v, order, equity, lots, at);
}

/** Whether the position of an opening, then worth `equity`, and all beside it stand after so many lots more. */
function legStands(v: Venue, order: Order, equity: bigint, lots: number, at: Price): boolean {
  const { account, contract, action } = order;
  const { specification } = v.contract(contract);
  const riskRule = v.requiredBy(account, contract);
  const position = v.target(order);
  const size = (position?.size ?? 0) + lots;
  const leg = v.legSize(account, contract, legOf(action)) + lots;
  const legs = { long: 0, short: 0, [legOf(action)]: size, beside: leg - size };
  const required = requirement(specification, riskRule, legs, 0n, pointsOf(v.contract(contract), at));
  return !isBreach({ equity, required }) && siblingsStand(v, account, contract, legOf(action), leg, position);
}

/** How much better than the mark, or the index, a price is, for so many lots; below zero: worse. */
function gainOf(v: Venue, order: Order, lots: number, price: number, at: Price): bigint {
  const { specification } = v.contract(order.contract);
  const points = pointsOf(v.contract(order.contract), at);
  const below = valueAt(specification, lots, points) - valueAt(specification, lots, BigInt(price) * POINTS);
  return sideOf(order.action) === "buy" ? below : -below;
}

function feeFor(v: Venue, order: Order, takes: boolean, lots: number, price: number): bigint {
  const { specification, riskRule } = v.contract(order.contract);
  const value = valueAt(specification, lots, BigInt(price) * POINTS);
  return feeOf(value, v.rateOf(order.account, order.contract, takes), riskRule.feeRounding);
}

/** What an isolated opening takes from the shared entry: margin and fee. */
function marginMoved(v: Venue, order: Order, takes: boolean, lots: number, price: number): bigint {
  const { specification } = v.contract(order.contract);
  const value = valueAt(specification, lots, BigInt(price) * POINTS);
  const leverage = v.leverageOf(v.holding(order.account, order.contract), legOf(order.action));
  return max(0n, marginOf(value, leverage) + feeFor(v, order, takes, lots, price));
}

/** Whether an order that rests ends by a fill of its sibling, which stands before it in the book. */
function endsBefore({ sibling, action, price, priority }: Order): boolean {
  if (sibling === undefined || sibling.priority === 0) return false;
  if (sibling.price === price) return sibling.priority < priority;
  return sideOf(action) === "buy" ? sibling.price > price : sibling.price < price;
}

interface Counted {
  readonly order: Order;
  readonly lots: number;
  readonly price: number;
  readonly takes: boolean;
}

/** Orders that are counted on before anything is filled: all of an account together, each at its worst. */
export class Foreseen {
  readonly #v: Venue;
  readonly #counted = new Map<number, Counted[]>();
  readonly #out = new Set<number>();

  constructor(v: Venue) {
    this.#v = v;
  }

  /** Whether the order is counted on; once one is not, no other of its account is. */
  add(order: Order, lots: number, price: number, takes: boolean): boolean {
    if (isFree(order)) return true;
    if (!takes && endsBefore(order)) {
      this.#v.notes.push("a sibling before it ends it");
      return false;
    }
    if (this.#out.has(order.account)) return false;
    const part = { order, lots, price, takes };
    const all = [...(this.#counted.get(order.account) ?? []), part];
    this.#counted.set(order.account, all);
    const stands = this.#prices(order).every((at) => {
      if (order.marginMode === "shared") return this.#leavesShared(all, at);
      return isOpening(order.action) ? this.#leavesIsolated(part, all, at) : this.#closesItsShare(part, at);
    });
    if (!stands) this.#out.add(order.account);
    return stands;
  }

  /** Loss against mark or index, fee, and a quantum a lot for what rounding may cost; no gain, no rebate. */
  #costOf({ order, lots, price, takes }: Counted): bigint {
    const losses = this.#prices(order).map((at) => -gainOf(this.#v, order, lots, price, at));
    const loss = losses.reduce(max, 0n);
    return loss + max(0n, feeFor(this.#v, order, takes, lots, price)) + BigInt(lots);
  }

  #prices(order: Order): readonly Price[] {
    return pricesOf(this.#v, isOpening(order.action) ? "openings" : "closings");
  }

  #leavesShared(all: readonly Counted[], at: Price): boolean {
    const v = this.#v;
    const { account, contract: index } = all[0]!.order;
    const { specification } = v.contract(index);
    const points = pointsOf(v.contract(index), at);
    const riskRule = v.requiredBy(account, index);
    const shared = sharedStanding(v, account, undefined, at);
    const equity = shared.equity - all.reduce((sum, each) => sum + this.#costOf(each), 0n);
    const opening = all.filter(({ order }) => isOpening(order.action));
    if (opening.length === 0) return equity >= 0n;
    const lotsOf = (some: readonly Counted[]): number => some.reduce((sum, { lots }) => sum + lots, 0);
    const opened = (leg: Leg): number => lotsOf(opening.filter(({ order }) => legOf(order.action) === leg));
    const [long, short] = [v.legSize(account, index, "long"), v.legSize(account, index, "short")];
    const net = long - short;
    const bought = lotsOf(all.filter(({ order }) => sideOf(order.action) === "buy"));
    const sold = lotsOf(all) - bought;
    const rate = v.rateOf(account, index, true);
    const before = requirement(specification, riskRule, { long, short }, rate, points);
    const legs = {
      long: long + opened("long"),
      short: short + opened("short"),
      net: Math.max(Math.abs(net), Math.abs(net + bought), Math.abs(net - sold)),
    };
    const after = requirement(specification, riskRule, legs, rate, points);
    return !isBreach({ equity, required: shared.required - before + after });
  }

  /** The position, with all of the leg that was counted before where they share one; and what they all take from the shared entry. */
  #leavesIsolated(part: Counted, all: readonly Counted[], at: Price): boolean {
    const v = this.#v;
    const { order } = part;
    const position = v.target(order);
    const opening = all.filter((each) => isOpening(each.order.action));
    const together = opening.filter((each) => legOf(each.order.action) === legOf(order.action));
    // Each would have a position of its own, and ask more of the others.
    if (order.separatedMode === "separated" && together.length > 1) return false;
    let equity = position === undefined ? 0n : v.isolatedEquity(position, at);
    let lots = 0;
    for (const each of together) {
      equity += marginMoved(v, each.order, each.takes, each.lots, each.price) - this.#costOf(each);
      lots += each.lots;
    }
    if (!legStands(v, order, equity, lots, at)) return false;
    const shared = sharedStanding(v, order.account, undefined, at);
    let left = shared.equity;
    for (const { order: of, takes, lots, price } of opening) {
      left -= marginMoved(v, of, takes, lots, price) + BigInt(lots);
    }
    return !isBreach({ equity: left, required: shared.required });
  }

  /** A close costs no more than its lots' part of what each position stands with that it may take them from. */
  #closesItsShare(part: Counted, at: Price): boolean {
    const v = this.#v;
    const { order, lots } = part;
    const cost = this.#costOf(part);
    const from = v
      .legs(order.account, order.contract, legOf(order.action))
      .filter(({ id }) => order.position === 0 || id === order.position);
    return from.every(
      (each: Position) => cost * BigInt(each.size) <= v.isolatedEquity(each, at) * BigInt(lots),
    );
  }
}
