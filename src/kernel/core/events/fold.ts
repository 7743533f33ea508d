import { isMarketTrade, ORIGIN_DIRECTED, ORIGIN_PAPER } from "../data/codes.ts";
import type { RecordView } from "../data/encoding/layout.ts";
import type { EventType, Recorded } from "../data/messages/event.ts";
import { decodeEvent } from "../data/messages/event.ts";
import type { State } from "../data/state/state.ts";
import type {
  AccountId,
  EntrySlot,
  OrderId,
  OrderSlot,
  PositionId,
  PositionSlot,
} from "../data/units/kinds.ts";
import type { Quanta } from "../data/units/units.ts";
import { assert, NONE } from "../data/units/units.ts";
import * as accounts from "./accountEvents.ts";
import * as contracts from "./contractEvents.ts";
import * as directives from "./directiveEvents.ts";
import * as funding from "./fundingEvents.ts";
import * as house from "./houseEvents.ts";
import * as latency from "./latencyEvents.ts";
import * as ledger from "./ledgerEvents.ts";
import * as liquidations from "./liquidationEvents.ts";
import * as orders from "./orderEvents.ts";
import * as paper from "./paperEvents.ts";
import * as positions from "./positionEvents.ts";
import { traded, tradedByValue, tradeTurned } from "./tradeEvents.ts";
import * as venue from "./venueEvents.ts";

/**
 * Replays the events of one frame on a state that is at `firstSeq − 1`: the other half of the proof that
 * events say everything. Each event calls the function that made it, so folding a frame writes the same
 * records again (into `s.events`) and ends in the same state as executing its commands.
 */
export function foldFrame(s: State, firstSeq: number, count: number, events: RecordView): void {
  assert(firstSeq === s.seq + 1, "frames are folded in order");
  s.firstSeq = firstSeq;
  s.events.clear();
  for (let at = 0; at < events.length; at = events.next(at)) {
    s.seq = firstSeq + events.index(at);
    assert(events.index(at) < count, "an event is of a command of its frame");
    const event = decodeEvent(events, at);
    fold(s, event.type, event);
    assert(s.events.length === events.next(at), "folding an event writes one as long");
  }
  s.seq = firstSeq + count - 1;
  assert(s.events.length === events.length, "folding writes what was executed");
  // Folding decides nothing: accounts whose margin changed stay marked, and are checked if this state ever
  // executes a command.
}

/**
 * Every kind of event once, with the function that made it: one that a kind lacks, or that takes another
 * record, does not compile. Most have the kind's name and take the record as it is. What happens often takes
 * rows in place of their ids, and amounts in registers.
 */
const folds: { readonly [T in EventType]: Fold<Recorded<T>> } = {
  ...accounts,
  ...contracts,
  ...directives,
  ...funding,
  ...house,
  ...latency,
  ...ledger,
  ...liquidations,
  ...orders,
  ...paper,
  ...positions,
  ...venue,

  commandRejected: reject,

  moneyMoved: move,
  fundingSettled: (s, event) =>
    funding.fundingSettled(s, positionOf(s, event.position), inRegister(s, event)),
  liquidationFeeReceived: (s, event) => liquidations.liquidationFeeReceived(s, inRegister(s, event)),
  marginCalled: ofEntry(liquidations.marginCalled),
  liquidationStarted: ofEntry(liquidations.liquidationStarted),
  liquidationFinished: ofEntry(liquidations.liquidationFinished),
  positionClosed: (s, { position }) => positions.positionClosed(s, positionOf(s, position)),

  orderPlaced: place,
  orderRested: ofOrder(orders.orderRested),
  orderRestedOnPaper: ofOrder(paper.orderRestedOnPaper),
  orderCanceling: ofOrder(orders.orderCanceling),
  orderResized: ofOrder(orders.orderResized),
  orderAmended: ofOrder((s, slot, event: Recorded<"orderAmended">) =>
    orders.orderAmended(s, slot, freezing(s, event)),
  ),
  orderActivated: ofOrder(orders.orderActivated),
  orderTriggerQueued: ofOrder(orders.orderTriggerQueued),
  orderHeld: ofOrder(orders.orderHeld),
  orderTriggered: ofOrder((s, slot, event: Recorded<"orderTriggered">) =>
    orders.orderTriggered(s, slot, freezing(s, event)),
  ),
  orderPriced: ofOrder(orders.orderPriced),
  orderModified: ofOrder(orders.orderModified),
  orderSetAside: ofOrder(directives.orderSetAside),
  orderEnded: (s, { order, cancelReason }) => orders.orderEnded(s, slotOf(s, order), cancelReason),
  traded: trade,
  tradeTurned: ofOrder((s, slot, event: Recorded<"tradeTurned">) =>
    tradeTurned(s, slot, { ...event, fee: s.scratch.fee.fromQuanta(event.fee) }),
  ),

  quotePlaced: quote,
  quoteWithdrawn: ofOrder(house.quoteWithdrawn),
};

