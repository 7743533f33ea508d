import type { Book } from "../data/book/book.ts";
import {
  ACCOUNT_PAPER,
  ACCOUNT_USER,
  BUY,
  CANCEL_NONE,
  CANCEL_USER,
  GTC,
  IOC,
  isOpening,
  KIND_PRESET_TAKE_PROFIT,
  LONG,
  legOf,
  RESTS_ASIDE,
  RESTS_IN_BOOK,
  RESTS_NOWHERE,
  SELL,
  STATE_CANCELED,
  STATE_CANCELING,
  STATE_FILLED,
  STATE_OPEN,
  STATE_PENDING,
  STATE_UNTRIGGERED,
  STOP_LOSS_ON_MARK,
  sideOf,
  TAKE_PROFIT_ON_MARK,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_HELD,
  TRIGGER_QUEUED,
  TRIGGER_TRAILING,
  TRIGGER_WATCHED,
} from "../data/codes.ts";
import { activatingDirection } from "../data/contract/trails.ts";
import type { Layout } from "../data/encoding/layout.ts";
import { encode, fixedWords, headOf } from "../data/encoding/layout.ts";
import { utf8Length, writeUtf8 } from "../data/encoding/text.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import {
  endWords,
  placementWords,
  putEnd,
  putPlacement,
  writeOrderActivated,
  writeOrderAmended,
  writeOrderCanceling,
  writeOrderHeld,
  writeOrderModified,
  writeOrderPriced,
  writeOrderResized,
  writeOrderRested,
  writeOrderTriggered,
  writeOrderTriggerQueued,
  writeRequestRepeated,
} from "../data/model/generated/eventRecords.ts";
import {
  encodeOrder,
  encodeOrderConditions,
  encodeOrderFills,
  orderFillsWords,
  orderWords,
} from "../data/model/generated/orderColumns.ts";
import type { State } from "../data/state/state.ts";
import type { OrderDraft, Orders } from "../data/tables/orders.ts";
import type {
  ConditionSlot,
  Leverage,
  OrderId,
  OrderSlot,
  Points,
  Rate,
  RecordHead,
} from "../data/units/kinds.ts";
import type { Money } from "../data/units/money.ts";
import type { Lots, Ticks, TimeMs } from "../data/units/units.ts";
import { assert, NONE } from "../data/units/units.ts";
import { dropHolding, holdingFor, markAccountDirty, refreeze } from "./accountEvents.ts";

/**
 * The functions that change orders outside fills: placed, rested, resized, amended (open to pending),
 * triggered, ended. `slot` is the order's.
 *
 * ```
 *              placed ──▶ pending ──▶ open ──▶ filled
 *                            │          │ ▲
 *   untriggered ──triggered──┘          ▼ │(fill)
 *        │                  │      canceling
 *        └───────▶ canceled ◀───────────┘
 * ```
 */

/** Heads and words of records of a whole order, by how many groups of its fields they leave out. */
const PLACED = formsOf(eventLayouts.orderPlaced);
const ENDED = formsOf(eventLayouts.orderEnded);

/** Accepts the order of `draft`: it gets its id and freezes or reserves what it needs. Returns its slot. */
export function orderPlaced(s: State, draft: OrderDraft): OrderSlot {
  const slot = takeOrder(s, draft);
  const { orders } = s;
  const leftOut = orders.hasConditions(slot) ? 0 : 2;
  const at = beginWithText(s, PLACED.heads[leftOut]!, PLACED.words[leftOut]!, draft.clientId);
  const { words } = s.events;
  encodeOrder(words, at, orders, slot, CANCEL_NONE);
  putPlacement(words, at + 1 + orderWords, draft);
  if (leftOut === 0) encodeRare(words, at + 1 + orderWords + placementWords, orders, slot, 0);
  return slot;
}

function formsOf(layout: Layout) {
  const words = fixedWords(layout);
  return { words, heads: words.map((_, leftOut) => headOf(layout, leftOut)) };
}

/** Writes fills and conditions of an order at word `at`, as far as its record does not leave them out. */
function encodeRare(words: Float64Array, at: number, orders: Orders, slot: OrderSlot, leftOut: number): void {
  encodeOrderFills(words, at, orders, slot);
  if (leftOut === 0) encodeOrderConditions(words, at + orderFillsWords, orders, slot);
}

