import type { Book } from "../book/book.ts";
import type { Side } from "../units/kinds.ts";
import type { Lots, Ticks } from "../units/units.ts";
import { NONE } from "../units/units.ts";

/**
 * The price of the level at which a side of the book, counted from its best price on, has reached a notional;
 * NONE while the side holds less. So a single lot in front of the book moves nothing.
 *
 * @param tickLots the notional in ticks × lots, at least 1
 */
export function depthPrice(book: Book, side: Side, tickLots: number): Ticks {
  let left = tickLots;
  let reached = NONE;
  book.depth(side, Number.MAX_SAFE_INTEGER, (price: Ticks, lots: Lots) => {
    left -= price * lots;
    if (left <= 0) reached = price;
    return left > 0;
  });
  return reached;
}
