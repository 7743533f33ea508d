import { BUY, CANCEL_USER, GTC, SELL, STATE_OPEN } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { Draws } from "../../data/house/draws.ts";
import type { HouseMarket } from "../../data/house/houseMarket.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { divFloor } from "../../data/units/divide.ts";
import type { AccountId, ContractIndex, OrderSlot, Side } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { orderEnded } from "../../events/orderEvents.ts";
import { placeHouseOrder } from "./houseOrder.ts";
import type { Ladder } from "./ladder.ts";
import { FRONT_LEVELS, LEVELS_MAX } from "./ladder.ts";

/**
 * Quotes among the first so many close what their maker holds; quotes further back would reserve it and never trade.
 */
const CLOSING_LEVELS = 12;
/** A quote's size is between 35 and 165 hundredths of what belongs at its price. */
const SIZE_LEAST = 35;
const SIZE_SPREAD = 130;
/** So many orders of a queue are searched for a quote of the house; orders of others may stand before it. */
const QUEUE_LOOK = 32;
/** Returned in place of a slot: the queue is longer than is searched, and one more quote would be one too many. */
const CROWDED = -2;
/** So many orders are searched for quotes of the front that are no longer wanted. */
const FRONT_LOOK = 512;

const SIDES = [BUY, SELL] as const;

/** What is done when the quotes are looked at. */
export interface Look {
  /** All quotes; otherwise the front, where trades happen, and whatever the front has moved away from. */
  readonly isWhole: boolean;
  /** One quote of one side is replaced by one of another size, or withdrawn until the next look. */
  readonly churns: boolean;
}

/**
 * Brings the makers' quotes to where the ladder wants them. Quotes elsewhere are canceled first, on both sides, so
 * that no quote meets another; then missing ones are placed, and trade with whatever orders of others the price has
 * moved through.
 */
export function syncQuotes(
  s: State,
  market: HouseMarket,
  contract: Contract,
  ladder: Ladder,
  draws: Draws,
  { isWhole, churns }: Look,
): void {
  if (isWhole) cancelUnwanted(s, market, contract, ladder);
  const fronts = isWhole ? [] : SIDES.map((side) => cancelFront(s, market, contract, ladder, side));
  const changedSide = churns ? draws.below(2) : NONE;
  const changedLevel = churns ? levelOf(draws, isWhole) : NONE;
  for (const side of SIDES) {
    const front = fronts[side];
    const changed = side === changedSide ? changedLevel : NONE;
    let price = ladder.touch(side);
    for (let level = 0; level < LEVELS_MAX && ladder.isWithin(side, price); level++) {
      const isKnown = front?.covers(side, price) === true;
      const own = isKnown ? front.at(price) : ownAt(s, market, contract, side, price);
      if (own === NONE) {
        quote(s, market, contract, ladder, draws, side, price, level);
      } else if (level === changed && own !== CROWDED) {
        if (s.orders.state[own] === STATE_OPEN) orderEnded(s, own, CANCEL_USER);
        if (draws.below(2) === 0) quote(s, market, contract, ladder, draws, side, price, level);
      } else if (!isWhole && !isKnown) {
        break; // behind the front nothing is looked at until the next whole look
      }
      price = ladder.after(side, price);
    }
  }
}

/** The quotes of a side's front, found from the touch outwards and asked for in the same order. */
class FrontOfSide {
  private readonly prices: Ticks[] = [];
  private readonly slots: OrderSlot[] = [];
  private next = 0;
  private readonly end: Ticks;

  /** @param end the first price that is not covered */
  constructor(end: Ticks) {
    this.end = end;
  }

  add(price: Ticks, slot: OrderSlot): void {
    this.prices.push(price);
    this.slots.push(slot);
  }

  /** The same quotes, but covering only up to a price nearer to the touch. */
  upTo(end: Ticks): FrontOfSide {
    const part = new FrontOfSide(end);
    for (const [i, price] of this.prices.entries()) if (price !== end) part.add(price, this.slots[i]!);
    return part;
  }

  /** Whether the quote at a price is known. */
  covers(side: Side, price: Ticks): boolean {
    return side === BUY ? price > this.end : price < this.end;
  }

