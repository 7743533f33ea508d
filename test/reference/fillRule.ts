import { isBreach, sharedHealth, siblingsStand } from "./breach.ts";
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
  // Through zero: what closes, then what opens.
  const turns = [maker, taker].map((each) => v.facing(each)).filter((lots) => lots > 0 && lots < wanted);
  let done = 0;
  for (const end of [...turns.sort((a, b) => a - b), wanted]) {
    if (end > done && both(end)) {
      done = end;
      continue;
    }
    if (end <= done) continue;
    // By halving: `done` may be taken, `over` may not.
    let over = end;
    while (over > done + 1) {
      const half = Math.floor((done + over) / 2);
      if (both(half)) done = half;
      else over = half;
    }
    break;
  }
  if (turns.includes(done)) v.notes.push("closed, and may not open");
  return { lots: done, short: ofMaker(done + 1) ? taker : maker };
}

/** Orders of the ladder stop at the bankruptcy price by themselves; the fund answers for itself. */
function isFree(order: Order): boolean {
  return order.kind === "burst" || order.kind === "offset" || order.account === INSURANCE;
}

/**
 * Whether an account is left with enough by its orders in a fill, at the mark and at the index: more than is
 * required if one opens, else not below nothing.
 */
function leaves(v: Venue, all: readonly Order[], taker: Order, lots: number, price: number): boolean {
  const orders = all.filter((each) => !isFree(each));
  const opens = orders.some((each) => isOpening(each.action) && lots > v.facing(each));
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
  const shared = sharedHealth(v, first.account, undefined, at);
  if (first.marginMode === "isolated") {
    let moved = 0n;
    for (const order of orders) {
      if (!leavesIsolated(v, order, fill)) return false;
      if (!isOpening(order.action)) continue;
      const closed = v.facing(order);
      if (lots <= closed) continue;
      moved += marginMoved(v, order, order === taker, lots - closed, price, closed);
      // What closing the other leg leaves is on the shared entry by then.
      if (closed > 0) moved -= leftByClosing(v, order, { ...fill, lots: closed });
    }
    const opens = orders.some((each) => isOpening(each.action) && lots > v.facing(each));
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
    const closed = isOpening(order.action) ? Math.min(lots, v.facing(order)) : lots;
    legs[sideOf(order.action) === "buy" ? "short" : "long"] -= closed;
    legs[legOf(order.action)] += lots - closed;
  }
  if (orders.every((each) => !isOpening(each.action) || lots <= v.facing(each))) return equity >= 0n;
  return !isBreach({ equity, required: others + needs() });
}

function leavesIsolated(v: Venue, order: Order, fill: Fill): boolean {
  const { taker, lots, price, at } = fill;
  const takes = order === taker;
  const position = v.target(order);
  const before = position === undefined ? 0n : v.isolatedEquity(position, at);
  const closed = v.facing(order);
  if (!isOpening(order.action) || lots <= closed)
    return leftByClosing(v, order, fill) >= 0n && (before >= 0n || lots === position!.size);
  if (closed === 0) {
    const equity = leftByClosing(v, order, fill) + marginMoved(v, order, takes, lots, price);
    return legStands(v, order, equity, lots, at, position);
  }
  if (!leavesIsolated(v, order, { ...fill, lots: closed })) return false;
  const opened = lots - closed;
  const fee = feeFor(v, order, takes, lots, price) - feeFor(v, order, takes, closed, price);
  const moved = marginMoved(v, order, takes, opened, price, closed);
  return legStands(v, order, moved + gainOf(v, order, opened, price, at) - fee, opened, at, undefined);
}

/** What the entry of the position that an order's fill touches is worth after it, before any margin comes. */
function leftByClosing(v: Venue, order: Order, { taker, lots, price, at }: Fill): bigint {
  const position = v.target(order);
  const before = position === undefined ? 0n : v.isolatedEquity(position, at);
  return before + gainOf(v, order, lots, price, at) - feeFor(v, order, order === taker, lots, price);
}

/**
 * Whether the position of an opening, then worth `equity`, and all beside it stand after so many lots more.
 */