/** Makes the order of `draft` one of its account's; its caller says so in a record. */
export function takeOrder(s: State, draft: OrderDraft): OrderSlot {
  const { orders, accounts, holdings } = s;
  const slot = orders.take();
  const id = s.nextId++;
  assert(id < Number.MAX_SAFE_INTEGER, "ids are exact");
  assert(
    draft.size > 0 || draft.state === STATE_UNTRIGGERED,
    "an order has lots, or those that its trigger finds",
  );
  assert(
    draft.price > 0 || draft.market || (draft.priceMatch > 0 && draft.state === STATE_UNTRIGGERED),
    "an order has a price, is one at market, or is to be given one",
  );
  assert(draft.frozen.sign() >= 0, "an order's margin is not negative");
  orders.id[slot] = id;
  orders.byId.set(id, slot);
  orders.holding[slot] =
    draft.holding === NONE ? holdingFor(s, draft.account, draft.contract) : draft.holding;
  assert(holdings.account[orders.holding[slot]] === draft.account, "an order is in a holding of its account");
  assert(
    holdings.contract[orders.holding[slot]] === draft.contract,
    "an order is in the holding of its contract",
  );
  orders.takeOrder(slot, draft, draft.hasConditions);
  orders.side[slot] = sideOf(draft.action);
  orders.restsWhere[slot] = RESTS_NOWHERE;
  orders.remaining[slot] = draft.size;
  orders.frozen.write(slot, draft.frozen);
  orders.createdTime[slot] = s.time;
  orders.updatedTime[slot] = s.time;
  orders.priority[slot] = 0;
  orders.clientIds[orders.rowOf(slot)] = draft.clientId;
  linkOrder(s, slot);
  if (draft.clientId !== "") {
    let ids = accounts.clientIds[draft.account];
    if (ids === undefined) {
      ids = new Map();
      accounts.clientIds[draft.account] = ids;
    }
    ids.set(draft.clientId, slot);
  }
  if (draft.parent !== 0) linkPreset(s, slot);
  if (draft.requestHash !== 0) s.requests.add(draft.requestHash, id);
  if (draft.goodTill !== 0) watchDate(s, slot);
  if (draft.state === STATE_UNTRIGGERED) {
    watchTrigger(s, slot);
  } else {
    reserve(s, slot);
    if (draft.dueTime > 0) {
      orders.heapKey[slot] = draft.dueTime;
      s.delayed.push(slot);
    }
  }
  markAccountDirty(s, draft.account);
  return slot;
}

/**
 * Has an order of the draft judged as if it were on its way, and leaves nothing of it: it has no id yet,
 * freezes, reserves and counts nothing.
 */
export function asIfPlaced<T>(s: State, draft: OrderDraft, judge: (slot: OrderSlot) => T): T {
  const { orders } = s;
  const isNew = draft.holding === NONE;
  const holding = isNew ? holdingFor(s, draft.account, draft.contract) : draft.holding;
  const slot = orders.take();
  orders.takeOrder(slot, draft, draft.hasConditions);
  orders.id[slot] = 0;
  orders.holding[slot] = holding;
  orders.side[slot] = sideOf(draft.action);
  orders.remaining[slot] = draft.size;
  const judged = judge(slot);
  if (orders.hasConditions(slot)) orders.dropConditions(slot);
  orders.drop(slot);
  if (isNew) dropHolding(s, holding);
  return judged;
}

/** A signed request that made `order` came again. */
export function requestRepeated(s: State, event: Recorded<"requestRepeated">): void {
  writeRequestRepeated(s.events, s.index, event);
}

/** A pending order rests behind all others at its price. */
export function orderRested(s: State, slot: OrderSlot): void {
  restInBook(s, slot);
  writeOrderRested(s.events, s.index, s.orders, slot);
}

/** Puts a pending order behind all others at its price; its caller says so in a record. */
export function restInBook(s: State, slot: OrderSlot): void {
  const { orders } = s;
  const contract = s.contracts[orders.contract[slot]];
  enterBook(s, slot, RESTS_IN_BOOK);
  contract.book.add(slot);
  const ask = contract.book.bestPrice(SELL);
  assert(ask === NONE || contract.book.bestPrice(BUY) < ask, "the best bid is below the best ask");
  if (contract.shadow !== undefined) contract.shadow.rested(slot);
}

/**
 * A pending order is open from now on, behind all others, in a book (RESTS_ codes) that its caller puts it
 * into.
 */
export function enterBook(s: State, slot: OrderSlot, where: number): void {
  const { orders } = s;
  leaveDelay(s, slot);
  assert(orders.state[slot] === STATE_PENDING, "what comes to rest was on its way");
  assert(orders.restsWhere[slot] === RESTS_NOWHERE, "an order rests in one place");
  assert(
    orders.remaining[slot] > 0 && orders.remaining[slot] <= orders.size[slot],
    "what rests has lots left",
  );
  orders.state[slot] = STATE_OPEN;
  orders.restsWhere[slot] = where;
  orders.priority[slot] = s.nextPriority++;
  orders.updatedTime[slot] = s.time;
  if (orders.remaining[slot] !== orders.size[slot]) refreeze(s, slot); // it has traded on its way into the book
  markAccountDirty(s, orders.account[slot]);
}

