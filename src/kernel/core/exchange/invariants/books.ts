import { BUY, GTC, POST_ONLY, RESTS_IN_BOOK, SELL, STATE_CANCELING, STATE_OPEN } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { State } from "../../data/state/state.ts";
import type { ContractIndex, OrderSlot, Side } from "../../data/units/kinds.ts";
import type { Lots } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { doubleAt } from "../../data/units/words.ts";
import type { AuditPart } from "./part.ts";
import { broken, inPool, whole } from "./part.ts";

/** Every book: uncrossed, in price-time priority, holding exactly the orders that say they rest in it. */
export const bookParts: readonly AuditPart[] = [
  inPool("resting orders", (s) => s.orders, auditPlace),
  whole("books, counted", auditCounts),
];

/**
 * An order stands in its level; the first order of a level also shows that the level is in order and its
 * totals are right.
 */
function auditPlace(s: State, slot: OrderSlot): void {
  const { orders } = s;
  if (orders.used[slot] === 0 || orders.restsWhere[slot] !== RESTS_IN_BOOK) return;
  const contract = s.contracts[orders.contract[slot]];
  const { book } = contract;
  const side = orders.side[slot];
  const price = orders.price[slot];
  auditResting(s, slot, contract.index, side);
  const first = book.firstAt(side, price);
  if (first === NONE) broken("every price with orders is a level", { contract: contract.index, side, price });
  if (first !== slot) return;
  let lots = orders.remaining[slot];
  let last = slot;
  let next = book.after(slot);
  for (; next !== NONE && orders.price[next] === price; next = book.after(next)) {
    auditResting(s, next, contract.index, side);
    if (orders.priority[next] <= orders.priority[last]) {
      broken("at one price the order that rested first is first", {
        contract: contract.index,
        order: orders.id[next],
      });
    }
    lots += orders.remaining[next];
    last = next;
  }
  if (next !== NONE && (side === BUY ? orders.price[next] > price : orders.price[next] < price))
    broken("a book is walked from its best price", { contract: contract.index, side, price });
  if (book.levelSize(side, price) !== lots) {
    broken("a level's total is what its orders have left", { contract: contract.index, side, price, lots });
  }
}

/** Levels are in order, and their totals are what the orders marked as resting have left. */
function auditCounts(s: State): void {
  const { contracts, orders } = s;
  const lots = new Float64Array(2 * contracts.length);
  const counts = new Float64Array(2 * contracts.length);
  for (const slot of orders.slots()) {
    if (orders.used[slot] === 0 || orders.restsWhere[slot] !== RESTS_IN_BOOK) continue;
    const at = 2 * orders.contract[slot] + orders.side[slot];
    lots[at]! += orders.remaining[slot];
    counts[at]!++;
  }
  for (const contract of contracts) {
    const { book, index } = contract;
    const bid = book.bestPrice(BUY);
    const ask = book.bestPrice(SELL);
    if (bid !== NONE && ask !== NONE && bid >= ask)
      broken("best bid < best ask", { contract: index, bid, ask });
    auditSide(contract, BUY, doubleAt(lots, 2 * index + BUY), doubleAt(counts, 2 * index + BUY));
    auditSide(contract, SELL, doubleAt(lots, 2 * index + SELL), doubleAt(counts, 2 * index + SELL));
  }
}

function auditSide({ book, index }: Contract, side: Side, lots: Lots, orders: number): void {
  let inBook = 0;
  let resting = 0;
  let levels = 0;
  let last = book.bestPrice(side);
  book.depth(side, Number.POSITIVE_INFINITY, (price, lotsThere, ordersThere) => {
    if (levels > 0 && (side === BUY ? price >= last : price <= last))
      broken("a book is walked from its best price", { contract: index, side, price });
    last = price;
    levels++;
    inBook += ordersThere;
    resting += lotsThere;
  });
  if (inBook !== orders || resting !== lots)
    broken("an order marked as resting is in its book", { contract: index, side, inBook, orders });
  if (book.orderCount(side) !== orders || book.levelCount(side) !== levels)
    broken("a book counts its orders", { contract: index, side, orders, levels });
}

function auditResting(s: State, slot: OrderSlot, contract: ContractIndex, side: Side): void {
  const { orders } = s;
  const order = orders.id[slot];
  const state = orders.state[slot];
  const timeInForce = orders.timeInForce[slot];
  if (orders.used[slot] === 0 || orders.restsWhere[slot] !== RESTS_IN_BOOK)
    broken("a resting order is live and knows that it rests", { order });
  if (orders.contract[slot] !== contract || orders.side[slot] !== side)
    broken("an order rests on its side of its book", { order });
  if (state !== STATE_OPEN && state !== STATE_CANCELING)
    broken("a resting order is open or canceling", { order, state });
  if (orders.market[slot] === 1 || (timeInForce !== GTC && timeInForce !== POST_ONLY)) {
    broken("market, IOC and FOK orders never rest", { order, timeInForce });
  }
}
