import { CANCEL_NO_DEPTH, MATCH_QUEUE, MATCH_QUEUE_20, sideOf } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderDraft } from "../../data/tables/orders.ts";
import type { Action, OrderSlot } from "../../data/units/kinds.ts";
import type { Ticks } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { orderEnded, orderPriced } from "../../events/orderEvents.ts";
import { isCode } from "./fields.ts";

/*
 * A limit order may take its price from the book: that of the n-th level of the other side (OPPONENT), or of
 * its own (QUEUE). It takes it once, when it enters the book: at its placement, at the end of its delay, or
 * when its trigger fires; after that the price stays. A level is a price at which anybody's orders rest, the
 * account's own included.
 */

/** The levels that the codes of either side name. */
const LEVELS = [1, 5, 10, 20] as const;

/** Whether a draft's fields about its price go together. */
export function admitPriceMatch(s: State, draft: OrderDraft): boolean {
  if (!isCode(draft.priceMatch, 0, MATCH_QUEUE_20)) return refuseField(s, draft, "priceMatch", "known");
  if (draft.priceMatch === 0) return true;
  if (draft.market) return refuseField(s, draft, "priceMatch", "limited");
  return draft.price === 0 || refuseField(s, draft, "price", "given");
}

/**
 * The price that an order takes from the book now; NONE with the refusal noted where the book has too few
 * levels.
 */
export function matchedPrice(s: State, { book }: Contract, action: Action, priceMatch: number): Ticks {
  const side = priceMatch < MATCH_QUEUE ? 1 - sideOf(action) : sideOf(action);
  const wanted = LEVELS[(priceMatch - 1) % LEVELS.length]!;
  let levels = 0;
  let last: Ticks = NONE;
  book.depth(side, wanted, (price) => {
    last = price;
    levels++;
  });
  if (levels === wanted) return last;
  refuse(s, R.noDepth, { side, levels, wanted });
  return NONE;
}

/**
 * Gives an arriving order its price from the book; returns false where the book has too few levels, and the
 * order has ended.
 */
export function priceAsItArrives(s: State, contract: Contract, slot: OrderSlot): boolean {
  const { orders } = s;
  const priceMatch = orders.conditions.priceMatch[orders.condition[slot]];
  if (priceMatch === 0) return true;
  const price = matchedPrice(s, contract, orders.action[slot], priceMatch);
  if (price === NONE) orderEnded(s, slot, CANCEL_NO_DEPTH);
  else if (price !== orders.price[slot]) orderPriced(s, slot, { price });
  return price !== NONE;
}