/**
 * A delayed order leaves its wait and is matched now; still pending. No event of its own: those of the match
 * follow.
 */
export function leaveDelay(s: State, slot: OrderSlot): void {
  const { orders } = s;
  if (orders.heapKey[slot] === 0) return;
  assert(orders.state[slot] !== STATE_UNTRIGGERED, "only what is on its way is delayed");
  s.delayed.remove(slot);
  orders.heapKey[slot] = 0;
}

/** An amendment on its way to an order comes too late: something else happens to the order. */
function dropAmend(s: State, slot: OrderSlot): void {
  if (s.amendsSent.size > 0 && s.amendsSent.delete(s.orders.id[slot])) leaveDelay(s, slot);
}

/** An order that rests has another price or size. Makers change theirs all day, and nobody counts. */
function countAmendment({ orders, accounts, amendments }: State, slot: OrderSlot): void {
  const kind = accounts.kind[orders.account[slot]];
  if (kind !== ACCOUNT_USER && kind !== ACCOUNT_PAPER) return;
  const order = orders.id[slot];
  amendments.set(order, (amendments.get(order) ?? 0) + 1);
}

/** A cancel was asked for; it takes effect at `dueTime`. */
export function orderCanceling(s: State, slot: OrderSlot, { dueTime }: { readonly dueTime: TimeMs }): void {
  const { orders } = s;
  assert(orders.used[slot] === 1 && orders.remaining[slot] > 0, "what is being canceled is a live order");
  dropAmend(s, slot);
  orders.state[slot] = STATE_CANCELING;
  orders.updatedTime[slot] = s.time;
  if (s.cancelsSent.size > 0) s.cancelsSent.delete(orders.id[slot]);
  if (orders.heapKey[slot] === 0) {
    orders.heapKey[slot] = dueTime;
    s.delayed.push(slot);
  }
  markAccountDirty(s, orders.account[slot]);
  writeOrderCanceling(s.events, s.index, orders, slot, { dueTime: orders.heapKey[slot] });
}

/** The order's size becomes `size` without a fill; it keeps its time priority. */
export function orderResized(s: State, slot: OrderSlot, { size }: { readonly size: Lots }): void {
  const { orders } = s;
  const by = orders.size[slot] - size;
  const remaining = orders.remaining[slot] - by;
  assert(by !== 0 && remaining > 0, "a resized order has another size, and something left");
  assert(
    by > 0 || orders.state[slot] === STATE_UNTRIGGERED,
    "only an order that waits may grow in its place",
  );
  const resting = orders.restsWhere[slot] === RESTS_IN_BOOK;
  if (orders.state[slot] === STATE_UNTRIGGERED) {
    orders.remaining[slot] = remaining;
  } else {
    release(s, slot, by);
    if (orders.restsWhere[slot] !== RESTS_NOWHERE) restingBook(s, slot).reduce(slot, by);
    else orders.remaining[slot] = remaining;
    refreeze(s, slot);
  }
  orders.size[slot] = size;
  orders.updatedTime[slot] = s.time;
  countAmendment(s, slot);
  markAccountDirty(s, orders.account[slot]);
  writeOrderResized(s.events, s.index, orders, slot, { by, resting });
}

/**
 * A resting order takes its lots out of the book and is pending again, with another price, size and margin.
 * Its fills stay, and so does its place among the holding's orders; its place in the queue does not.
 */
export function orderAmended(
  s: State,
  slot: OrderSlot,
  amended: {
    readonly price: Ticks;
    readonly size: Lots;
    readonly leverage: Leverage;
    readonly markPoints: Points;
    readonly feeRate: Rate;
    readonly frozen: Money;
    readonly dueTime: TimeMs;
  },
): void {
  const { orders, accounts } = s;
  const { frozen } = amended;
  const account = orders.account[slot];
  const by = orders.remaining[slot];
  const priceBefore = orders.price[slot];
  const resting = orders.restsWhere[slot] === RESTS_IN_BOOK;
  assert(orders.state[slot] === STATE_OPEN, "what is amended so rests");
  assert(amended.size > orders.size[slot] - by, "an amended order is larger than what of it is filled");
  assert(amended.price > 0 && frozen.sign() >= 0, "an amended order has a price and no negative margin");
  dropAmend(s, slot);
  restingBook(s, slot).remove(slot);
  if (s.paperTakes.size > 0) s.paperTakes.delete(orders.id[slot]); // lots taken on paper were of the order's old place in the queue
  release(s, slot, by);
  accounts.frozen.subtract(account, orders.frozen.read(slot, s.scratch.move));
  orders.restsWhere[slot] = RESTS_NOWHERE;
  orders.state[slot] = STATE_PENDING;
  orders.priority[slot] = 0;
  orders.price[slot] = amended.price;
  // Its price is its own from now on: the book gives it none when it arrives once more.
  if (orders.hasConditions(slot)) orders.conditions.priceMatch[conditionsOf(s, slot)] = 0;
  orders.remaining[slot] = by + amended.size - orders.size[slot];
  orders.size[slot] = amended.size;
  orders.leverage[slot] = amended.leverage;
  orders.markPoints[slot] = amended.markPoints;
  orders.feeRate[slot] = amended.feeRate;
  orders.frozen.write(slot, frozen);
  orders.updatedTime[slot] = s.time;
  countAmendment(s, slot);
  reserve(s, slot);
  if (amended.dueTime > 0) {
    orders.heapKey[slot] = amended.dueTime;
    s.delayed.push(slot);
  }
  markAccountDirty(s, account);
  writeOrderAmended(s.events, s.index, orders, slot, { priceBefore, by, resting, dueTime: amended.dueTime });
}

