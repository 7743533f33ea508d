import type { Book } from "../book/book.ts";
import type { Lots, OrderSlot } from "../units/kinds.ts";

/** Orders that wait beside a book for what happens in it. The book knows this interface, not the orders. */
export interface ShadowBook {
  readonly book: Book;
  /** `lots` of a resting order are about to trade. */
  traded(maker: OrderSlot, lots: Lots): void;
  /** An order has come to rest. */
  rested(order: OrderSlot): void;
}
