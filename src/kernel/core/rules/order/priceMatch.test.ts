import { describe, expect, test } from "vitest";
import { Driver, placeConditional, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  CANCEL_NO_DEPTH,
  MATCH_OPPONENT,
  MATCH_OPPONENT_5,
  MATCH_OPPONENT_20,
  MATCH_QUEUE,
  MATCH_QUEUE_5,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
} from "../../data/codes.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";

/**
 * Bids of 10 lots at 599 900, 599 800 … and asks at 600 100, 600 200 …, six levels each, two orders at the
 * best of either.
 */
function stage() {
  const venue = new Driver(undefined, new State());
  const [trader, maker] = [venue.user("trader", 100_000), venue.user("maker", 1_000_000)];
  venue.index(60_000_000);
  for (const level of [1, 1, 2, 3, 4, 5, 6]) {
    venue.order({ account: maker, action: OPEN_LONG, price: 600_000 - level * 100, size: 10 });
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_000 + level * 100, size: 10 });
  }
  const order = { account: trader, action: OPEN_LONG, price: 0, market: false, size: 10 };
  const live = () => venue.ask({ type: "orders", account: trader, contract: 0, which: "all" });
  return { venue, trader, maker, order, live };
}

describe("an order that the book gives its price", () => {
  test.each([
    [OPEN_LONG, MATCH_QUEUE, 599_900],
    [OPEN_LONG, MATCH_QUEUE_5, 599_500],
    [OPEN_LONG, MATCH_OPPONENT, 600_100],
    [OPEN_LONG, MATCH_OPPONENT_5, 600_500],
    [OPEN_SHORT, MATCH_QUEUE, 600_100],
    [OPEN_SHORT, MATCH_QUEUE_5, 600_500],
    [OPEN_SHORT, MATCH_OPPONENT_5, 599_500],
  ])("action %i, match %i: %i", (action, priceMatch, price) => {
    const { venue, order } = stage();
    const done = venue.order({ ...order, action, priceMatch });
    expect(done.of("orderPlaced")).toMatchObject([{ price, priceMatch }]);
  });

  test("does not follow the book, and an amendment makes its price its own", () => {
    const { venue, trader, maker, order, live } = stage();
    const { id } = venue.order({ ...order, priceMatch: MATCH_QUEUE, timeInForce: POST_ONLY });
    venue.order({ account: maker, action: OPEN_LONG, price: 599_950, size: 10 });
    expect(live()).toMatchObject([{ price: 599_900, priceMatch: MATCH_QUEUE }]);
    const amend = { type: "amendOrder", account: trader, order: id, clientId: "", triggerPrice: 0 } as const;
    venue.accept(setAccount(trader, { orderDelayMs: 100 }));
    venue.accept({ ...amend, price: 0, size: 12 });
    venue.wait(100);
    expect(live()).toMatchObject([{ price: 599_900, size: 12, priceMatch: 0 }]);
  });

  test("is refused where the book has too few levels, and where it brings a price or is at market", () => {
    const { venue, order } = stage();
    const refused = (other: Partial<CommandOf<"placeOrder">>) =>
      venue.refuse(placeOrder({ ...order, ...other }));
    expect(refused({ priceMatch: MATCH_OPPONENT_20 })).toEqual({
      type: "noDepth",
      side: 1,
      levels: 6,
      wanted: 20,
    });
    const wrong = { type: "invalidValue" };
    expect(refused({ priceMatch: 9 })).toMatchObject({ ...wrong, field: "priceMatch", rule: "known" });
    expect(refused({ priceMatch: 1, price: 5 })).toMatchObject({ ...wrong, field: "price", rule: "given" });
    expect(refused({ priceMatch: 1, market: true })).toMatchObject({ ...wrong, rule: "limited" });
  });

  test("is given it at the end of its delay, and freezes for that price", () => {
    const { venue, trader, maker, order, live } = stage();
    venue.accept(setAccount(trader, { orderDelayMs: 100 }));
    venue.order({ ...order, priceMatch: MATCH_QUEUE });
    const before = venue.ask({ type: "assets", account: trader })!.frozen;
    expect(live()).toMatchObject([{ price: 599_900 }]);
    venue.order({ account: maker, action: OPEN_LONG, price: 600_050, size: 10 });
    const done = venue.wait(100);
    expect(done.of("orderPriced")).toMatchObject([{ price: 600_050 }]);
    expect(live()).toMatchObject([{ price: 600_050, state: 2 }]);
    expect(venue.ask({ type: "assets", account: trader })!.frozen).toBeGreaterThan(before);
  });

  test("ends at the end of its delay where the book is empty by then", () => {
    const { venue, trader, maker, order } = stage();
    venue.accept(setAccount(trader, { orderDelayMs: 100 }));
    venue.order({ ...order, priceMatch: MATCH_OPPONENT });
    venue.accept({ type: "cancelAll", account: maker, contract: 0, which: 3 });
    expect(venue.wait(100).of("orderEnded")).toMatchObject([{ cancelReason: CANCEL_NO_DEPTH }]);
  });

  test("is given it when its trigger fires; until then it has none", () => {
    const { venue, trader, maker, live } = stage();
    const waiting = { account: trader, triggerPrice: 600_300, size: 10, priceMatch: MATCH_QUEUE };
    venue.accept(placeConditional(waiting));
    venue.accept(placeConditional({ ...waiting, priceMatch: MATCH_OPPONENT_20 }));
    expect(live()).toMatchObject([{ price: 0, market: false }, { price: 0 }]);
    venue.order({ account: maker, action: OPEN_LONG, price: 600_050, size: 10 });
    const done = venue.index(60_040_000);
    expect(done.of("orderTriggered")).toMatchObject([{ price: 600_050 }]);
    expect(done.of("orderEnded")).toMatchObject([{ cancelReason: CANCEL_NO_DEPTH }]);
  });

  test("one that waits keeps asking the book when its trigger is amended, and no more when its price is", () => {
    const { venue, trader, live } = stage();
    const { id } = venue.accept(
      placeConditional({ account: trader, triggerPrice: 600_300, size: 10, priceMatch: MATCH_QUEUE }),
    );
    const amend = { type: "amendOrder", account: trader, order: id, clientId: "", size: 0 } as const;
    venue.accept({ ...amend, triggerPrice: 600_400, price: 0 });
    expect(live()).toMatchObject([{ price: 0, market: false, priceMatch: MATCH_QUEUE }]);
    venue.accept({ ...amend, triggerPrice: 0, price: 599_000 });
    expect(live()).toMatchObject([{ price: 599_000, market: false, priceMatch: 0 }]);
  });
});