/** The book gives a pending order that arrives another price than it had when it was accepted. */
export function orderPriced(s: State, slot: OrderSlot, { price }: { readonly price: Ticks }): void {
  const { orders } = s;
  assert(orders.state[slot] === STATE_PENDING && price > 0, "what is given a price is on its way");
  orders.price[slot] = price;
  refreeze(s, slot);
  orders.updatedTime[slot] = s.time;
  markAccountDirty(s, orders.account[slot]);
  writeOrderPriced(s.events, s.index, orders, slot);
}

/** The trigger condition came true: the order joins the queue of internal steps. */
export function orderTriggerQueued(s: State, slot: OrderSlot): void {
  const { orders } = s;
  assert(orders.state[slot] === STATE_UNTRIGGERED, "what meets its price has waited for it");
  assert(orders.triggerQueued(slot) !== TRIGGER_QUEUED, "an order is queued once");
  fixTrigger(s, slot);
  unwatchTrigger(s, slot);
  orders.conditions.triggerQueued[conditionsOf(s, slot)] = TRIGGER_QUEUED;
  s.triggered.push(orders.id[slot]);
  writeOrderTriggerQueued(s.events, s.index, orders, slot);
}

/** The price came to where a trailing stop becomes active: it follows it from there. */
export function orderActivated(s: State, slot: OrderSlot, { points }: { readonly points: Points }): void {
  const { orders } = s;
  assert(orders.conditions.callbackRate[orders.condition[slot]] !== 0, "what is activated trails");
  unwatchTrigger(s, slot);
  orders.conditions.extreme[conditionsOf(s, slot)] = points;
  orders.updatedTime[slot] = s.time;
  watchTrigger(s, slot);
  markAccountDirty(s, orders.account[slot]);
  writeOrderActivated(s.events, s.index, orders, slot, { points });
}

/** A price is the extreme of the contract's trailing stops that follow it, of all whose own it passes. */
export function trailMoved(s: State, event: Recorded<"trailMoved">): void {
  const contract = s.contracts[event.contract];
  for (const direction of [TRIGGER_AT_OR_ABOVE, TRIGGER_AT_OR_BELOW])
    contract.trails(event.triggerSource, direction).move(event.points);
  encode(eventLayouts.trailMoved, event, s.events, s.index);
}

/**
 * A waiting order's price is met while it may not trade: it is held until it may. With `held` false it
 * watches its price again.
 */
export function orderHeld(s: State, slot: OrderSlot, { held }: { readonly held: boolean }): void {
  const { orders } = s;
  assert(
    orders.triggerQueued(slot) === (held ? TRIGGER_QUEUED : TRIGGER_HELD),
    "held is what was queued, and no longer what was held",
  );
  orders.conditions.triggerQueued[conditionsOf(s, slot)] = held ? TRIGGER_HELD : TRIGGER_WATCHED;
  if (!held) watchTrigger(s, slot);
  writeOrderHeld(s.events, s.index, orders, slot, { held });
}

