import { BUY, GTC, NONE, POST_ONLY, SELL, STATE_CANCELING, STATE_OPEN } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import type { State } from "../state.ts";
import { broken } from "./broken.ts";

/** Every book: uncrossed, in price-time priority, holding exactly the orders that say they rest in it. */
export function auditBooks(s: State): void {
  const { orders } = s;
  let resting = 0;
  for (const contract of s.contracts) {
    const bid = contract.book.bestPrice(BUY);
    const ask = contract.book.bestPrice(SELL);
    if (bid !== NONE && ask !== NONE && bid >= ask)
      broken("best bid < best ask", { contract: contract.index, bid, ask });
    resting += auditSide(s, contract, BUY) + auditSide(s, contract, SELL);
  }
  let marked = 0;
  for (let slot = 0; slot < orders.top; slot++)
    if (orders.used[slot] === 1 && orders.inBook[slot] === 1) marked++;
  if (marked !== resting) broken("an order marked as resting is in its book", { marked, resting });
}

function auditSide(s: State, contract: Contract, side: number): number {
  const { orders } = s;
  const { book } = contract;
  const levels: { price: number; lots: number }[] = [];
  let last = NONE;
  let count = 0;
  for (let slot = book.first(side); slot !== NONE; slot = book.after(slot)) {
    const order = orders.id[slot]!;
    const price = orders.price[slot]!;
    auditResting(s, slot, contract.index, side);
    const level = levels.at(-1);
    if (level === undefined || level.price !== price) {
      const better = level !== undefined && (side === BUY ? price > level.price : price < level.price);
      if (better) broken("a book is walked from its best price", { contract: contract.index, order, price });
      levels.push({ price, lots: orders.remaining[slot]! });
    } else {
      if (orders.priority[slot]! <= orders.priority[last]!) {
        broken("at one price the order that rested first is first", { contract: contract.index, order });
      }
      level.lots += orders.remaining[slot]!;
    }
    last = slot;
    count++;
    if (count > orders.count) broken("a walk through a book ends", { contract: contract.index, side });
  }
  if (book.orderCount(side) !== count)
    broken("a book counts its orders", { contract: contract.index, side, count });
  let at = 0;
  book.depth(side, Number.POSITIVE_INFINITY, (price, lots) => {
    const level = levels[at++];
    if (level === undefined || level.price !== price || level.lots !== lots) {
      broken("a level's total is what its orders have left", { contract: contract.index, side, price, lots });
    }
  });
  if (at !== levels.length) broken("every price with orders is a level", { contract: contract.index, side });
  return count;
}

function auditResting(s: State, slot: number, contract: number, side: number): void {
  const { orders } = s;
  const order = orders.id[slot]!;
  const state = orders.state[slot]!;
  const timeInForce = orders.timeInForce[slot]!;
  if (orders.used[slot] === 0 || orders.inBook[slot] === 0)
    broken("a resting order is live and knows that it rests", { order });
  if (orders.contract[slot] !== contract || orders.side[slot] !== side)
    broken("an order rests on its side of its book", { order });
  if (state !== STATE_OPEN && state !== STATE_CANCELING)
    broken("a resting order is open or canceling", { order, state });
  if (orders.market[slot] === 1 || (timeInForce !== GTC && timeInForce !== POST_ONLY)) {
    broken("market, IOC and FOK orders never rest", { order, timeInForce });
  }
}
