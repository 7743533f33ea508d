import { describe, expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import type { Executed } from "../../../../../test/core/driver.ts";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import {
  CANCEL_COULD_NOT_FILL,
  CANCEL_REDUCE_ONLY,
  CLOSE_LONG,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SEPARATED,
  SHARED,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { DEFAULT_RISK_RULE } from "../../data/model/riskRules.ts";

/*
 * Of 10 lots long, 9 are reserved by resting closes: 3 @ 60 600 (first), 4 @ 60 800, 2 @ 60 800 (last). Bids
 * are at 59 500. docs/reference/orders.md, exits.
 */
function reserved(exitsYield = false) {
  const venue = new Driver([btc]);
  const trader = venue.user("trader", 100_000);
  const maker = venue.user("maker", 1_000_000);
  venue.index(60_000_000);
  venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, exitsYield });
  venue.trade(trader, maker, 600_000, 10);
  const close = (price: number, size: number) =>
    venue.order({ account: trader, action: CLOSE_LONG, price, size }).id;
  const [near, far, last] = [close(606_000, 3), close(608_000, 4), close(608_000, 2)];
  const bid = (size: number) => venue.order({ account: maker, action: OPEN_LONG, price: 595_000, size });
  const stop = (price = 0, size = 0) =>
    venue.accept({
      type: "placeTpSl",
      account: trader,
      leg: LONG,
      triggerPrice: 597_000,
      triggerSource: TRIGGER_ON_MARK,
      price,
      size,
    }).id;
  const closeAll = (position = 0, cancelAttached = false) =>
    venue.execute({ type: "closePositions", account: trader, contract: 0, position, cancelAttached });
  const left = (order: number) =>
    venue.ask({ type: "order", account: trader, order, clientId: "" })?.remaining ?? 0;
  return { venue, trader, maker, near, far, last, bid, stop, closeAll, left };
}

const filled = ({ events }: Executed) => eventsOf(events, "traded").reduce((sum, each) => sum + each.size, 0);

describe("an exit makes room among resting closes", () => {
  test.each([
    ["one lot is free", 1, [3, 4, 2]],
    ["the newest of the worst price gives way first", 2, [3, 4, 1]],
    ["then the older one", 4, [3, 3, 0]],
    ["then the better price", 8, [2, 0, 0]],
    ["all of it", 10, [0, 0, 0]],
  ])("%s", (_, size, expected) => {
    const { venue, near, far, last, bid, stop, left } = reserved();
    bid(size);
    stop();
    expect(filled(venue.index(59_600_000))).toBe(size);
    expect([near, far, last].map(left)).toEqual(expected);
  });

  test("what a stop at market does not fill leaves them alone", () => {
    const { venue, near, far, last, stop, left } = reserved();
    const order = stop();
    const { events } = venue.index(59_600_000);
    expect(eventsOf(events, "orderEnded")).toMatchObject([{ order, cancelReason: CANCEL_COULD_NOT_FILL }]);
    expect([near, far, last].map(left)).toEqual([3, 4, 2]);
  });

  test("a stop that rests takes what it has left of their reservation, and no more", () => {
    const { venue, near, far, last, bid, stop, left } = reserved();
    bid(2);
    const order = stop(595_000, 6);
    const { events } = venue.index(59_600_000);
    expect(filled({ events } as Executed)).toBe(2);
    expect([order, near, far, last].map(left)).toEqual([4, 3, 1, 0]);
    const canceled = eventsOf(events, "orderEnded").filter(({ cancelReason }) => cancelReason !== 0);
    expect(canceled).toMatchObject([{ order: last, cancelReason: CANCEL_REDUCE_ONLY }]);
  });

  test("so does what its counterparty could not carry", () => {
    const { venue, near, far, last, stop, left } = reserved();
    const thin = venue.user("thin", 1);
    venue.leverage(thin, 10_000);
    venue.order({ account: thin, action: OPEN_LONG, price: 598_000, size: 10 });
    stop();
    const lots = filled(venue.index(59_000_000)); // a loss of 1.3 % to whoever buys at 59 800
    expect(lots).toBeGreaterThan(1);
    expect(lots).toBeLessThan(10);
    expect([near, far, last].reduce((sum, order) => sum + left(order), 0)).toBe(10 - lots);
  });

  test("closePositions closes all of it", () => {
    const { near, far, last, bid, closeAll, left } = reserved();
    bid(10);
    expect(filled(closeAll())).toBe(10);
    expect([near, far, last].map(left)).toEqual([0, 0, 0]);
  });

  test("where exits yield they take what nobody has reserved, or end", () => {
    const { venue, trader, near, far, last, bid, stop, closeAll, left } = reserved(true);
    bid(10);
    stop();
    expect(filled(venue.index(59_600_000))).toBe(1);
    expect(filled(closeAll())).toBe(0);
    expect([near, far, last].map(left)).toEqual([3, 4, 2]);
    expect(venue.ask({ type: "positions", account: trader, contract: 0 })).toMatchObject([{ size: 9 }]);
  });

  test("an exit at market passes the limit on resting orders, which holds for others", () => {
    const { venue, bid, stop, closeAll } = reserved();
    venue.accept({ ...btc, type: "changeContract", contract: 0, anyway: false, openOrdersMax: 3 });
    bid(10);
    stop(0, 4);
    expect(filled(venue.index(59_600_000))).toBe(4);
    expect(filled(closeAll())).toBe(6);
  });
});

test("a position's own closes give way to its exit, another position's stay", () => {
  const venue = new Driver([btc]);
  const trader = venue.user("trader", 100_000);
  const maker = venue.user("maker", 1_000_000);
  venue.index(60_000_000);
  venue.mode(trader, SHARED, SEPARATED);
  venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 10 });
  for (const size of [4, 6]) venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size });
  const [first, second] = venue
    .ask({ type: "positions", account: trader, contract: 0 })
    .map(({ position }) => position);
  const close = (position: number, price: number, size: number) =>
    venue.order({ account: trader, action: CLOSE_LONG, price, size, position }).id;
  const own = close(first!, 602_000, 4);
  const other = close(second!, 609_000, 6);
  venue.order({ account: maker, action: OPEN_LONG, price: 595_000, size: 3 });
  venue.accept({ type: "closePositions", account: trader, position: first! });
  const left = (order: number) =>
    venue.ask({ type: "order", account: trader, order, clientId: "" })?.remaining ?? 0;
  expect([own, other].map(left)).toEqual([1, 6]);
});