/** An untriggered order becomes pending with its execution price and size; it freezes or reserves now. */
export function orderTriggered(
  s: State,
  slot: OrderSlot,
  execution: {
    readonly price: Ticks;
    readonly size: Lots;
    readonly leverage: Leverage;
    readonly markPoints: Points;
    readonly feeRate: Rate;
    readonly frozen: Money;
  },
): void {
  const { orders, holdings } = s;
  const { frozen } = execution;
  const holding = orders.holding[slot];
  const own = conditionsOf(s, slot);
  assert(orders.state[slot] === STATE_UNTRIGGERED, "what is triggered has waited for it");
  assert(orders.heapKey[slot] === 0, "what is triggered was queued, and watches no price");
  assert(execution.size > 0 && execution.price > 0, "a triggered order has lots and a price");
  assert(holdings.planCount[holding] > 0, "an order that waits was counted");
  orders.conditions.triggerQueued[own] = TRIGGER_WATCHED;
  holdings.planCount[holding] -= 1;
  holdings.restingCount[holding] += 1;
  orders.state[slot] = STATE_PENDING;
  orders.price[slot] = execution.price;
  orders.size[slot] = execution.size;
  orders.remaining[slot] = execution.size;
  orders.leverage[slot] = execution.leverage;
  orders.markPoints[slot] = execution.markPoints;
  orders.feeRate[slot] = execution.feeRate;
  orders.frozen.write(slot, frozen);
  orders.conditions.triggeredTime[own] = s.time;
  orders.updatedTime[slot] = s.time;
  reserve(s, slot);
  markAccountDirty(s, orders.account[slot]);
  writeOrderTriggered(s.events, s.index, orders, slot);
}

/**
 * Trigger, source and execution price of an untriggered order are replaced; 0: market, or whatever the book
 * gives.
 */
export function orderModified(
  s: State,
  slot: OrderSlot,
  modified: { readonly triggerPrice: Ticks; readonly triggerSource: number; readonly price: Ticks },
): void {
  const { orders } = s;
  const { triggerPrice, triggerSource, price } = modified;
  const own = conditionsOf(s, slot);
  assert(orders.state[slot] === STATE_UNTRIGGERED, "what gets another trigger waits for one");
  assert(triggerPrice > 0 && price >= 0, "a trigger has a price, and an execution price or none");
  unwatchTrigger(s, slot);
  orders.conditions.triggerPrice[own] = triggerPrice;
  orders.conditions.triggerSource[own] = triggerSource;
  orders.price[slot] = price;
  if (price !== 0) orders.conditions.priceMatch[own] = 0;
  const market = price === 0 && orders.conditions.priceMatch[own] === 0;
  orders.market[slot] = market ? 1 : 0;
  orders.timeInForce[slot] = market ? IOC : GTC;
  orders.updatedTime[slot] = s.time;
  orders.conditions.triggerQueued[own] = TRIGGER_WATCHED;
  watchTrigger(s, slot);
  markAccountDirty(s, orders.account[slot]);
  writeOrderModified(s.events, s.index, orders, slot);
}

/** Filled (reason 0) or canceled: what it froze or reserved is free again and the order leaves the pool. */
export function orderEnded(s: State, slot: OrderSlot, reason: number): void {
  const { orders } = s;
  assert(orders.used[slot] === 1, "what ends is a live order");
  const wasUntriggered = orders.state[slot] === STATE_UNTRIGGERED;
  assert(orders.remaining[slot] >= 0, "nothing is filled twice");
  assert(
    (orders.remaining[slot] === 0 && !wasUntriggered) || reason !== CANCEL_NONE,
    "what ends filled has nothing left",
  );
  orders.state[slot] = reason === CANCEL_NONE ? STATE_FILLED : STATE_CANCELED;
  const resting = orders.restsWhere[slot] === RESTS_IN_BOOK;
  orders.updatedTime[slot] = s.time;
  if (wasUntriggered) fixTrigger(s, slot);
  const leftOut = orders.hasConditions(slot) ? 0 : orders.hasFills(slot) ? 1 : 2;
  const at = beginWithText(s, ENDED.heads[leftOut]!, ENDED.words[leftOut]!, orders.clientId(slot));
  const { words } = s.events;
  encodeOrder(words, at, orders, slot, reason);
  putEnd(words, at + 1 + orderWords, { resting });
  if (leftOut < 2) encodeRare(words, at + 1 + orderWords + endWords, orders, slot, leftOut);
  dropOrder(s, slot, wasUntriggered, reason);
}

/**
 * Takes an order, which is filled or canceled by now, out of its book, its account and the pool; its caller
 * says so in a record.
 */
