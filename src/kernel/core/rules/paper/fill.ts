import type { Book } from "../../data/book/book.ts";
import {
  CANCEL_MARGIN_NOT_ENOUGH,
  CLOSE_LONG,
  CLOSE_SHORT,
  COMBINED,
  ISOLATED,
  isOpening,
  KIND_AGREEMENT,
  legOf,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_PAPER_VALUE,
  SHARED,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { isolatedWallet } from "../../data/margin/available.ts";
import { fillAction, lotsBookedFirst } from "../../data/net/resolve.ts";
import { reaches, takeableFrom } from "../../data/paper/shadow.ts";
import type { PaperFlow, State } from "../../data/state/state.ts";
import { MEETS_POOL } from "../../data/tables/accountRules.ts";
import type { Action, OrderId, OrderSlot, PositionSlot } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import type { Lots, Quanta, Ticks } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { leverageFor } from "../../events/accountEvents.ts";
import { orderEnded } from "../../events/orderEvents.ts";
import { paperFlowEnded, paperTaken, tradedOnPaper } from "../../events/paperEvents.ts";
import { positionOpened } from "../../events/positionEvents.ts";
import { tradedByValue } from "../../events/tradeEvents.ts";
import { AS_MAKER, lotsAllowed } from "../fill/fillLimit.ts";
import { LookAhead } from "../fill/lookAhead.ts";
import { capacity, prepare } from "../fill/prepareFill.ts";
import { afterFill } from "../fill/presets.ts";
import { freeTarget, makeRoomChangesTarget, makesRoom, trimReduceOnly } from "../fill/reservations.ts";
import { openingOrderClosed } from "../fill/turnOver.ts";
import { chargeLiquidation } from "../liquidation/fee.ts";
import { systemOrder } from "../liquidation/systemOrder.ts";
import { settleClose } from "../position/settleClose.ts";

/**
 * Paper trading: orders that meet the live book as it stands and change nothing in it. Their other side is
 * the pool.
 *
 * A taker takes what rests in the real book, order by order at their prices, less what its account has taken
 * from each before: its average price is never better than a real order would get at this instant. A maker
 * waits in the contract's paper book, in the place in time at which it came. It fills at its own price with
 * the lots that really traded behind it or through its price, or that came to rest at or through it. Paper
 * accounts do not see each other.
 *
 * @see docs/reference/paper.md
 */

/**
 * Fills a paper order from the real book within its limit. Returns the reason if it must end short of that,
 * else 0.
 */
export function takeFromPool(s: State, contract: Contract, taker: OrderSlot): number {
  const { orders } = s;
  const { book } = contract;
  const side = orders.side[taker];
  const limit = orders.price[taker];
  const account = orders.account[taker];
  const ahead = new LookAhead(s, contract, { account, side, lots: orders.remaining[taker], limit });
  for (let maker = book.first(1 - side); maker !== NONE; maker = book.after(maker)) {
    const price = orders.price[maker];
    if (!reaches(side, limit, price)) return 0;
    const lots = Math.min(orders.remaining[taker], takeableFrom(s, account, maker));
    if (lots === 0 || !ahead.tryCount(maker, lots, price, AS_MAKER)) continue; // a real taker could find it gone
    const reason = fillFrom(s, taker, { price, lots, maker });
    if (reason !== 0) return reason;
    if (orders.remaining[taker] === 0) return 0;
  }
  return 0;
}

/**
 * The step of the oldest flow: fills the waiting paper orders that it reaches, the best price first, then the
 * oldest, each at its own price. One account gets at most the lots that traded or rest.
 */
export function fillFromFlow(s: State): void {
  const { orders } = s;
  const flow = s.paperFlows[0];
  assert(flow !== undefined && flow.lots > 0, "a step of paper trading has lots that traded or rest");
  const contract = s.contracts[flow.contract];
  const { shadow } = contract;
  assert(shadow !== undefined, "a flow is of a contract in which paper orders wait");
  const { book } = shadow;
  const maker = flow.order === 0 ? NONE : orders.byId.get(flow.order);
  const used = new Map<number, Lots>();
  paperFlowEnded(s);
  if (flow.order !== 0 && maker === NONE) return; // it was gone before the flow's turn
  for (const order of reachedBy(s, book, flow)) {
    const slot = orders.byId.get(order);
    if (slot === NONE) continue; // it ended when its sibling filled
    const account = orders.account[slot];
    const had = used.get(account) ?? 0;
    const lots = maker === NONE ? flow.lots - had : takeableFrom(s, account, maker);
    const before = orders.remaining[slot];
    const reason = fillFrom(s, slot, { price: orders.price[slot], lots, maker, waits: true });
    used.set(account, had + before - orders.remaining[slot]);
    if (reason !== 0) orderEnded(s, slot, reason);
    else if (orders.remaining[slot] === 0) orderEnded(s, slot, 0);
  }
}

/** The waiting paper orders (ids) that a flow reaches, the best price first, then the oldest. */
function reachedBy({ orders }: State, book: Book, { side, price, priority }: PaperFlow): readonly OrderId[] {
  const reached: OrderId[] = [];
  for (let slot = book.first(side); slot !== NONE; slot = book.after(slot)) {
    if (!reaches(side, orders.price[slot], price)) break;
    const isBehind = orders.price[slot] === price && orders.priority[slot] > priority;
    if (!isBehind) reached.push(orders.id[slot]);
  }
  return reached;
}

/** Where the lots of a fill come from. */
interface Source {
  readonly price: Ticks;
  /** The most lots that may come from it. */
  readonly lots: Lots;
  /** The real resting order (slot) that they are taken from, NONE if they traded. */
  readonly maker: OrderSlot;
  /** The paper order rested, so that it pays the maker's fee. */
  readonly waits?: boolean;
}

/**
 * Fills a paper order against the pool, up to the lots of its source and of its position. Returns the reason
 * if it must end, else 0.
 */
function fillFrom(s: State, slot: OrderSlot, { price, lots: offered, maker, waits = false }: Source): number {
  const { orders } = s;
  const account = orders.account[slot];
  let left = Math.min(offered, orders.remaining[slot]);
  const isExit = !waits && makesRoom(s, slot);
  while (left > 0) {
    if (isExit) freeTarget(s, slot, left);
    // A close may be spread over several positions; and what goes through zero are two trades with the pool.
    const wanted = lotsBookedFirst(s, slot, capacity(s, slot, left));
    assert(wanted > 0, "a live close has something to take");
    const lots = lotsAllowed(s, slot, wanted, price, !waits);
    assert(lots >= 0 && lots <= wanted, "no more is allowed than is wanted");
    if (isExit && makeRoomChangesTarget(s, slot, lots)) continue; // as for a real order (rules/order/match.ts)
    left -= lots;
    if (lots > 0) {
      meetPool(s, slot, price, lots, waits);
      if (maker !== NONE) {
        const taken = s.paperTakes.get(orders.id[maker])?.get(account) ?? 0;
        paperTaken(s, { account, order: orders.id[maker], lots: taken + lots });
      }
    }
    if (lots < wanted) return CANCEL_MARGIN_NOT_ENOUGH;
  }
  return 0;
}

/** One fill of a paper order at a price, with all that follows from it. */
function meetPool(s: State, slot: OrderSlot, price: Ticks, lots: Lots, waits: boolean): void {
  const { positions, scratch } = s;
  const position = prepare(s, slot, lots, price, !waits);
  const closes = !isOpening(fillAction(s, slot));
  const size = positions.size[position];
  if (closes && positions.marginMode[position] === ISOLATED) isolatedWallet(s, position, scratch.takerWallet);
  const pool = poolOrder(s, slot, lots, price);
  if (s.bankruptcy !== undefined) chargeLiquidation(s, slot, lots, price);
  if (waits) tradedOnPaper(s, slot, pool, lots);
  else tradedOnPaper(s, pool, slot, lots);
  endPoolOrder(s, pool, lots);
  if (closes) settleClose(s, position, size, scratch.takerWallet);
  if (openingOrderClosed(s, slot, closes)) trimReduceOnly(s, s.orders.holding[slot]);
  else afterFill(s, slot, position, lots);
}

/**
 * The pool meets a paper account's order for an agreed value, without fees: what a liquidation leaves, or a
 * reset of the account. The caller settles the account's position.
 */
export function meetPoolByValue(s: State, slot: OrderSlot, price: Ticks, lots: Lots, value: Money): void {
  const pool = poolOrder(s, slot, lots, price);
  tradedByValue(s, pool, slot, lots, value, ORIGIN_PAPER_VALUE);
  endPoolOrder(s, pool, lots);
}

/** The pool takes over what the book did not take of a position in liquidation. */
export function poolTakesOver(s: State, p: PositionSlot, closer: OrderSlot, value: Quanta): void {
  meetPoolByValue(s, closer, s.orders.price[closer], s.positions.size[p], s.scratch.amount.fromQuanta(value));
}

/**
 * The pool's order on the other side: it opens what the account opens and closes what the account closes, on
 * the other leg, so that it always holds as much as all paper accounts together.
 */
function poolOrder(s: State, slot: OrderSlot, lots: Lots, price: Ticks): OrderSlot {
  const { orders, holdings } = s;
  const action = oppositeOf(fillAction(s, slot));
  const leg = legOf(action);
  const order = {
    kind: KIND_AGREEMENT,
    account: s.funds[MEETS_POOL],
    contract: orders.contract[slot],
    action,
    lots,
    price,
  };
  const holding = s.holdingOf[order.contract].get(s.funds[MEETS_POOL]) ?? NONE;
  const held = holding === NONE ? NONE : leg === 0 ? holdings.longHead[holding] : holdings.shortHead[holding];
  const pool = systemOrder(s, { ...order, position: isOpening(action) ? NONE : held });
  if (held === NONE) {
    const leverage = leverageFor(s, orders.holding[pool], leg, SHARED);
    positionOpened(s, {
      account: s.funds[MEETS_POOL],
      contract: order.contract,
      leg,
      marginMode: SHARED,
      separatedMode: COMBINED,
      openOrder: 0,
      leverage,
    });
  }
  return pool;
}

function endPoolOrder(s: State, pool: OrderSlot, lots: Lots): void {
  const { orders, positions, holdings, scratch } = s;
  if (!isOpening(orders.action[pool])) {
    const holding = orders.holding[pool];
    const isLong = legOf(orders.action[pool]) === 0;
    const p = isLong ? holdings.longHead[holding] : holdings.shortHead[holding];
    settleClose(s, p, positions.size[p] + lots, scratch.none);
  }
  orderEnded(s, pool, 0);
}

function oppositeOf(action: Action): Action {
  if (action === OPEN_LONG) return OPEN_SHORT;
  if (action === OPEN_SHORT) return OPEN_LONG;
  return action === CLOSE_LONG ? CLOSE_SHORT : CLOSE_LONG;
}
