import { Foreseen, mayTake } from "./fillRule.ts";
import type { Fill } from "./ledger.ts";
import { bookFill, moveMoney, receiveLiquidationFee, settleClose } from "./ledger.ts";
import type { NewOrder } from "./orders.ts";
import { ended, orderOf, PLAIN, placed, refreeze, resized, rested } from "./orders.ts";
import { picked } from "./picked.ts";
import { giveWayTo, makesRoom, trimReduceOnly } from "./reservations.ts";
import { feeOf, isOpening, legOf, marginOf, POINTS, RATE_ONE, sideOf, valueAt } from "./rules.ts";
import type { SelfTrade } from "./tape.ts";
import type { Order, Position, Venue } from "./venue.ts";
import { newEntry, Refused } from "./venue.ts";

/** The liquidation fee that a fill of a ladder's order owes. */
export type LiquidationFee = (lots: number, value: bigint, fee: bigint) => bigint;
const NO_LIQUIDATION: LiquidationFee = () => 0n;

/** An order meets the book: price first, then time; every fill at the resting order's price. */
export function match(v: Venue, taker: Order, liquidationFee = NO_LIQUIDATION): void {
  taker.due = 0;
  if (taker.timeInForce === "post-only") {
    if (!crosses(v, taker)) rested(v, taker);
    else ended(v, taker, "post only");
    return;
  }
  if (taker.timeInForce === "fok" && !fillable(v, taker)) {
    ended(v, taker, "could not fill");
    return;
  }
  while (taker.remaining > 0) {
    const maker = best(v, taker);
    if (maker === undefined) break;
    const mode = selfTradeOf(v, taker);
    if (maker.account === taker.account && mode !== "none") {
      if (avoidSelf(v, maker, taker, mode)) return;
    } else if (meet(v, maker, taker, liquidationFee) === taker) return;
  }
  if (taker.remaining === 0) ended(v, taker, "filled");
  else if (taker.timeInForce === "gtc" && !taker.market && crosses(v, taker)) {
    v.notes.push("barred by an order of its group");
    ended(v, taker, "could not fill");
  } else if (taker.timeInForce === "gtc" && !taker.market) {
    if (makesRoom(v.contract(taker.contract), taker, v.isOneWay(taker.account))) {
      v.notes.push("an exit rested");
      giveWayTo(v, taker, taker.remaining);
    }
    rested(v, taker);
  } else ended(v, taker, "could not fill");
}

/**
 * One fill of a taker and a maker, as far as both may take it. Returns the one that may take no more, and has
 * ended.
 */
export function meet(
  v: Venue,
  maker: Order,
  taker: Order,
  liquidationFee = NO_LIQUIDATION,
): Order | undefined {
  const offered = Math.min(maker.remaining, taker.remaining, room(v, maker));
  const isExit = makesRoom(v.contract(taker.contract), taker, v.isOneWay(taker.account));
  if (isExit && v.target(taker) === undefined) giveWayTo(v, taker, offered);
  const wanted = Math.min(offered, room(v, taker));
  const { lots, short } = mayTake(v, maker, taker, wanted);
  const position = v.target(taker);
  if (isExit && lots < wanted) v.notes.push("an exit's maker could carry less");
  if (isExit) giveWayTo(v, taker, lots);
  // An older position was freed, which comes first: judged once more.
  if (v.target(taker) !== position) return undefined;
  if (lots > 0) trade(v, maker, taker, lots, liquidationFee);
  if (short === undefined) return undefined;
  v.notes.push(
    `${lots > 0 ? "cut" : "refused"} ${isOpening(short.action) ? "opening" : "closing"}, ${short.marginMode}`,
  );
  ended(v, short, "margin not enough");
  return short;
}

/** The orders that a taker would meet, in the order in which it would meet them. */
export function meets(
  v: Venue,
  { contract, account }: Pick<Order, "contract" | "account">,
  side: "buy" | "sell",
  limit: number,
): Order[] {
  return crossed(v, contract, side, limit).filter((maker) => !v.areApart(account, maker.account));
}

/** The orders that an order of the side would cross, whether it may meet them or not. */
export function crossed(v: Venue, contract: number, side: "buy" | "sell", limit: number): Order[] {
  return v
    .book(contract, side === "buy" ? "sell" : "buy")
    .filter((maker) => (side === "buy" ? maker.price <= limit : maker.price >= limit));
}

