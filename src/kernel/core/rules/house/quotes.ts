import { BUY, CANCEL_USER, GTC, SELL, STATE_OPEN } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { ContractHouse } from "../../data/house/contractHouse.ts";
import type { Draws } from "../../data/house/draws.ts";
import type { RestingQuotes } from "../../data/house/restingQuotes.ts";
import type { WantedPrices } from "../../data/house/wantedPrices.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { divFloor } from "../../data/units/divide.ts";
import type { AccountId, ContractIndex, OrderSlot, Side } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { isWholeQuote, quoteWithdrawn } from "../../events/houseEvents.ts";
import { orderEnded } from "../../events/orderEvents.ts";
import { isResting, placeHouseOrder, REFUSED } from "./houseOrder.ts";
import type { Act } from "./takers.ts";
import type { WantedQuotes } from "./wantedQuotes.ts";
import { FRONT_LEVELS, LEVELS_MAX } from "./wantedQuotes.ts";

/**
 * Quotes at the first `CLOSING_LEVELS` levels close what their maker holds. Quotes further back open: as
 * closes they would reserve the position and never trade.
 */
const CLOSING_LEVELS = 12;
/** A quote's size is between 35 and 165 hundredths of what belongs at its price. */
const SIZE_LEAST = 35;
const SIZE_SPREAD = 130;
/**
 * A quote from a time when the book was thin, smaller than one part in `STUNTED_PARTS` of what belongs at its
 * price now, is replaced at the next look at all quotes.
 */
const STUNTED_PARTS = 3;

const SIDES = [BUY, SELL] as const;

/** An act that compares the resting quotes of both sides with the wanted ones, and brings them there. */
export interface Look extends Act {
  readonly wanted: WantedQuotes;
  /**
   * Whether all quotes are compared. Otherwise only those of the front ({@link WantedQuotes.front}), where
   * trades happen, and those that the touch, as it moved, left on its better side.
   */
  readonly isWhole: boolean;
  /**
   * Whether one quote, at a level and side drawn by chance, is replaced by one of another size, or withdrawn
   * until the next look.
   */
  readonly changesOne: boolean;
}

/** A look at one side. */
interface SideLook extends Look {
  readonly side: Side;
  /** The prices at which the side's quotes are wanted, and the quotes that rest. */
  readonly wantedPrices: WantedPrices;
  readonly resting: RestingQuotes;
  /** The level whose quote this look changes ({@link Look.changesOne}); NONE on the other side. */
  readonly changedLevel: number;
}

/**
 * Brings the makers' quotes to where the house wants them. Quotes elsewhere are canceled first, on both
 * sides, so that no quote meets another; then missing ones are placed, and trade with whatever orders of
 * others the price has moved through.
 */
export function syncQuotes(s: State, look: Look): void {
  const { house, draws, isWhole, changesOne } = look;
  updateResting(s, house, look.contract);
  const changedSide = changesOne ? draws.below(2) : NONE;
  const drawnLevel = changesOne ? levelOf(draws, isWhole) : NONE;
  const sides = SIDES.map(
    (side): SideLook => ({
      ...look,
      side,
      wantedPrices: house.wantedPrices[side]!,
      resting: house.resting[side]!,
      changedLevel: side === changedSide ? drawnLevel : NONE,
    }),
  );
  const unwanted: OrderSlot[] = [];
  for (const side of sides) if (isWhole || !isSettled(side)) compareSide(s, side, unwanted);
  withdrawAll(s, house, unwanted, isWhole);
  for (const side of sides) {
    if (isWhole || !isSettled(side)) completeSide(s, side);
    else if (side.changedLevel !== NONE && side.changedLevel < side.resting.settledLevels)
      changeSettled(s, side);
  }
}

/**
 * Whether a side's front is as the last look left it, and as it is wanted:
 * {@link RestingQuotes.settledTouch}.
 */
function isSettled({ wanted, side, wantedPrices, resting }: SideLook): boolean {
  const { settledTouch, settledLevels } = resting;
  const touch = wanted.touch(side);
  return (
    settledTouch === touch &&
    wantedPrices.isFrom(touch, wanted.shape) &&
    wanted.isWithin(side, wantedPrices.at(settledLevels - 1))
  );
}

