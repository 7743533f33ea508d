import { findHolding } from "../account/findHolding.ts";
import { BUY, CANCEL_USER, GTC, NONE, SELL, STATE_OPEN } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import { orderEnded } from "../order/orderEvents.ts";
import type { State } from "../state.ts";
import { divFloor } from "../units/divide.ts";
import type { AccountId, ContractIndex, OrderSlot, Side } from "../units/kinds.ts";
import type { Lots, Ticks } from "../units/units.ts";
import type { Draws } from "./draws.ts";
import type { HouseMarket } from "./houseMarket.ts";
import { placeHouseOrder } from "./houseOrder.ts";
import type { Ladder } from "./ladder.ts";
import { LEVELS_MAX } from "./ladder.ts";

/** Quotes this near to the touch close what their maker holds; those behind would reserve it and never trade. */
const CLOSING_LEVELS = 12;
/** A quote is between 7/20 and 33/20 of what belongs there. */
const SIZE_LEAST = 35;
const SIZE_SPREAD = 130;
/** How much of a side is its front. */
const FRONT_LEVELS = 12;
/** How far into a queue is looked for a quote of the house; others may stand before it. */
const QUEUE_LOOK = 32;

/** How a look at the quotes goes about it. */
export interface Look {
  /** At all quotes; else at the front alone, which is where things happen. */
  readonly isWhole: boolean;
  /** A quote of either side is replaced by one of another size, or goes until the next look. */
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
  const standing = isWhole ? cancelUnwanted(s, market, contract, ladder) : undefined;
  if (standing === undefined) for (const side of [BUY, SELL]) cancelBeyond(s, market, contract, ladder, side);
  const levels = isWhole ? LEVELS_MAX : FRONT_LEVELS;
  for (const side of [BUY, SELL]) {
    const changed = churns ? levelOf(draws, isWhole) : NONE;
    let price = ladder.touch(side);
    for (let level = 0; level < levels && ladder.isWithin(side, price); level++) {
      const own =
        standing === undefined ? ownAt(s, market, contract, side, price) : standing[side]!.get(price);
      if (own === undefined || own === NONE) {
        quote(s, market, contract, ladder, draws, side, price, level);
      } else if (level === changed) {
        orderEnded(s, own, CANCEL_USER);
        if (draws.below(2) === 0) quote(s, market, contract, ladder, draws, side, price, level);
      }
      price = ladder.after(side, price);
    }
  }
}

/** The quotes of a side that are better than its touch go. */
function cancelBeyond(
  s: State,
  { makers }: HouseMarket,
  { book }: Contract,
  ladder: Ladder,
  side: number,
): void {
  const { orders } = s;
  const touch = ladder.touch(side);
  for (let slot = book.first(side); slot !== NONE; ) {
    const price = orders.price[slot]!;
    if (side === BUY ? price <= touch : price >= touch) return;
    const next = book.after(slot);
    if (makers.includes(orders.account[slot]!)) orderEnded(s, slot, CANCEL_USER);
    slot = next;
  }
}

/** A maker's quote at a price, NONE if there is none among the first of its queue. */
function ownAt(s: State, { makers }: HouseMarket, { book }: Contract, side: number, price: Ticks): OrderSlot {
  const { orders } = s;
  let slot = book.firstAt(side, price);
  for (let i = 0; i < QUEUE_LOOK && slot !== NONE && orders.price[slot] === price; i++) {
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

/** What stays, by its price: bids and asks. */
function cancelUnwanted(
  s: State,
  market: HouseMarket,
  contract: Contract,
  ladder: Ladder,
): readonly ReadonlyMap<Ticks, OrderSlot>[] {
  const { orders } = s;
  const standing = [new Map<Ticks, OrderSlot>(), new Map<Ticks, OrderSlot>()];
  for (const account of market.makers) {
    eachQuote(s, account, contract.index, (slot) => {
      const side = orders.side[slot];
      const price = orders.price[slot];
      if (ladder.wants(side, price)) standing[side]!.set(price, slot);
      else orderEnded(s, slot, CANCEL_USER);
    });
  }
  return standing;
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