function best(v: Venue, taker: Order): Order | undefined {
  return meets(v, taker, sideOf(taker.action), taker.price)[0];
}

/** Whether the order would stand across another one. */
function crosses(v: Venue, order: Order): boolean {
  return crossed(v, order.contract, sideOf(order.action), order.price).length > 0;
}

/** Refuses an order that would end in the book at once, without a fill. */
export function mustNotEndAtOnce(v: Venue, from: NewOrder): void {
  const order = orderOf(from, 0);
  if (order.timeInForce === "post-only" && crosses(v, order)) throw new Refused("wouldTake");
  if (order.timeInForce === "fok" && !fillable(v, order)) throw new Refused("cannotFill");
}

/**
 * Whether the whole size is surely there, counting what self-trade prevention leaves of it, and the taker may
 * take it.
 */
function fillable(v: Venue, taker: Order): boolean {
  const mode = selfTradeOf(v, taker);
  const counted = new Foreseen(v);
  let left = taker.remaining;
  for (const maker of meets(v, taker, sideOf(taker.action), taker.price)) {
    const own = maker.account === taker.account;
    if (own && mode !== "none" && mode !== "expire maker") return false;
    if (own && mode === "expire maker") continue;
    const lots = Math.min(left, maker.remaining);
    if (!counted.add(maker, lots, maker.price, false)) {
      v.notes.push("not counted on");
      if (own) return false;
      continue;
    }
    if (!counted.add(taker, lots, maker.price, true)) return false;
    left -= lots;
    if (left === 0) return true;
  }
  return false;
}

/** The order's own self-trade prevention, or its account's. */
export function selfTradeOf(v: Venue, order: Pick<Order, "account" | "selfTrade">): SelfTrade {
  return order.selfTrade === "" ? v.account(order.account).settings.selfTrade : order.selfTrade;
}

/** Returns whether the taker ended. */
function avoidSelf(v: Venue, maker: Order, taker: Order, mode: string): boolean {
  if (mode === "decrement") {
    const lots = Math.min(maker.remaining, taker.remaining);
    if (maker.remaining === lots) ended(v, maker, "self trade");
    else resized(v, maker, lots);
    if (taker.remaining === lots) {
      ended(v, taker, "self trade");
      return true;
    }
    resized(v, taker, lots);
    return false;
  }
  if (mode !== "expire taker") ended(v, maker, "self trade");
  if (mode === "expire maker") return false;
  ended(v, taker, "self trade");
  return true;
}

function trade(v: Venue, maker: Order, taker: Order, lots: number, liquidationFee: LiquidationFee): void {
  const contract = v.contract(maker.contract);
  const origin = maker.priority > 0 ? "book" : "reported";
  const worth = (some: number): bigint => valueAt(contract.specification, some, BigInt(maker.price) * POINTS);
  const value = worth(lots);
  const makerRate = v.rateOf(maker.account, maker.contract, false);
  const takerRate = v.rateOf(taker.account, taker.contract, true);
  if (contract.riskRule.feeRounding === "up" && (value * takerRate) % RATE_ONE > 0n)
    v.notes.push("fee rounded up");
  // What goes through zero closes first; the rest is booked when that is settled.
  const parts = [maker, taker].map((each) => Math.min(lots, v.facing(each) || lots));
  const [makerLots, takerLots] = parts as [number, number];
  const does = [maker, taker].map((each) => v.doing(each));
  const fee = (some: bigint, rate: bigint): bigint => feeOf(some, rate, contract.riskRule.feeRounding);
  const ofMaker = fee(worth(makerLots), makerRate);
  const ofTaker = fee(worth(takerLots), takerRate);
  const makerPosition = prepare(v, maker, worth(makerLots), ofMaker);
  const takerPosition = prepare(v, taker, worth(takerLots), ofTaker);
  const before = [makerPosition, takerPosition].map((each) => ({
    size: each.size,
    wallet: v.isolatedWallet(each),
  }));
  contract.lastPrice = maker.price;
  const made = bookFill(v, maker, makerPosition, makerLots, worth(makerLots), ofMaker);
  refreeze(v, maker);
  if (maker.remaining === 0) maker.priority = 0;
  const charged = liquidationFee(lots, value, fee(value, takerRate));
  const took = bookFill(v, taker, takerPosition, takerLots, worth(takerLots), ofTaker, charged);
  refreeze(v, taker);
  const sides = [
    { order: maker, position: makerPosition, lots: makerLots, fill: made },
    { order: taker, position: takerPosition, lots: takerLots, fill: took },
  ] as const;
  sayFill(v, { origin, price: maker.price, size: lots, value }, ...sides, charged);
  if (charged > 0n) receiveLiquidationFee(v, contract, charged);
  for (const i of [0, 1] as const) {
    if (isOpening(does[i]!)) continue;
    const { position } = sides[i]!;
    settleClose(v, contract, position, before[i]!.size, before[i]!.wallet);
  }
  for (const [i, order] of [maker, taker].entries()) {
    const first = parts[i]!;
    if (!isOpening(order.action) || isOpening(does[i]!)) {
      afterFill(v, order, sides[i]!.position, lots);
      continue;
    }
    const rate = i === 0 ? makerRate : takerRate;
    if (first < lots) {
      v.notes.push(`through zero, ${order.marginMode}, as ${i === 0 ? "maker" : "taker"}`);
      const rest = worth(lots - first);
      const left = fee(value, rate) - fee(worth(first), rate);
      const position = prepare(v, order, rest, left);
      const filled = bookFill(v, order, position, lots - first, rest, left);
      refreeze(v, order);
      v.say({
        ...{ what: "went through zero", contract: contract.index, price: maker.price, order: order.id },
        ...{ isTaker: i === 1, position: position.id, size: lots - first, value: rest },
        ...{ remaining: order.remaining, fee: left },
      });
      for (const bill of filled.bills) v.say(bill);
      afterFill(v, order, position, lots - first);
    } else v.notes.push("a side that closed");
    trimReduceOnly(v, order);
  }
  if (maker.remaining === 0) ended(v, maker, "filled");
}