export function dropOrder(s: State, slot: OrderSlot, wasUntriggered: boolean, reason: number): void {
  const { orders, accounts, holdings } = s;
  const account = orders.account[slot];
  const clientId = orders.clientId(slot);
  if (orders.restsWhere[slot] !== RESTS_NOWHERE) restingBook(s, slot).remove(slot);
  const { paperTakes, cancelsSent, amendsSent, amendments, directives } = s;
  if (paperTakes.size + cancelsSent.size + amendsSent.size + amendments.size + directives.ofOrder.size > 0)
    forget(s, orders.id[slot]);
  if (wasUntriggered) {
    unwatchTrigger(s, slot);
    holdings.planCount[orders.holding[slot]] -= 1;
    assert(holdings.planCount[orders.holding[slot]] >= 0, "an order that waits was counted");
  } else {
    leaveDelay(s, slot);
    release(s, slot, orders.remaining[slot]);
    accounts.frozen.subtract(account, orders.frozen.read(slot, s.scratch.move));
    assert(accounts.frozen.hi[account] >= 0, "orders give back no more margin than they froze");
    holdings.restingCount[orders.holding[slot]] -= 1;
    assert(holdings.restingCount[orders.holding[slot]] >= 0, "an order on its way or resting was counted");
  }
  unlinkPreset(s, slot, reason);
  unlinkOrder(s, slot);
  assert(orders.byId.delete(orders.id[slot]) === slot, "an order's id named it");
  if (clientId !== "") {
    accounts.clientIds[account]!.delete(clientId);
    orders.clientIds[orders.rowOf(slot)] = "";
  }
  if (orders.hasConditions(slot)) {
    const own = orders.condition[slot];
    if (orders.conditions.goodTill[own] !== 0) s.dated.remove(own);
    orders.dropConditions(slot);
  }
  if (orders.hasFills(slot)) orders.clearFills(slot);
  orders.drop(slot);
  markAccountDirty(s, account);
}

/** What lies aside of the columns about a few orders ends with them. */
function forget(s: State, order: OrderId): void {
  s.paperTakes.delete(order);
  s.cancelsSent.delete(order);
  s.amendsSent.delete(order);
  s.amendments.delete(order);
  s.directives.ofOrder.delete(order);
}

/** Where a resting order stands: a book, or aside, where it is in no queue. */
export function restingBook(s: State, slot: OrderSlot): Pick<Book, "add" | "remove" | "reduce"> {
  const { book, shadow } = s.contracts[s.orders.contract[slot]];
  if (s.orders.restsWhere[slot] === RESTS_IN_BOOK) return book;
  if (s.orders.restsWhere[slot] === RESTS_ASIDE) return aside(s);
  assert(shadow !== undefined, "orders that rest beside a book have one of their own");
  return shadow.book;
}

function aside({ orders }: State): Pick<Book, "add" | "remove" | "reduce"> {
  return {
    add: () => {},
    remove: () => {},
    reduce(slot, lots) {
      orders.remaining[slot] -= lots;
    },
  };
}

/** Freezes margin (opening) or reserves closable size (closing) for the whole order. */
function reserve(s: State, slot: OrderSlot): void {
  const { orders, accounts, holdings, positions } = s;
  const holding = orders.holding[slot];
  const lots = orders.remaining[slot];
  assert(lots > 0, "an order claims what it has left");
  const isLong = legOf(orders.action[slot]) === LONG;
  if (isOpening(orders.action[slot])) {
    accounts.frozen.add(orders.account[slot], orders.frozen.read(slot, s.scratch.move));
    if (isLong) holdings.longOpening[holding] += lots;
    else holdings.shortOpening[holding] += lots;
    return;
  }
  if (isLong) holdings.longReserved[holding] += lots;
  else holdings.shortReserved[holding] += lots;
  if (orders.position[slot] !== 0) positions.reserved[positions.byId.get(orders.position[slot])] += lots;
}

/**
 * Gives back what `lots` of the order reserved of its leg; the frozen margin is adjusted by {@link refreeze}.
 */
export function release(s: State, slot: OrderSlot, lots: Lots): void {
  const { orders, holdings, positions } = s;
  const holding = orders.holding[slot];
  const isLong = legOf(orders.action[slot]) === LONG;
  if (isOpening(orders.action[slot])) {
    if (isLong) holdings.longOpening[holding] -= lots;
    else holdings.shortOpening[holding] -= lots;
    assert(
      holdings.longOpening[holding] >= 0 && holdings.shortOpening[holding] >= 0,
      "no more opens than was to open",
    );
    return;
  }
  if (isLong) holdings.longReserved[holding] -= lots;
  else holdings.shortReserved[holding] -= lots;
  assert(
    holdings.longReserved[holding] >= 0 && holdings.shortReserved[holding] >= 0,
    "no more is released than was reserved",
  );
  if (orders.position[slot] !== 0) {
    const position = positions.byId.get(orders.position[slot]);
    if (position !== NONE) {
      positions.reserved[position] -= lots;
      assert(positions.reserved[position] >= 0, "no more of a position is released than was reserved");
    }
  }
}