function legStands(
  v: Venue,
  order: Order,
  equity: bigint,
  lots: number,
  at: Price,
  position: Position | undefined,
): boolean {
  const { account, contract, action } = order;
  const { specification } = v.contract(contract);
  const riskRule = v.requiredBy(account, contract);
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

/**
 * What an isolated opening takes from the shared entry: margin, and the fee; of a fill that closed lots
 * before, what theirs leaves of it.
 */
function marginMoved(
  v: Venue,
  order: Order,
  takes: boolean,
  lots: number,
  price: number,
  closed = 0,
): bigint {
  const { specification } = v.contract(order.contract);
  const value = valueAt(specification, lots, BigInt(price) * POINTS);
  const leverage = v.leverageOf(v.holding(order.account, order.contract), legOf(order.action));
  const fee = feeFor(v, order, takes, closed + lots, price) - feeFor(v, order, takes, closed, price);
  return max(0n, marginOf(value, leverage) + fee);
}

/** Whether an order that rests ends by a fill of its sibling, which stands before it in the book. */
function endsBefore({ sibling, action, price, priority }: Order): boolean {
  if (sibling === undefined || sibling.priority === 0) return false;
  if (sibling.price === price) return sibling.priority < priority;
  return sideOf(action) === "buy" ? sibling.price > price : sibling.price < price;
}

interface Counted {
  readonly order: Order;
  /** Of the lots, those that close. */
  readonly closed: number;
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
    const before = this.#counted.get(order.account) ?? [];
    const closed = this.#closedBy(order, lots, before);
    const part = { order, closed, lots, price, takes };
    const all = [...before, part];
    this.#counted.set(order.account, all);
    const isThere = isOpening(order.action) || closed === lots;
    if (!isThere) this.#v.notes.push("reduce-only and not counted on");
    const stands =
      isThere &&
      this.#prices(order).every((at) => {
        if (order.marginMode === "shared") return this.#leavesShared(all, at);
        if (closed > 0 && !this.#closesItsShare({ ...part, lots: closed }, at)) return false;
        return closed === lots || this.#leavesIsolated(part, all, at);
      });
    if (!stands) this.#out.add(order.account);
    return stands;
  }

  /**
   * Of a one-way account, what the orders before it leave of the leg that it closes; of others, all of a
   * close.
   */
  #closedBy(order: Order, lots: number, before: readonly Counted[]): number {
    if (!this.#v.isOneWay(order.account)) return isOpening(order.action) ? 0 : lots;
    const { account, contract, action } = order;
    const leg = sideOf(action) === "buy" ? "short" : "long";
    const left = before.reduce((sum, each) => sum - each.closed, this.#v.legSize(account, contract, leg));
    return Math.min(lots, left);
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
    const shared = sharedHealth(v, account, undefined, at);
    const equity = shared.equity - all.reduce((sum, each) => sum + this.#costOf(each), 0n);
    const opening = all
      .filter(({ order, closed, lots }) => isOpening(order.action) && closed < lots)
      .map((each) => ({ ...each, lots: each.lots - each.closed }));
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

  /**
   * The position, with all of the leg that was counted before where they share one; and what they all take
   * from the shared entry.
   */
  #leavesIsolated(part: Counted, all: readonly Counted[], at: Price): boolean {
    const v = this.#v;
    const { order } = part;
    const [own] = v.legs(order.account, order.contract, legOf(order.action));
    const position = order.separatedMode === "separated" ? v.target(order) : own;
    const opening = all
      .filter((each) => isOpening(each.order.action) && each.closed < each.lots)
      .map((each) => ({ ...each, lots: each.lots - each.closed }));
    const together = opening.filter((each) => legOf(each.order.action) === legOf(order.action));
    // Each would have a position of its own, and ask more of the others.
    if (order.separatedMode === "separated" && together.length > 1) return false;
    let equity = position === undefined ? 0n : v.isolatedEquity(position, at);
    let lots = 0;
    for (const each of together) {
      equity += marginMoved(v, each.order, each.takes, each.lots, each.price) - this.#costOf(each);
      lots += each.lots;
    }
    if (!legStands(v, order, equity, lots, at, position)) return false;
    const shared = sharedHealth(v, order.account, undefined, at);
    let left = shared.equity;
    for (const { order: of, takes, lots, price } of opening) {
      left -= marginMoved(v, of, takes, lots, price) + BigInt(lots);
    }
    return !isBreach({ equity: left, required: shared.required });
  }

  /**
   * A close costs no more than its lots' part of what each position stands with that it may take them from.
   */
  #closesItsShare(part: Counted, at: Price): boolean {
    const v = this.#v;
    const { order, lots } = part;
    const cost = this.#costOf(part);
    const from = v
      .legs(order.account, order.contract, sideOf(order.action) === "buy" ? "short" : "long")
      .filter(({ id }) => order.position === 0 || id === order.position);
    return from.every(
      (each: Position) => cost * BigInt(each.size) <= v.isolatedEquity(each, at) * BigInt(lots),
    );
  }
}