/** Two orders meet outside the book for an agreed value, without fees. Neither rests. */
export function tradeByValue(
  v: Venue,
  origin: "netting" | "take-over" | "deleveraging" | "settlement",
  maker: Order,
  taker: Order,
  lots: number,
  value: bigint,
): void {
  const [makerPosition, takerPosition] = [v.target(maker)!, v.target(taker)!];
  const made = bookFill(v, maker, makerPosition, lots, value, 0n);
  const took = bookFill(v, taker, takerPosition, lots, value, 0n);
  const sides = [
    { order: maker, position: makerPosition, lots, fill: made },
    { order: taker, position: takerPosition, lots, fill: took },
  ] as const;
  sayFill(v, { origin, price: taker.price, size: lots, value }, ...sides, 0n);
}

/** What both sides of a trade have of it. */
interface Traded {
  readonly origin: string;
  readonly price: number;
  readonly size: number;
  readonly value: bigint;
}

/** How one side of a trade was filled. */
interface FilledSide {
  readonly order: Order;
  readonly position: Position;
  /** Less than the whole, where the rest goes through zero. */
  readonly lots: number;
  readonly fill: Fill;
}

/** A fill and its bills, the maker's first. */
function sayFill(
  v: Venue,
  { origin, price, size, value }: Traded,
  maker: FilledSide,
  taker: FilledSide,
  takerLiquidationFee: bigint,
): void {
  v.say({
    ...{ what: "fill", origin, contract: maker.order.contract, price, size, value },
    ...{ maker: maker.order.id, makerPosition: maker.position.id, makerSize: maker.lots },
    makerRemaining: maker.order.remaining - (size - maker.lots),
    ...{ makerFee: maker.fill.fee, makerRealized: maker.fill.realized },
    ...{ taker: taker.order.id, takerPosition: taker.position.id, takerMode: taker.position.marginMode },
    ...{ takerSize: taker.lots, takerRemaining: taker.order.remaining - (size - taker.lots) },
    ...{ takerFee: taker.fill.fee, takerLiquidationFee, takerRealized: taker.fill.realized },
  });
  for (const bill of [...maker.fill.bills, ...taker.fill.bills]) v.say(bill);
}

/**
 * How much one fill of an order may take: a close takes from one position at a time, and only what is not
 * spoken for.
 */
function room(v: Venue, order: Order): number {
  if (isOpening(order.action)) return Number.POSITIVE_INFINITY;
  const position = v.target(order)!;
  return order.position === 0 ? position.size - v.reservedOf(position) : position.size;
}