/** Appends an order to its holding's list. */
export function linkOrder(s: State, slot: OrderSlot): void {
  const { orders, holdings } = s;
  const holding = orders.holding[slot];
  const tail = holdings.orderTail[holding];
  orders.holdingPrev[slot] = tail;
  orders.holdingNext[slot] = NONE;
  if (tail === NONE) holdings.orderHead[holding] = slot;
  else orders.holdingNext[tail] = slot;
  holdings.orderTail[holding] = slot;
  if (orders.state[slot] === STATE_UNTRIGGERED) holdings.planCount[holding] += 1;
  else holdings.restingCount[holding] += 1;
  orders.heapKey[slot] = 0;
}

function unlinkOrder(s: State, slot: OrderSlot): void {
  const { orders, holdings } = s;
  const holding = orders.holding[slot];
  const older = orders.holdingPrev[slot];
  const newer = orders.holdingNext[slot];
  assert(
    (older === NONE) === (holdings.orderHead[holding] === slot),
    "the first of a holding's orders has none before it",
  );
  assert(
    (newer === NONE) === (holdings.orderTail[holding] === slot),
    "the last of a holding's orders has none behind it",
  );
  if (older === NONE) holdings.orderHead[holding] = newer;
  else orders.holdingNext[older] = newer;
  if (newer === NONE) holdings.orderTail[holding] = older;
  else orders.holdingPrev[newer] = older;
}

/** A new preset child takes its place beside its parent and its sibling. */
export function linkPreset(s: State, slot: OrderSlot): void {
  const { orders } = s;
  const isTakeProfit = orders.kind[slot] === KIND_PRESET_TAKE_PROFIT;
  const { conditions } = orders;
  const own = conditionsOf(s, slot);
  const parent = orders.byId.get(conditions.parent[own]);
  if (parent === NONE) {
    linkLatePreset(s, slot);
    return;
  }
  const parents = conditionsOf(s, parent);
  const sibling = isTakeProfit ? conditions.stopLossChild[parents] : conditions.takeProfitChild[parents];
  if (isTakeProfit) conditions.takeProfitChild[parents] = slot;
  else conditions.stopLossChild[parents] = slot;
  conditions.sibling[own] = sibling;
  if (sibling === NONE) return;
  // The sibling may still name an earlier child that has triggered since; that child is on its own now.
  const siblings = conditionsOf(s, sibling);
  const former = conditions.sibling[siblings];
  if (former !== NONE) conditions.sibling[conditionsOf(s, former)] = NONE;
  conditions.sibling[siblings] = slot;
}

/** Of children that appear after their parent has ended, the stop-loss finds its sibling right before it. */
function linkLatePreset({ orders }: State, slot: OrderSlot): void {
  const { conditions, kind } = orders;
  const older = orders.holdingPrev[slot];
  if (older === NONE || kind[older] !== KIND_PRESET_TAKE_PROFIT || kind[slot] === KIND_PRESET_TAKE_PROFIT)
    return;
  if (conditions.parent[orders.condition[older]] !== conditions.parent[orders.condition[slot]]) return;
  conditions.sibling[orders.condition[older]] = slot;
  conditions.sibling[orders.condition[slot]] = older;
}

/**
 * Unlinks an order that ends from its parent, children and sibling; a preset that the client canceled is not
 * made again.
 */
function unlinkPreset(s: State, slot: OrderSlot, reason: number): void {
  const { orders } = s;
  const { conditions } = orders;
  const own = orders.condition[slot];
  if (conditions.parent[own] === 0) return;
  const sibling = conditions.sibling[own];
  if (sibling !== NONE) conditions.sibling[conditionsOf(s, sibling)] = NONE;
  const parent = orders.byId.get(conditions.parent[own]);
  if (parent === NONE) return;
  const parents = conditionsOf(s, parent);
  const isTakeProfit = orders.kind[slot] === KIND_PRESET_TAKE_PROFIT;
  const children = isTakeProfit ? conditions.takeProfitChild : conditions.stopLossChild;
  if (children[parents] === slot) children[parents] = NONE;
  if (reason === CANCEL_USER) {
    if (isTakeProfit) conditions.presetTakeProfit[parents] = 0;
    else conditions.presetStopLoss[parents] = 0;
    const gone = isTakeProfit ? TAKE_PROFIT_ON_MARK : STOP_LOSS_ON_MARK;
    conditions.presetsOnMark[parents] = conditions.presetsOnMark[parents] & ~gone;
  }
}

/** The conditions of an order that has some: those of all others are one row, and nobody's to change. */
function conditionsOf({ orders }: State, slot: OrderSlot): ConditionSlot {
  assert(orders.hasConditions(slot), "an order whose conditions change has some");
  return orders.condition[slot];
}

/** Has an order end when its time comes. */
export function watchDate(s: State, slot: OrderSlot): void {
  const { conditions, id } = s.orders;
  const own = conditionsOf(s, slot);
  conditions.dated[own] = id[slot];
  s.dated.push(own);
}