/**
 * Compares a side, or its front, with what is wanted there, from the touch outwards. Quotes that are not
 * wanted go to `unwanted`: those better than the touch, between wanted prices, beyond the reach or stunted
 * ({@link STUNTED_PARTS}). {@link RestingQuotes} notes the rest: the levels at which a quote is missing,
 * whether one stands at the level to be changed, and where the front ends.
 */
function compareSide(s: State, look: SideLook, unwanted: OrderSlot[]): void {
  const { wanted, side, resting, isWhole, changedLevel } = look;
  const wantedPrices = look.wantedPrices.from(wanted.touch(side), wanted.shape);
  const { prices, slots, missing } = resting;
  const frontEnd = wanted.frontEnd(side);
  let at = prices.length - 1;
  resting.missingCount = 0;
  resting.frontLevels = 0;
  resting.hasQuoteToChange = false;
  for (let level = 0; level < LEVELS_MAX || (isWhole && at >= 0); level++) {
    const price = wantedPrices.at(level);
    if (!wanted.isWithin(side, price)) break;
    for (; at >= 0 && isBetter(side, prices[at]!, price); at--) {
      if (!isWhole && !isBetter(side, prices[at]!, frontEnd)) continue;
      unwanted.push(slots[at]!);
      resting.empty(at);
    }
    if (at >= 0 && prices[at] === price) {
      if (level === changedLevel) resting.hasQuoteToChange = true;
      else if (isWhole && s.orders.size[slots[at]!] * STUNTED_PARTS < wanted.lotsAt(side, price)) {
        unwanted.push(slots[at]!);
        resting.empty(at);
        missing[resting.missingCount++] = level;
      } else if (!isWhole && !isBetter(side, price, frontEnd)) {
        // What is behind the front waits for the next look at all quotes.
        resting.frontLevels = level + 1;
        break;
      }
      // At one price a maker may have several orders: an operator can place some for it.
      while (at >= 0 && prices[at] === price) at--;
    } else if (level < LEVELS_MAX) missing[resting.missingCount++] = level;
  }
  for (; at >= 0 && (isWhole || isBetter(side, prices[at]!, frontEnd)); at--) {
    unwanted.push(slots[at]!);
    resting.empty(at);
  }
  resting.sweep();
}

/** Places the quotes that {@link compareSide} found missing, and changes the one that is to be changed. */
function completeSide(s: State, look: SideLook): void {
  const { wanted, side, wantedPrices, resting, changedLevel } = look;
  const { missing, places } = resting;
  let toChange = resting.hasQuoteToChange;
  let isComplete = true;
  resting.makePlaces(wantedPrices);
  for (let i = 0; i < resting.missingCount; i++) {
    const level = missing[i]!;
    if (toChange && changedLevel < level) {
      toChange = false;
      if (!change(s, look)) isComplete = false;
    }
    if (!quote(s, look, level, places[i]!)) isComplete = false;
  }
  if (toChange && !change(s, look)) isComplete = false;
  if (!isComplete) resting.sweep();
  resting.settledLevels = resting.frontLevels;
  resting.settledTouch = isComplete && resting.frontLevels > 0 ? wanted.touch(side) : NONE;
}

/** Changes the quote to be changed on a side where nothing else is to be done. */
function changeSettled(s: State, look: SideLook): void {
  if (change(s, look)) return;
  look.resting.sweep();
  look.resting.settledTouch = NONE;
}

/**
 * Replaces the quote at {@link SideLook.changedLevel} by one of another size, or withdraws it until the next
 * look. Returns whether a quote stands there now; if not, its place is empty.
 */
function change(s: State, look: SideLook): boolean {
  const { side, wantedPrices, resting, changedLevel, draws } = look;
  const { prices, slots, ids } = resting;
  const price = wantedPrices.at(changedLevel);
  let at = prices.length - 1;
  while (isBetter(side, prices[at]!, price)) at--;
  assert(prices[at] === price, "a quote stands at the level that is changed");
  if (isResting(s, slots[at]!, ids[at]!)) withdraw(s, slots[at]!);
  resting.empty(at);
  return draws.below(2) === 0 && quote(s, look, changedLevel, at);
}

