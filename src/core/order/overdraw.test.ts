import { expect, it } from "vitest";
import {
  CANCEL_COULD_NOT_FILL,
  CANCEL_MARGIN_NOT_ENOUGH,
  CLOSE_LONG,
  COMBINED,
  FOK,
  IOC,
  ISOLATED,
  OPEN_LONG,
  OPEN_SHORT,
  SHARED,
} from "../codes.ts";
import { btc, eth } from "../testing/contracts.ts";
import { Driver, eventsOf, money, placeOrder } from "../testing/driver.ts";

/** 60 are frozen for an isolated order that rests; a loss elsewhere leaves 50.5888 of 100. */
function lost() {
  const venue = new Driver([btc, eth]);
  const trader = venue.user("trader", 100);
  const maker = venue.user("maker", 1_000_000);
  venue.index(60_000_000);
  venue.index(30_000_000, 1);
  venue.mode(trader, ISOLATED, COMBINED);
  venue.leverage(trader, 1_000, 1_000, ISOLATED);
  venue.leverage(trader, 5_000, 5_000, SHARED, 1);
  venue.order({ account: maker, contract: 1, action: OPEN_SHORT, price: 300_000, size: 400 });
  venue.order({ account: trader, contract: 1, action: OPEN_LONG, price: 300_000, size: 400 });
  venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 100 });
  venue.index(28_800_000, 1);
  venue.order({ account: maker, contract: 1, action: OPEN_LONG, price: 288_000, size: 400 });
  venue.order({ account: trader, contract: 1, action: CLOSE_LONG, price: 288_000, size: 400 });
  return { venue, trader, maker };
}

it("a fill that would take the shared entry below zero for its isolated margin is not made", () => {
  const { venue, trader, maker } = lost();
  const { events } = venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 100 });
  expect(eventsOf(events, "traded")).toEqual([]);
  expect(eventsOf(events, "orderEnded")).toMatchObject([
    { account: trader, cancelReason: CANCEL_MARGIN_NOT_ENOUGH, filledValue: 0n },
  ]);
  expect(venue.ask({ type: "account", account: trader })!.entries).toMatchObject([
    { amount: money("50.5888") },
  ]);
});

it("as much of it as the entry is worth is made", () => {
  const { venue, trader, maker } = lost();
  const { events } = venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 80 });
  expect(eventsOf(events, "traded")).toMatchObject([{ size: 80, makerAccount: trader }]);
});

it("fill or kill does not count on it", () => {
  const { venue, maker } = lost();
  const order = { account: maker, action: OPEN_SHORT, price: 600_000, size: 80, timeInForce: FOK };
  const { events } = venue.order(order);
  expect(eventsOf(events, "traded")).toEqual([]);
  expect(eventsOf(events, "orderEnded")).toMatchObject([{ cancelReason: CANCEL_COULD_NOT_FILL }]);
});

it("a paper taker passes it over, as a real one would find it gone", () => {
  for (const timeInForce of [IOC, FOK]) {
    const { venue, trader, maker } = lost();
    const account = venue.accept({ type: "openPaper", account: maker, amount: money("100000") }).id;
    const sell = { action: OPEN_SHORT, price: 600_000, size: 100, timeInForce };
    const onPaper = venue.order({ ...sell, account });
    const inTruth = venue.order({ ...sell, account: maker });
    for (const { events } of [onPaper, inTruth]) expect(eventsOf(events, "traded")).toEqual([]);
    expect(eventsOf(onPaper.events, "paperTaken")).toEqual([]);

    venue.deposit(trader, 1_000);
    if (timeInForce === IOC) venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 100 });
    expect(eventsOf(venue.order({ ...sell, account }).events, "traded")).toMatchObject([{ size: 100 }]);
  }
});

it("the next in line serves a paper taker", () => {
  const { venue, maker } = lost();
  const account = venue.accept({ type: "openPaper", account: maker, amount: money("100000") }).id;
  venue.order({ account: maker, action: OPEN_LONG, price: 599_990, size: 70 });
  const sell = { account, action: OPEN_SHORT, price: 599_990, size: 100 };
  expect(venue.execute(placeOrder({ ...sell, timeInForce: FOK })).events).not.toContainEqual(
    expect.objectContaining({ type: "traded" }),
  );
  const { events } = venue.order({ ...sell, timeInForce: IOC });
  expect(eventsOf(events, "traded")).toMatchObject([{ price: 599_990, size: 70 }]);
});