  /** The slot of the quote at a price, NONE without one. */
  at(price: Ticks): OrderSlot {
    const { prices } = this;
    while (this.next < prices.length && prices[this.next] !== price && this.isBefore(price)) this.next++;
    return prices[this.next] === price ? this.slots[this.next]! : NONE;
  }

  private isBefore(price: Ticks): boolean {
    const first = this.prices[this.next]!;
    return Math.abs(first - this.end) > Math.abs(price - this.end);
  }
}

/**
 * Cancels the unwanted quotes of a side's front: those better than its touch, or between its prices. Returns those
 * that stay.
 */
function cancelFront(
  s: State,
  { makers }: HouseMarket,
  { book }: Contract,
  ladder: Ladder,
  side: Side,
): FrontOfSide {
  const { orders } = s;
  const end = ladder.frontEnd(side);
  const front = new FrontOfSide(end);
  let slot = book.first(side);
  for (let i = 0; slot !== NONE; i++) {
    const price = orders.price[slot]!;
    if (side === BUY ? price <= end : price >= end) break;
    if (i === FRONT_LOOK) return front.upTo(price);
    const next = book.after(slot);
    if (makers.includes(orders.account[slot]!)) {
      if (ladder.wants(side, price)) front.add(price, slot);
      else orderEnded(s, slot, CANCEL_USER);
    }
    slot = next;
  }
  return front;
}

/** A maker's quote at a price, NONE if there is none, {@link CROWDED} if too many orders of others stand before one. */
function ownAt(
  s: State,
  { makers }: HouseMarket,
  { book }: Contract,
  side: number,
  price: Ticks,
): OrderSlot | typeof CROWDED {
  const { orders } = s;
  let slot = book.firstAt(side, price);
  for (let i = 0; slot !== NONE && orders.price[slot] === price; i++) {
    if (i === QUEUE_LOOK) return CROWDED;
    if (makers.includes(orders.account[slot]!)) return slot;
    slot = book.after(slot);
  }
  return NONE;
}

/** Cancels every quote of the house in a contract. */
export function withdrawQuotes(s: State, market: HouseMarket): void {
  for (const account of market.makers) {
    eachQuote(s, account, market.rule.contract, (slot) => orderEnded(s, slot, CANCEL_USER));
  }
}

/** Cancels every quote that is not wanted. */
function cancelUnwanted(s: State, { makers }: HouseMarket, { index }: Contract, ladder: Ladder): void {
  const { orders } = s;
  for (const account of makers) {
    eachQuote(s, account, index, (slot) => {
      if (!ladder.wants(orders.side[slot], orders.price[slot])) orderEnded(s, slot, CANCEL_USER);
    });
  }
}

/** Calls `visit` for the resting orders (slots) of an account; it may end the order it is given. */
function eachQuote(
  s: State,
  account: AccountId,
  contract: ContractIndex,
  visit: (slot: OrderSlot) => void,
): void {
  const { orders, holdings } = s;
  const holding = findHolding(s, account, contract);
  if (holding === NONE) return;
  for (let slot = holdings.orderHead[holding]; slot !== NONE; ) {
    const next = orders.holdingNext[slot];
    if (orders.state[slot] === STATE_OPEN) visit(slot);
    slot = next;
  }
}

function quote(
  s: State,
  market: HouseMarket,
  contract: Contract,
  ladder: Ladder,
  draws: Draws,
  side: Side,
  price: Ticks,
  level: number,
): void {
  const { makers } = market;
  const usual = ladder.lotsAt(side, price);
  const lots: Lots = divFloor(usual * (SIZE_LEAST + draws.below(SIZE_SPREAD)), 100);
  placeHouseOrder(s, contract, {
    account: makers[shareOf(price, makers.length)]!,
    side,
    price,
    lots: Math.max(lots, contract.terms.orderLotsMin),
    timeInForce: GTC,
    mayClose: level < CLOSING_LEVELS,
  });
}

/** Which maker quotes a price: always the same one. */
function shareOf(price: Ticks, makers: number): number {
  return (Math.imul(price, 0x9e3779b1) >>> 16) % makers;
}

/** Which level is changed: one of the front, or any. */
function levelOf(draws: Draws, isWhole: boolean): number {
  return draws.below(isWhole ? LEVELS_MAX : FRONT_LEVELS);
}