function isBetter(side: Side, price: Ticks, than: Ticks): boolean {
  return side === BUY ? price > than : price < than;
}

/**
 * Brings {@link ContractHouse.resting} up to date: drops quotes that were filled since the last look, or,
 * where an order may have been placed for a maker by command, finds all of them in the book.
 */
function updateResting(s: State, house: ContractHouse, contract: Contract): void {
  const { makers, resting } = house;
  let restingCount = 0;
  for (const maker of makers) {
    const holding = findHolding(s, maker, contract.index);
    if (holding !== NONE) restingCount += s.holdings.restingCount[holding];
  }
  const [bids, asks] = resting;
  if (house.ordersTouched === s.ordersTouched) {
    if (bids.slots.length + asks.slots.length === restingCount) return;
    for (const quotes of resting) quotes.filter((slot, id) => isResting(s, slot, id));
    if (bids.slots.length + asks.slots.length === restingCount) return;
  }
  house.ordersTouched = s.ordersTouched;
  for (const side of SIDES) findResting(s, house, contract, side);
}

/** Walks along a side of the book and notes the makers' quotes in {@link ContractHouse.resting}. */
function findResting(s: State, { makers, resting }: ContractHouse, { book }: Contract, side: Side): void {
  const { orders } = s;
  const found: OrderSlot[] = [];
  for (let slot = book.first(side); slot !== NONE; slot = book.after(slot))
    if (makers.includes(orders.account[slot]!)) found.push(slot);
  const quotes = resting[side]!;
  quotes.clear();
  for (const [at, slot] of found.reverse().entries())
    quotes.put(at, orders.price[slot]!, slot, orders.id[slot]!);
}

/**
 * Withdraws quotes in the order given, best first; with `byMaker`, after a look at all quotes, maker by
 * maker, each maker's in the order in which they were placed.
 */
function withdrawAll(
  s: State,
  { makers }: ContractHouse,
  slots: readonly OrderSlot[],
  byMaker: boolean,
): void {
  if (!byMaker) {
    for (const slot of slots) withdraw(s, slot);
    return;
  }
  const { account, id } = s.orders;
  for (const maker of new Set(makers)) {
    const own = slots.filter((slot) => account[slot] === maker);
    own.sort((a, b) => id[a] - id[b]);
    for (const slot of own) withdraw(s, slot);
  }
}

/** Cancels every quote of the house in a contract. */
export function withdrawQuotes(s: State, house: ContractHouse): void {
  for (const account of house.makers) {
    eachQuote(s, account, house.rule.contract, (slot) => withdraw(s, slot));
  }
}

function withdraw(s: State, slot: OrderSlot): void {
  if (isWholeQuote(s, slot)) quoteWithdrawn(s, slot);
  else orderEnded(s, slot, CANCEL_USER);
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

/**
 * Places a quote at a level. @param at the quote's place in {@link RestingQuotes}, empty so far. @returns
 * whether it rests; if not, the place stays empty
 */
function quote(s: State, look: SideLook, level: number, at: number): boolean {
  const { contract, wanted, draws, side, wantedPrices, resting } = look;
  const { makers } = look.house;
  const price = wantedPrices.at(level);
  const usual = wanted.lotsAt(side, price);
  const lots: Lots = divFloor(usual * (SIZE_LEAST + draws.below(SIZE_SPREAD)), 100);
  const slot = placeHouseOrder(s, contract, {
    account: makers[shareOf(price, makers.length)]!,
    side,
    price,
    lots: Math.max(lots, contract.terms.orderLotsMin),
    timeInForce: GTC,
    mayClose: level < CLOSING_LEVELS,
  });
  const rests = slot !== NONE && slot !== REFUSED;
  if (rests) resting.put(at, price, slot, s.orders.id[slot]);
  else resting.empty(at);
  return rests;
}

/** The index of the maker that quotes a price: always the same for that price. */
function shareOf(price: Ticks, makers: number): number {
  return (Math.imul(price, 0x9e3779b1) >>> 16) % makers;
}

/** Draws the level whose quote a look changes: one of the front, or in a look at all quotes any. */
function levelOf(draws: Draws, isWhole: boolean): number {
  return draws.below(isWhole ? LEVELS_MAX : FRONT_LEVELS);
}
