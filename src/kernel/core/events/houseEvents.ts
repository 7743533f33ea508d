import {
  CANCEL_USER,
  GTC,
  isOpening,
  KIND_NORMAL,
  legOf,
  RESTS_IN_BOOK,
  STATE_CANCELED,
  STATE_OPEN,
} from "../data/codes.ts";
import { encode } from "../data/encoding/layout.ts";
import { ContractHouse } from "../data/house/contractHouse.ts";
import { addOrderMargin } from "../data/margin/orderMargin.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import {
  writeHouseActed,
  writeQuotePlaced,
  writeQuoteWithdrawn,
} from "../data/model/generated/eventRecords.ts";
import { findHolding } from "../data/state/ofAccount.ts";
import type { State } from "../data/state/state.ts";
import type { OrderDraft } from "../data/tables/orders.ts";
import type { OrderSlot } from "../data/units/kinds.ts";
import { assert, NONE } from "../data/units/units.ts";
import { leverageFor } from "./accountEvents.ts";
import { dropOrder, restInBook, takeOrder } from "./orderEvents.ts";

/** The functions that change a contract's house: its rule and accounts, what it remembers, and its quotes. */

/** The accounts of the house in a contract, and its rule, are set; without accounts there is no house. */
export function houseSet(s: State, event: Recorded<"houseSet">): void {
  const acts = s.house.get(event.contract)?.acts ?? 0;
  s.house.delete(event.contract);
  if (event.accounts.length > 0) {
    const { type: _, ...rule } = { type: "", ...event }; // the object that is folded or executed carries its tag
    const house = new ContractHouse(rule);
    house.acts = acts;
    house.quoteDue = s.time + 1;
    house.tradeDue = s.time + 1;
    s.house.set(event.contract, house);
  }
  encode(eventLayouts.houseSet, event, s.events, s.index);
}

export type HouseActed = Recorded<"houseActed">;

/** An act of a house is over. @param event what the house remembers from now on */
export function houseActed(s: State, event: HouseActed): void {
  const house = s.house.get(event.contract)!;
  house.remember(event);
  s.house.acted(house);
  writeHouseActed(s.events, s.index, event);
}

/**
 * Whether an order can be recorded in the short form of a quote: all that is not in that record is as
 * {@link fillQuote} finds it. A maker's first order in a contract, where it has no holding yet, has a full
 * record.
 */
export function isQuote(draft: OrderDraft): boolean {
  return (
    draft.holding !== NONE &&
    draft.kind === KIND_NORMAL &&
    draft.timeInForce === GTC &&
    draft.position === 0 &&
    !draft.hasConditions &&
    draft.clientId === "" &&
    draft.requestHash === 0 &&
    draft.dueTime === 0 &&
    !draft.market
  );
}

/** Places the order of the draft, a quote that meets no other, in the book. Returns its slot. */
export function quotePlaced(s: State, draft: OrderDraft): OrderSlot {
  assert(isQuote(draft), "what is told as a quote is one");
  const slot = takeOrder(s, draft);
  restInBook(s, slot);
  writeQuotePlaced(s.events, s.index, s.orders, slot);
  return slot;
}

/** Sets what a quote's record leaves out of its draft: what admission finds, and the margin to freeze. */
export function fillQuote(s: State, draft: OrderDraft): void {
  const holding = findHolding(s, draft.account, draft.contract);
  assert(holding !== NONE, "a maker quotes where it has a holding");
  const contract = s.contracts[draft.contract];
  const { holdings } = s;
  const leg = legOf(draft.action);
  draft.holding = holding;
  draft.marginMode = holdings.marginMode[holding];
  draft.separatedMode = holdings.separatedMode[holding];
  draft.leverage = leverageFor(s, holding, leg, draft.marginMode);
  draft.markPoints = contract.markPoints;
  draft.feeRate = holdings.takerRate[holding];
  if (!isOpening(draft.action)) return;
  const { price, size, markPoints, leverage, feeRate } = draft;
  addOrderMargin(s, contract, leg, price, size, markPoints, leverage, feeRate, draft.frozen);
}

/**
 * Whether the end of a live order can be recorded in the short form of a withdrawn quote: it rests, nothing
 * has filled it, and it has no client id.
 */
export function isWholeQuote({ orders }: State, slot: OrderSlot): boolean {
  return (
    orders.state[slot] === STATE_OPEN &&
    orders.restsWhere[slot] === RESTS_IN_BOOK &&
    orders.remaining[slot] === orders.size[slot] &&
    !orders.hasConditions(slot) &&
    orders.clientId(slot) === ""
  );
}

/** A quote rests in the book: it waits for no trigger. */
const WAS_UNTRIGGERED = false;

/** A quote is canceled by the house. */
export function quoteWithdrawn(s: State, slot: OrderSlot): void {
  const { orders } = s;
  assert(orders.used[slot] === 1 && isWholeQuote(s, slot), "what is withdrawn is a quote that rests whole");
  orders.state[slot] = STATE_CANCELED;
  orders.updatedTime[slot] = s.time;
  writeQuoteWithdrawn(s.events, s.index, orders, slot);
  s.observer?.withdrawn(s, slot);
  dropOrder(s, slot, WAS_UNTRIGGERED, CANCEL_USER);
}
