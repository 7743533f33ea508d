import type { OrderBook } from "../../client/index.ts";
import { Painted } from "../state/painted.ts";

/** The order book that is shown: the one that the client follows, or none. */
export class BookView extends Painted {
  #book: OrderBook | undefined;
  /** When the last change came, monotonic ms. */
  changedAtMs = 0;

  get book(): OrderBook | undefined {
    return this.#book;
  }

  /** Follows a book until it ends; the previous book is forgotten. */
  async follow(book: OrderBook): Promise<void> {
    this.#book = book;
    for await (const _ of book) {
      if (this.#book !== book) return;
      this.changedAtMs = performance.now();
      this.changed();
    }
  }

  clear(): void {
    this.#book?.close();
    this.#book = undefined;
    this.changed();
  }
}
