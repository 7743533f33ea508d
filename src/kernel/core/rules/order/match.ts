import {
  BUY,
  CANCEL_COULD_NOT_FILL,
  CANCEL_MARGIN_NOT_ENOUGH,
  CANCEL_POST_ONLY,
  CANCEL_SELF_TRADE,
  FOK,
  GTC,
  ISOLATED,
  isOpening,
  POST_ONLY,
  STATE_PENDING,
  STP_DECREMENT,
  STP_EXPIRE_BOTH,
  STP_EXPIRE_MAKER,
  STP_EXPIRE_TAKER,
  STP_NONE,
  sideOf,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { isolatedWallet } from "../../data/margin/available.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { fillAction, lotsBookedFirst } from "../../data/net/resolve.ts";
import {
  areApart,
  counterpartyOf,
  firstToMeet,
  selfTradePreventionOfOrder,
} from "../../data/state/ofAccount.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { Counterparty, State } from "../../data/state/state.ts";
import type { OrderDraft } from "../../data/tables/orders.ts";
import type { AccountId, OrderSlot } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { liquidationFeeReceived } from "../../events/liquidationEvents.ts";
import { asIfPlaced, leaveDelay, orderEnded, orderResized } from "../../events/orderEvents.ts";
import { traded } from "../../events/tradeEvents.ts";
import { AS_MAKER, AS_TAKER, limitedFill } from "../fill/fillLimit.ts";
import { LookAhead } from "../fill/lookAhead.ts";
import { capacity, prepare } from "../fill/prepareFill.ts";
import { afterFill } from "../fill/presets.ts";
import { freeTarget, makeRoomChangesTarget, makeRoomFor, makesRoom } from "../fill/reservations.ts";
import { openingOrderClosed, turnOver } from "../fill/turnOver.ts";
import { chargeLiquidation } from "../liquidation/fee.ts";
import { settleClose } from "../position/settleClose.ts";

/**
 * Sends a pending order to its account's {@link Counterparty}, which is other accounts through the book or
 * the paper pool: price-time priority, fills at the resting order's price, one fill at a time. What does not
 * fill rests (GTC, post-only) or is canceled (IOC, FOK, market).
 */
export function matchOrder(s: State, taker: OrderSlot): void {
  const { orders } = s;
  const contract = s.contracts[orders.contract[taker]];
  const counterparty = counterpartyOf(s, orders.account[taker]);
  assert(orders.state[taker] === STATE_PENDING, "what is sent into a book is on its way");
  assert(
    orders.remaining[taker] > 0 && orders.price[taker] > 0,
    "what is sent into a book has lots and a price",
  );
  leaveDelay(s, taker);
  const timeInForce = orders.timeInForce[taker];
  if (timeInForce === POST_ONLY) {
    if (crossesBest(s, contract, taker)) {
      orderEnded(s, taker, CANCEL_POST_ONLY);
    } else {
      counterparty.rest(s, taker);
    }
    return;
  }
  if (timeInForce === FOK && !fillable(s, contract, counterparty, taker)) {
    orderEnded(s, taker, CANCEL_COULD_NOT_FILL);
    return;
  }
  const reason = counterparty.take(s, contract, taker);
  if (reason !== 0) orderEnded(s, taker, reason);
  else if (orders.remaining[taker] === 0) orderEnded(s, taker, 0);
  else if (timeInForce === GTC && orders.market[taker] === 0) {
    // Before an exit (a triggered close, an order of closePositions) rests, closes that rest already and have
    // reserved the same lots shrink or end.
    if (makesRoom(s, taker)) makeRoomFor(s, taker, orders.remaining[taker]);
    counterparty.rest(s, taker);
  } else orderEnded(s, taker, CANCEL_COULD_NOT_FILL);
}

/** `lotsFor` of the book: an account may take all that remains of a resting order. */
export function lotsInBook(s: State, _account: AccountId, maker: OrderSlot): Lots {
  return s.orders.remaining[maker];
}

/**
 * Fills the taker as far as the book allows. Returns the reason if the taker must end short of that, else 0.
 */
export function takeLiquidity(s: State, contract: Contract, taker: OrderSlot): number {
  const { orders } = s;
  const account = orders.account[taker];
  const opposite = 1 - orders.side[taker];
  while (orders.remaining[taker] > 0) {
    const maker = firstToMeet(s, contract, opposite, account);
    if (!crosses(s, taker, maker)) return crossesBest(s, contract, taker) ? CANCEL_COULD_NOT_FILL : 0;
    if (orders.account[maker] === account) {
      const mode = selfTradePreventionOfOrder(s, taker);
      if (mode !== STP_NONE) {
        if (preventSelfTrade(s, mode, maker, taker)) return CANCEL_SELF_TRADE;
        continue;
      }
    }
    const reason = trade(s, maker, taker);
    if (reason !== 0) return reason;
  }
  return 0;
}

/**
 * Whether an order that has arrived crosses the best order of the other side, whosever that is. A post-only
 * order ends then. So does what is left of any other, which has met all orders that it may meet: it would
 * rest across one of its account's group, and no book is ever crossed.
 */
function crossesBest(s: State, { book }: Contract, taker: OrderSlot): boolean {
  return crosses(s, taker, book.first(1 - s.orders.side[taker]));
}

/**
 * Whether an admitted order that goes into the book at once would end there without a fill: a post-only
 * order that would take, or a fill-or-kill that cannot fill. If so, that is noted as a refusal; nothing else
 * changes.
 */
export function wouldEndAtOnce(s: State, contract: Contract, draft: OrderDraft): boolean {
  const { price, size, timeInForce } = draft;
  if (timeInForce === POST_ONLY && draftCrossesBest(contract, draft)) {
    const best = contract.book.bestPrice(1 - sideOf(draft.action));
    refuse(s, R.wouldTake, { price, best });
    return true;
  }
  if (timeInForce !== FOK) return false;
  const counterparty = counterpartyOf(s, draft.account);
  const fills = asIfPlaced(s, draft, (slot) => fillable(s, contract, counterparty, slot));
  if (fills) return false;
  refuse(s, R.cannotFill, { size });
  return true;
}

/** The same of an order that has not been placed: a draft. */
export function draftCrossesBest(
  { book }: Contract,
  { action, price }: Pick<OrderDraft, "action" | "price">,
): boolean {
  const side = sideOf(action);
  if (book.first(1 - side) === NONE) return false;
  const best = book.bestPrice(1 - side);
  return side === BUY ? best <= price : best >= price;
}

/** Whether the taker's limit reaches a resting order; false where that is NONE. */
function crosses({ orders }: State, taker: OrderSlot, maker: OrderSlot): boolean {
  if (maker === NONE) return false;
  const limit = orders.price[taker];
  return orders.side[taker] === BUY ? orders.price[maker] <= limit : orders.price[maker] >= limit;
}

/**
 * Whether a fill-or-kill order certainly fills in full within its limit, and its account may take all of it;
 * changes nothing.
 */
function fillable(s: State, contract: Contract, counterparty: Counterparty, taker: OrderSlot): boolean {
  const { orders } = s;
  const { book } = contract;
  const side = orders.side[taker];
  const limit = orders.price[taker];
  const account = orders.account[taker];
  const mode = selfTradePreventionOfOrder(s, taker);
  const ahead = new LookAhead(s, contract, { account, side, lots: orders.remaining[taker], limit });
  let left = orders.remaining[taker];
  for (let maker = book.first(1 - side); maker !== NONE; maker = book.after(maker)) {
    const price = orders.price[maker];
    if (side === BUY ? price > limit : price < limit) return false;
    if (areApart(s, account, orders.account[maker])) continue;
    const isOwn = orders.account[maker] === account;
    if (isOwn && mode !== STP_NONE) {
      if (mode !== STP_EXPIRE_MAKER) return false;
      continue;
    }
    const lots = Math.min(left, counterparty.lotsFor(s, account, maker));
    if (lots === 0) continue;
    if (!ahead.tryCount(maker, lots, price, AS_MAKER)) {
      if (isOwn) return false;
      continue;
    }
    if (!ahead.tryCount(taker, lots, price, AS_TAKER)) return false;
    left -= lots;
    if (left === 0) return true;
  }
  return false;
}

/** The taker meets an order of its own account; its mode decides. Returns whether the taker ends. */
function preventSelfTrade(s: State, mode: number, maker: OrderSlot, taker: OrderSlot): boolean {
  const { orders } = s;
  if (mode === STP_DECREMENT) {
    const lots = Math.min(orders.remaining[maker], orders.remaining[taker]);
    assert(lots > 0, "orders that meet have lots");
    const takerEnds = orders.remaining[taker] === lots;
    if (orders.remaining[maker] === lots) orderEnded(s, maker, CANCEL_SELF_TRADE);
    else orderResized(s, maker, { size: orders.size[maker] - lots });
    if (!takerEnds) orderResized(s, taker, { size: orders.size[taker] - lots });
    return takerEnds;
  }
  if (mode === STP_EXPIRE_MAKER || mode === STP_EXPIRE_BOTH) orderEnded(s, maker, CANCEL_SELF_TRADE);
  return mode === STP_EXPIRE_TAKER || mode === STP_EXPIRE_BOTH;
}

/**
 * Fills the taker and the first resting order with as much as both may take, with all that follows from it.
 * The order that may not take all of it (fillLimit.ts) ends. Returns the reason if that is the taker, else
 * 0.
 *
 * @param bookTrade applies the trade to the state: {@link traded}, or `tradedAside` for a fill that a
 * directive forces
 */
export function trade(s: State, maker: OrderSlot, taker: OrderSlot, bookTrade = traded): number {
  const { orders } = s;
  const price = orders.price[maker];
  const offered = capacity(s, maker, Math.min(orders.remaining[maker], orders.remaining[taker]));
  assert(offered > 0, "an order that rests has something to give");
  const isExit = makesRoom(s, taker);
  if (isExit) freeTarget(s, taker, offered); // before capacity, which asks for the target
  const wanted = capacity(s, taker, offered);
  assert(wanted > 0 && wanted <= offered, "a taker has something to take, and takes no more than is there");
  const cut = limitedFill(s, maker, taker, wanted, price);
  // Where an older position comes first now, the caller decides the fill anew.
  if (isExit && makeRoomChangesTarget(s, taker, cut?.lots ?? wanted)) return 0;
  if (cut === undefined) {
    fill(s, maker, taker, wanted, price, bookTrade);
    return 0;
  }
  assert(cut.lots < wanted, "what is cut is less than was wanted");
  if (cut.lots > 0) fill(s, maker, taker, cut.lots, price, bookTrade);
  if (cut.short === taker) return CANCEL_MARGIN_NOT_ENOUGH;
  orderEnded(s, maker, CANCEL_MARGIN_NOT_ENOUGH);
  return 0;
}

/**
 * One trade of `lots` at a price. Where it takes a one-way account through zero, the order closes with its
 * first lots, and opens the other leg with the rest.
 */
function fill(
  s: State,
  maker: OrderSlot,
  taker: OrderSlot,
  lots: Lots,
  price: Ticks,
  bookTrade: typeof traded,
): void {
  const { orders, positions } = s;
  const { makerWallet, takerWallet } = s.scratch;
  const makerLots = lotsBookedFirst(s, maker, lots);
  const takerLots = lotsBookedFirst(s, taker, lots);
  const makerPosition = prepare(s, maker, makerLots, price, AS_MAKER);
  const takerPosition = prepare(s, taker, takerLots, price, AS_TAKER);
  const makerCloses = !isOpening(fillAction(s, maker));
  const takerCloses = !isOpening(fillAction(s, taker));
  assert(
    !makerCloses || !takerCloses || makerPosition !== takerPosition,
    "two closes that meet are of two positions",
  );
  const makerSize = positions.size[makerPosition];
  const takerSize = positions.size[takerPosition];
  if (makerCloses && positions.marginMode[makerPosition] === ISOLATED)
    isolatedWallet(s, makerPosition, makerWallet);
  if (takerCloses && positions.marginMode[takerPosition] === ISOLATED)
    isolatedWallet(s, takerPosition, takerWallet);
  const isCharged = s.bankruptcy !== undefined && chargeLiquidation(s, taker, lots, price);
  const tradeId = s.nextId;
  bookTrade(s, maker, taker, lots);
  if (isCharged) {
    const contract = orders.contract[taker];
    liquidationFeeReceived(s, { contract, trade: tradeId, amount: s.scratch.charged });
  }
  if (makerCloses) settleClose(s, makerPosition, makerSize, makerWallet);
  if (takerCloses) settleClose(s, takerPosition, takerSize, takerWallet);
  if (openingOrderClosed(s, maker, makerCloses)) {
    const otherAccount = orders.account[taker];
    turnOver(s, maker, { lots, first: makerLots, price, isTaker: false, trade: tradeId, otherAccount });
  } else afterFill(s, maker, makerPosition, lots);
  if (openingOrderClosed(s, taker, takerCloses)) {
    const otherAccount = orders.account[maker];
    turnOver(s, taker, { lots, first: takerLots, price, isTaker: true, trade: tradeId, otherAccount });
  } else afterFill(s, taker, takerPosition, lots);
  if (orders.remaining[maker] === 0) orderEnded(s, maker, 0);
}