/** The position of the fill, opened if need be, and funded for it if it is isolated: ⌈V / leverage⌉ + fee. */
function prepare(v: Venue, order: Order, value: bigint, fee: bigint): Position {
  let position = v.target(order);
  if (!isOpening(v.doing(order))) return position!;
  if (position === undefined) position = openPosition(v, order);
  if (position.marginMode === "isolated") {
    const moved = marginOf(value, position.leverage) + fee;
    const shared = v.account(order.account).entry;
    if (moved > 0n) moveMoney(v, "margin", shared, position.entry, moved, order.contract);
  }
  return position;
}

/** A position of size 0 that the fill right after this enlarges. */
export function openPosition(v: Venue, order: Order): Position {
  const id = ++v.positionsEver;
  const leg = legOf(order.action);
  const isolated = order.marginMode === "isolated";
  const position: Position = {
    id,
    leg,
    ...picked(order, "account contract marginMode separatedMode"),
    openOrder: order.separatedMode === "separated" ? order.id : 0,
    entry: isolated ? newEntry(order.account, id) : v.account(order.account).entry,
    leverage: v.leverageOf(v.holding(order.account, order.contract), leg),
    ...{ size: 0, openValue: 0n, openFee: 0n, fundingFee: 0n, cumFunding: 0n, cumLiquidateFee: 0n },
    ...{ cumOpenSize: 0, cumOpenValue: 0n, cumOpenFee: 0n },
    ...{ cumCloseSize: 0, cumCloseValue: 0n, cumCloseFee: 0n },
    autoAppend: false,
  };
  v.positions.push(position);
  const said = picked(position, "account contract leg marginMode separatedMode openOrder leverage");
  v.say({ what: "opened", position: id, ...said });
  return position;
}

/** Presets follow the fills of their parent; any execution of one of the two ends the other. */
function afterFill(v: Venue, order: Order, position: Position, lots: number): void {
  if (isOpening(order.action)) {
    if (v.contract(order.contract).riskRule.presets === "filled") {
      if (order.remaining > 0) {
        if (order.takeProfit !== 0 || order.stopLoss !== 0) v.notes.push("presets that wait for the rest");
        return;
      }
      if (order.takeProfit !== 0) complete(v, order, position, true);
      if (order.stopLoss !== 0) complete(v, order, position, false);
      return;
    }
    if (order.takeProfit !== 0) follow(v, order, position, lots, true);
    if (order.stopLoss !== 0) follow(v, order, position, lots, false);
  } else if (order.parent !== 0 && order.sibling !== undefined) {
    ended(v, order.sibling, "oco");
  }
}

/** A child of all that the parent filled; less what a waiting one has of it already. */
function complete(v: Venue, parent: Order, position: Position, takeProfit: boolean): void {
  const child = takeProfit ? parent.takeProfitChild : parent.stopLossChild;
  const waits = child?.state === "untriggered" && !child.queued;
  const lots = parent.size - (waits ? child.size : 0);
  if (lots < parent.size) v.notes.push("presets enlarged as their order is filled");
  else v.notes.push("presets of a filled order");
  follow(v, parent, position, lots, takeProfit);
}

function follow(v: Venue, parent: Order, position: Position, lots: number, takeProfit: boolean): void {
  const child = takeProfit ? parent.takeProfitChild : parent.stopLossChild;
  if (child !== undefined && child.state === "untriggered" && !child.queued) {
    resized(v, child, -lots);
    return;
  }
  const leg = legOf(parent.action);
  const made = placed(v, {
    ...PLAIN,
    ...picked(parent, "account contract marginMode separatedMode leverage"),
    kind: takeProfit ? "preset take profit" : "preset stop loss",
    action: leg === "long" ? "close long" : "close short",
    ...{ market: true, timeInForce: "ioc", size: lots, state: "untriggered" },
    position: parent.separatedMode === "separated" ? position.id : 0,
    trigger: takeProfit ? parent.takeProfit : parent.stopLoss,
    source: takeProfit ? parent.takeProfitSource : parent.stopLossSource,
    atOrAbove: (leg === "long") === takeProfit,
    parent: parent.id,
  });
  const other = takeProfit ? parent.stopLossChild : parent.takeProfitChild;
  if (takeProfit) parent.takeProfitChild = made;
  else parent.stopLossChild = made;
  if (other === undefined) return;
  if (other.sibling !== undefined) other.sibling.sibling = undefined;
  other.sibling = made;
  made.sibling = other;
}
