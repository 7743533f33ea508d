import type { Book } from "../book/book.ts";
import { PagedBook } from "../book/pagedBook.ts";
import { BUY } from "../codes.ts";
import type { Contract, ShadowBook } from "../contract/contract.ts";
import type { State } from "../state/state.ts";
import type { AccountId, OrderId, OrderSlot, Side } from "../units/kinds.ts";
import type { Lots, Ticks } from "../units/units.ts";
import { NONE } from "../units/units.ts";

/**
 * The orders that wait on paper at prices of a contract. What happens in the real book reaches them as flows.
 */
class PaperBook implements ShadowBook {
  readonly book: Book;
  readonly #s: State;

  constructor(s: State) {
    this.book = new PagedBook(s.orders);
    this.#s = s;
  }

  /** Orders of the maker's side may have stood before it. */
  traded(maker: OrderSlot, lots: Lots): void {
    this.#flow(this.#s.orders.side[maker], maker, lots, 0);
  }

  /** Orders of the other side may meet it. */
  rested(order: OrderSlot): void {
    const { orders } = this.#s;
    this.#flow(1 - orders.side[order], order, orders.remaining[order], orders.id[order]);
  }

  /**
   * Notes what happened at the price of a real order for the orders that wait on a side, if it reaches any.
   */
  #flow(side: Side, real: OrderSlot, lots: Lots, order: OrderId): void {
    const { orders, paperFlows } = this.#s;
    const price = orders.price[real];
    const priority = orders.priority[real];
    const first = this.book.first(side);
    if (first === NONE) return;
    // The first order of the best level is the oldest there: if even that one came after, none is reached.
    const isReached =
      orders.price[first] === price
        ? orders.priority[first] <= priority
        : reaches(side, orders.price[first], price);
    if (isReached) paperFlows.push({ contract: orders.contract[real], side, price, lots, priority, order });
  }
}

/** The paper book of a contract, made where it has none yet. */
export function openShadow(s: State, contract: Contract): Book {
  contract.shadow ??= new PaperBook(s);
  return contract.shadow.book;
}

/**
 * Whether a paper order of a side at `price` is reached by a flow at the price `at`: its price is that one or
 * a better one.
 */
export function reaches(side: Side, price: Ticks, at: Ticks): boolean {
  return side === BUY ? price >= at : price <= at;
}

/** Lots of a real resting order that a paper account may still take. */
export function takeableFrom(s: State, account: AccountId, maker: OrderSlot): Lots {
  const taken = s.paperTakes.get(s.orders.id[maker])?.get(account) ?? 0;
  return Math.max(0, s.orders.remaining[maker] - taken);
}
