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

/** Quotes this near to the touch close what their maker holds; those behind would reserve it and never trade. */
const CLOSING_LEVELS = 12;
/** A quote is between 7/20 and 33/20 of what belongs there. */
const SIZE_LEAST = 35;
const SIZE_SPREAD = 130;
/** How far into a queue is looked for a quote of the house; others may stand before it. */
const QUEUE_LOOK = 32;
/** In the place of a slot: a quote may stand behind the others, and one more would be one too many. */
const CROWDED = -2;
/** How many orders are looked at for quotes of the front that are not wanted any more. */
const FRONT_LOOK = 512;

const SIDES = [BUY, SELL] as const;

/** How a look at the quotes goes about it. */
export interface Look {
  /** At all quotes; else at the front alone, which is where things happen, and behind it where it has moved away. */
  readonly isWhole: boolean;
  /** A quote of one side is replaced by one of another size, or goes until the next look. */
  readonly churns: boolean;
}

/**
 * Brings the makers' quotes to where the ladder has them: what stands elsewhere is canceled, on both sides first, so that no quote ever meets
 * one of its own; what is missing is added, and takes whatever order of others the price has passed through.
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
        break; // behind the front everything stands, until all of it is looked at
      }
      price = ladder.after(side, price);
    }
  }
}

/** The front of a side, found from the touch outwards and asked for in the same order. */
class FrontOfSide {
  private readonly prices: Ticks[] = [];
  private readonly slots: OrderSlot[] = [];
  private next = 0;
  private readonly end: Ticks;

  /** @param end the first price that nothing is said of */
  constructor(end: Ticks) {
    this.end = end;
  }

  add(price: Ticks, slot: OrderSlot): void {
    this.prices.push(price);
    this.slots.push(slot);
  }

  /** The same up to a price nearer to the touch. */
  upTo(end: Ticks): FrontOfSide {
    const part = new FrontOfSide(end);
    for (const [i, price] of this.prices.entries()) if (price !== end) part.add(price, this.slots[i]!);
    return part;
  }

  /** Whether it says what stands at a price. */
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

/** The quotes of a side's front that are not wanted go: better than its touch, or between its prices. Says what stays. */
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

/** A maker's quote at a price, NONE if there is none; {@link CROWDED} where so many others stand that nobody looks on. */
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

/** Every quote that is not wanted goes. */
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

/** Which of the makers quotes a price: always the same one. */
function shareOf(price: Ticks, makers: number): number {
  return (Math.imul(price, 0x9e3779b1) >>> 16) % makers;
}

/** Which level changes: of the front, or any. */
function levelOf(draws: Draws, isWhole: boolean): number {
  return draws.below(isWhole ? LEVELS_MAX : FRONT_LEVELS);
}
