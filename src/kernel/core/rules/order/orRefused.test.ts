import { describe, expect, test } from "vitest";
import { Driver, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import { CLOSE_LONG, FOK, OPEN_LONG, OPEN_SHORT, POST_ONLY } from "../../data/codes.ts";
import { State } from "../../data/state/state.ts";

/**
 * Asks of 10 lots at 600 000 and at 600 100; the trader has touched no contract yet. Folding the events comes
 * to the same state.
 */
function stage() {
  const venue = new Driver(undefined, new State());
  const [trader, maker] = [venue.user("trader", 10_000), venue.user("maker", 100_000)];
  venue.index(60_000_000);
  for (const price of [600_000, 600_100])
    venue.order({ account: maker, action: OPEN_SHORT, price, size: 10 });
  const order = { account: trader, action: OPEN_LONG, price: 600_000, size: 10, orRefused: true };
  const live = () => venue.ask({ type: "orders", account: trader, contract: 0, which: "all" });
  return { venue, trader, maker, order, live };
}

describe("an order that is placed or refused", () => {
  test("post-only: one that would take is refused, without an id; one that rests is placed", () => {
    const { venue, order, live } = stage();
    const { nextId } = venue.exchange.state;
    const taking = placeOrder({ ...order, timeInForce: POST_ONLY });
    expect(venue.refuse(taking)).toEqual({ type: "wouldTake", price: 600_000, best: 600_000 });
    expect([venue.exchange.state.nextId, live()]).toEqual([nextId, []]);
    venue.order({ ...order, timeInForce: POST_ONLY, price: 599_999 });
    expect(live()).toMatchObject([{ price: 599_999 }]);
  });

  test("fill-or-kill: one that cannot fill is refused and leaves nothing, of an account at its first touch too", () => {
    const { venue, trader, order } = stage();
    const { nextId, holdings } = venue.exchange.state;
    const before = holdings.count;
    const tooMuch = placeOrder({ ...order, timeInForce: FOK, size: 11 });
    expect(venue.refuse(tooMuch)).toEqual({ type: "cannotFill", size: 11 });
    expect([venue.exchange.state.nextId, holdings.count]).toEqual([nextId, before]);
    venue.order({ ...order, timeInForce: FOK, price: 600_100, size: 20 });
    expect(venue.ask({ type: "positions", account: trader, contract: 0 })).toMatchObject([{ size: 20 }]);
  });

  test("a close is judged as it would be filled", () => {
    const { venue, trader, maker, order } = stage();
    venue.order({ ...order, orRefused: false });
    venue.order({ account: maker, action: OPEN_LONG, price: 599_000, size: 4 });
    const close = { ...order, action: CLOSE_LONG, price: 599_000, timeInForce: FOK };
    expect(venue.refuse(placeOrder({ ...close, size: 5 }))).toEqual({ type: "cannotFill", size: 5 });
    venue.order({ ...close, size: 4 });
    expect(venue.ask({ type: "positions", account: trader, contract: 0 })).toMatchObject([{ size: 6 }]);
  });

  test("without the flag, and where a delay lets the book of a later moment decide, it is placed and ends", () => {
    const { venue, trader, order } = stage();
    expect(venue.order({ ...order, orRefused: false, timeInForce: POST_ONLY }).of("orderEnded")).toHaveLength(
      1,
    );
    venue.accept(setAccount(trader, { orderDelayMs: 100 }));
    expect(venue.order({ ...order, timeInForce: POST_ONLY }).of("orderPlaced")).toHaveLength(1);
    expect(venue.wait(100).of("orderEnded")).toMatchObject([{ cancelReason: 10 }]);
  });
});