type Fold<R> = (s: State, record: R) => unknown;

function fold<T extends EventType>(s: State, type: T, record: Recorded<T>): void {
  folds[type](s, record);
}

/** What happens to a live order. */
function ofOrder<R>(
  happens: (s: State, slot: OrderSlot, record: R) => unknown,
): Fold<R & { readonly order: OrderId }> {
  return (s, record) => happens(s, slotOf(s, record.order), record);
}

/** What happens to a collateral entry: the shared one of an account, or an isolated position's. */
function ofEntry<R>(
  happens: (s: State, entry: EntrySlot, record: R) => unknown,
): Fold<R & { readonly account: AccountId; readonly position: PositionId }> {
  return (s, record) => happens(s, entryOf(s, record.account, record.position), record);
}

/** A record with its amount in a register. */
function inRegister<R extends { readonly amount: Quanta }>(s: State, record: R) {
  return { ...record, amount: s.scratch.amount.fromQuanta(record.amount) };
}

/** A record with the order margin that it freezes in a register. */
function freezing<R extends { readonly frozen: Quanta }>(s: State, record: R) {
  return { ...record, frozen: s.draft.frozen.fromQuanta(record.frozen) };
}

/** A refusal changes nothing. */
function reject(s: State, event: Recorded<"commandRejected">): void {
  s.refusal.take(event);
  venue.commandRejected(s, event.command, event.account);
}

function move(s: State, event: Recorded<"moneyMoved">): void {
  const from = entryOf(s, event.fromAccount, event.fromEntry);
  const to = entryOf(s, event.toAccount, event.toEntry);
  ledger.moneyMoved(s, event.movement, from, to, s.scratch.move.fromQuanta(event.amount), event.contract);
}

function place(s: State, event: Recorded<"orderPlaced">): void {
  const { draft } = s;
  const { frozen, ...fields } = event;
  assert(event.order === s.nextId, "an order folded has the id that it was given");
  Object.assign(draft.reset(), fields);
  draft.frozen.fromQuanta(frozen);
  orders.orderPlaced(s, draft);
}

function quote(s: State, event: Recorded<"quotePlaced">): void {
  const { draft } = s;
  assert(event.order === s.nextId, "a quote folded has the id that it was given");
  Object.assign(draft.reset(), event);
  house.fillQuote(s, draft);
  house.quotePlaced(s, draft);
}

function trade(s: State, event: Recorded<"traded">): void {
  const maker = slotOf(s, event.makerOrder);
  const taker = slotOf(s, event.takerOrder);
  assert(event.trade === s.nextId, "a trade folded has the id that it was given");
  if (isMarketTrade(event.origin)) {
    s.scratch.liquidationFee.fromQuanta(event.takerLiquidationFee);
    traded(s, maker, taker, event.size);
  } else if (event.origin === ORIGIN_DIRECTED) {
    directives.tradedAside(s, maker, taker, event.size);
  } else if (event.origin === ORIGIN_PAPER) {
    s.scratch.liquidationFee.fromQuanta(event.takerLiquidationFee);
    paper.tradedOnPaper(s, maker, taker, event.size);
  } else {
    tradedByValue(s, maker, taker, event.size, s.scratch.amount.fromQuanta(event.value), event.origin);
  }
}

function slotOf(s: State, order: OrderId): OrderSlot {
  const slot = s.orders.byId.get(order);
  assert(slot !== NONE, "an event concerns a live order");
  return slot;
}

function entryOf(s: State, account: AccountId, position: PositionId): EntrySlot {
  return position === 0 ? s.accounts.entry[account] : s.positions.entry[positionOf(s, position)];
}

function positionOf(s: State, position: PositionId): PositionSlot {
  return position === 0 ? NONE : s.positions.byId.get(position);
}
