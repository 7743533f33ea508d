import { ORIGIN_DIRECTED, RESTS_ASIDE, RESTS_IN_BOOK, RESTS_NOWHERE, STATE_PENDING } from "../data/codes.ts";
import { encode } from "../data/encoding/layout.ts";
import type { LatePresets, Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import {
  writeDirectiveDone,
  writeDirectiveTaken,
  writeOrderSetAside,
  writePresetsDue,
  writePresetsPostponed,
} from "../data/model/generated/eventRecords.ts";
import type { State } from "../data/state/state.ts";
import type { OrderSlot } from "../data/units/kinds.ts";
import type { Lots } from "../data/units/units.ts";
import { assert, NONE } from "../data/units/units.ts";
import { markAccountDirty } from "./accountEvents.ts";
import { enterBook } from "./orderEvents.ts";
import { beginTrade, bookPriced, tradeSideWords } from "./tradeEvents.ts";

/**
 * The functions that change what only directives have: themselves, orders set aside, forced trades, late
 * presets.
 */

/** A directive for a live order is that order's; another waits for orders. */
export function directiveSet(s: State, event: Recorded<"directiveSet">): void {
  assert(event.directive === s.nextId, "a directive has the next id");
  s.nextId++;
  if (event.order !== 0) give(s, event.order, event);
  else s.directives.waiting.set(event.directive, { directive: event, left: event.orders });
  encode(eventLayouts.directiveSet, event, s.events, s.index);
}

export function directiveTaken(s: State, event: Recorded<"directiveTaken">): void {
  const { waiting } = s.directives;
  const taken = waiting.get(event.directive);
  assert(taken !== undefined && taken.left > 0, "a directive that is taken waits for an order");
  const { directive, left } = taken;
  if (left === 1) waiting.delete(event.directive);
  else waiting.set(event.directive, { directive, left: left - 1 });
  if (event.kept) give(s, event.order, directive);
  writeDirectiveTaken(s.events, s.index, event);
}

function give(s: State, order: number, directive: Recorded<"directiveSet">): void {
  assert(s.orders.byId.get(order) !== NONE, "an order that follows a directive lives");
  const { ofOrder } = s.directives;
  ofOrder.set(order, [...(ofOrder.get(order) ?? []), directive]);
}

export function directiveDone(s: State, event: Recorded<"directiveDone">): void {
  const { waiting, ofOrder } = s.directives;
  const { directive, order } = event;
  if (order === 0) assert(waiting.delete(directive), "a directive taken back waits");
  else {
    const left = ofOrder.get(order)?.filter((each) => each.directive !== directive);
    assert(left !== undefined, "an order follows what it was told");
    if (left.length === 0) ofOrder.delete(order);
    else ofOrder.set(order, left);
  }
  writeDirectiveDone(s.events, s.index, event);
}

/**
 * An order that is pending or rests in the book rests aside from now on, keeping its state where it has one.
 */
export function orderSetAside(s: State, slot: OrderSlot): void {
  const { orders } = s;
  const resting = orders.restsWhere[slot] === RESTS_IN_BOOK;
  if (orders.state[slot] === STATE_PENDING) {
    enterBook(s, slot, RESTS_ASIDE);
  } else {
    assert(resting, "what is set aside rests in the book, or comes to rest");
    s.contracts[orders.contract[slot]].book.remove(slot);
    if (s.paperTakes.size > 0) s.paperTakes.delete(orders.id[slot]); // lots taken on paper were of the order's place in the queue
    orders.restsWhere[slot] = RESTS_ASIDE;
    markAccountDirty(s, orders.account[slot]);
  }
  writeOrderSetAside(s.events, s.index, orders, slot, { resting });
}

/**
 * Two orders meet outside the book at the maker's price, with fees as in the book. The maker is one that was
 * set aside, or that came for this trade. It is no price for anybody: no last price, no trade of the market.
 */
export function tradedAside(s: State, maker: OrderSlot, taker: OrderSlot, lots: Lots): void {
  const { orders, holdings, scratch } = s;
  const contract = s.contracts[orders.contract[maker]];
  const price = orders.price[maker];
  assert(orders.side[maker] !== orders.side[taker], "a buy and a sell meet");
  assert(orders.restsWhere[maker] !== RESTS_IN_BOOK, "what trades aside is in no book");
  assert(orders.restsWhere[taker] === RESTS_NOWHERE, "a taker does not rest");
  assert(
    lots > 0 && lots <= orders.remaining[maker] && lots <= orders.remaining[taker],
    "a trade takes lots that both orders have",
  );
  const value = scratch.value.setProduct(lots, price * contract.quantaPerTickLot);
  const at = beginTrade(s, taker, lots, price, value, ORIGIN_DIRECTED);
  orders.remaining[maker] -= lots;
  orders.remaining[taker] -= lots;
  if (orders.remaining[maker] === 0) orders.restsWhere[maker] = RESTS_NOWHERE;
  const { none } = scratch;
  bookPriced(s, maker, lots, value, price, holdings.makerRate[orders.holding[maker]], none, at);
  const takerRate = holdings.takerRate[orders.holding[taker]];
  bookPriced(s, taker, lots, value, price, takerRate, none, at + tradeSideWords);
}

/** The presets of a parent are to appear, or of more lots than was said before. */
export function presetsPostponed(s: State, event: LatePresets): void {
  const { late } = s.directives;
  const before = late.findIndex(({ order }) => order === event.order);
  if (before >= 0) late.splice(before, 1);
  const later = late.findIndex(({ dueTime }) => dueTime > event.dueTime);
  late.splice(later < 0 ? late.length : later, 0, event);
  writePresetsPostponed(s.events, s.index, event);
}

export function presetsDue(s: State, event: Recorded<"presetsDue">): void {
  const due = s.directives.late.shift();
  assert(due?.order === event.order, "the presets that appear were the next to");
  writePresetsDue(s.events, s.index, event);
}
