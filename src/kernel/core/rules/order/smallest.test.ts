import { describe, expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, placeOrder } from "../../../../../test/core/driver.ts";
import { CLOSE_LONG, IOC, OPEN_LONG, OPEN_SHORT, SELL } from "../../data/codes.ts";

/** What bids leave of a long of 30 lots, where no order is smaller than 10. */
function left(lots: number) {
  const venue = new Driver([{ ...btc, orderLotsMin: 10 }]);
  const [trader, maker] = [venue.user("trader", 10_000), venue.user("maker", 100_000)];
  venue.index(60_000_000);
  venue.trade(trader, maker, 600_000, 30);
  venue.order({ account: maker, action: OPEN_LONG, price: 600_000, size: 30 - lots });
  venue.order({ account: trader, action: CLOSE_LONG, price: 600_000, size: 30, timeInForce: IOC });
  const held = () =>
    venue.ask({ type: "positions", account: trader, contract: 0 }).reduce((sum, { size }) => sum + size, 0);
  expect(held()).toBe(lots);
  return { venue, trader, maker, held };
}

describe("a position smaller than the smallest order", () => {
  test("is closed whole by an order of its size", () => {
    const { venue, trader, maker, held } = left(5);
    venue.order({ account: maker, action: OPEN_LONG, price: 600_000, size: 10 });
    venue.order({ account: trader, action: CLOSE_LONG, price: 600_000, size: 5 });
    expect(held()).toBe(0);
  });

  test("is closed by closePositions", () => {
    const { venue, trader, maker, held } = left(5);
    venue.order({ account: maker, action: OPEN_LONG, price: 600_000, size: 10 });
    const all = { account: trader, contract: 0, position: 0, cancelAttached: false };
    const { events } = venue.accept({ type: "closePositions", ...all });
    expect(eventsOf(events, "traded")).toMatchObject([{ size: 5 }]);
    expect(held()).toBe(0);
  });

  test.each([
    [4, false, { type: "sizeTooSmall", size: 4, min: 5 }],
    [5, false, undefined],
    [6, false, { type: "closeTooLarge", leg: 0, size: 6, closable: 5 }],
    [6, true, undefined],
  ])("a close of %i of its 5 lots, shrunk to them: %s", (size, closeCapped, refusal) => {
    const { venue, trader } = left(5);
    const close = { account: trader, action: CLOSE_LONG, price: 601_000, size, closeCapped };
    expect(venue.execute(placeOrder(close)).rejection).toEqual(refusal);
  });

  test.each([
    [10, 5],
    [15, 10],
  ])("where another close has reserved %i of 15 lots, one has at least %i", (reserved, min) => {
    const { venue, trader } = left(15);
    venue.order({ account: trader, action: CLOSE_LONG, price: 602_000, size: reserved });
    const close = { account: trader, action: CLOSE_LONG, price: 601_000, size: 4 };
    expect(venue.refuse(placeOrder(close))).toEqual({ type: "sizeTooSmall", size: 4, min });
  });

  test("an opening may not be as small", () => {
    const { venue, trader } = left(5);
    const open = { account: trader, action: OPEN_LONG, price: 599_000, size: 5 };
    expect(venue.refuse(placeOrder(open))).toEqual({ type: "sizeTooSmall", size: 5, min: 10 });
  });

  test("its close is amended to another price, and to no smaller size", () => {
    const { venue, trader } = left(5);
    const { id } = venue.order({ account: trader, action: CLOSE_LONG, price: 601_000, size: 5 });
    const amend = { type: "amendOrder", account: trader, order: id, clientId: "", triggerPrice: 0 } as const;
    venue.accept({ ...amend, price: 602_000, size: 0 });
    expect(venue.exchange.state.contracts[0]!.book.levelSize(SELL, 602_000)).toBe(5);
    expect(venue.refuse({ ...amend, price: 0, size: 4 })).toEqual({ type: "sizeTooSmall", size: 4, min: 5 });
  });

  test("the take-profit of a small fill is amended to another trigger", () => {
    const { venue, trader, maker } = left(5);
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 20 });
    venue.order({ account: venue.user("third", 10_000), action: OPEN_LONG, price: 600_000, size: 15 });
    const presets = { presetTakeProfit: 610_000 };
    venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 20, ...presets });
    const [child] = venue.ask({ type: "orders", account: trader, contract: 0, which: "plan" });
    const amend = { account: trader, order: child!.order, clientId: "", price: 0, size: 0 };
    venue.accept({ type: "amendOrder", ...amend, triggerPrice: 611_000 });
    expect(venue.ask({ type: "orders", account: trader, contract: 0, which: "plan" })).toMatchObject([
      { triggerPrice: 611_000, size: 5 },
    ]);
  });
});