/**
 * Has an untriggered order watch its price: for its trigger, or to be activated; a trailing stop that is
 * active follows it.
 */
export function watchTrigger(s: State, slot: OrderSlot): void {
  const { orders } = s;
  const { conditions } = orders;
  const own = orders.condition[slot];
  assert(orders.state[slot] === STATE_UNTRIGGERED, "what waits has a trigger");
  if (conditions.callbackRate[own] !== 0 && conditions.activationPrice[own] === 0)
    conditions.extreme[own] ||= contractOf(s, slot).watchedPoints(conditions.triggerSource[own]);
  if (conditions.extreme[own] !== 0) {
    conditions.triggerQueued[own] = TRIGGER_TRAILING;
    orders.heapKey[slot] = conditions.callbackRate[own];
    trailsOf(s, slot).add(slot, conditions.extreme[own]);
    return;
  }
  orders.heapKey[slot] = conditions.activationPrice[own] || conditions.triggerPrice[own];
  assert(orders.heapKey[slot] > 0, "what waits has a price to wait for");
  triggersOf(s, slot).push(slot);
}

function unwatchTrigger(s: State, slot: OrderSlot): void {
  const { orders } = s;
  if (orders.heapKey[slot] === 0) return;
  if (orders.triggerQueued(slot) === TRIGGER_TRAILING) {
    const trails = trailsOf(s, slot);
    orders.conditions.extreme[orders.condition[slot]] = trails.extremeOf(slot);
    trails.remove(slot);
  } else triggersOf(s, slot).remove(slot);
  orders.heapKey[slot] = 0;
}

/** The trigger of a trailing stop stays where it is: it is met, or the order ends. */
function fixTrigger(s: State, slot: OrderSlot): void {
  const { orders } = s;
  const own = orders.condition[slot];
  if (orders.conditions.callbackRate[own] !== 0) orders.conditions.triggerPrice[own] = triggerOf(s, slot);
}

/**
 * Where the trigger of a waiting order is at this moment: of a trailing stop that is not active yet, where it
 * becomes that.
 */
export function triggerOf(s: State, slot: OrderSlot): Ticks {
  const { orders } = s;
  const { conditions } = orders;
  const own = orders.condition[slot];
  const queued = orders.triggerQueued(slot);
  if (queued === TRIGGER_TRAILING) return trailsOf(s, slot).stopOf(slot);
  const isToBeActivated =
    queued === TRIGGER_WATCHED && conditions.callbackRate[own] !== 0 && conditions.triggeredTime[own] === 0;
  return isToBeActivated ? conditions.activationPrice[own] : conditions.triggerPrice[own];
}

/** The price of a waiting trailing stop that is furthest its way, 0 while it is not active. */
export function extremeOf(s: State, slot: OrderSlot): Points {
  const { orders } = s;
  return orders.triggerQueued(slot) === TRIGGER_TRAILING
    ? trailsOf(s, slot).extremeOf(slot)
    : orders.conditions.extreme[orders.condition[slot]];
}

/**
 * The heap of an order that waits for a price, or to be activated by one, which comes from the other side.
 */
function triggersOf(s: State, slot: OrderSlot) {
  const { orders } = s;
  const own = orders.condition[slot];
  const { triggerSource, triggerDirection, callbackRate } = orders.conditions;
  const fires = triggerDirection[own];
  const direction = callbackRate[own] === 0 ? fires : activatingDirection(fires);
  return contractOf(s, slot).triggers(triggerSource[own], direction);
}

function trailsOf(s: State, slot: OrderSlot) {
  const { orders } = s;
  const own = orders.condition[slot];
  const { triggerSource, triggerDirection } = orders.conditions;
  return contractOf(s, slot).trails(triggerSource[own], triggerDirection[own]);
}

function contractOf({ contracts, orders }: State, slot: OrderSlot) {
  return contracts[orders.contract[slot]];
}

/** Opens a record whose only text is the client id. */
function beginWithText(s: State, head: RecordHead, fixed: number, text: string): number {
  const textBytes = text === "" ? 0 : utf8Length(text);
  const textWords = Math.ceil((4 + textBytes) / 8);
  const at = s.events.begin(head, fixed + textWords, s.index);
  const { words, bytes } = s.events;
  const start = at + fixed;
  for (let word = start; word < start + textWords; word++) words[word] = 0;
  assert(start + textWords === s.events.length, "a record ends with its text");
  if (textBytes > 0) {
    bytes[start * 8] = textBytes & 0xff;
    bytes[start * 8 + 1] = textBytes >>> 8;
    writeUtf8(text, bytes, start * 8 + 4);
  }
  return at;
}
