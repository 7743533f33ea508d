import { expect, it } from "vitest";
import { btc, defaultTiers, eth } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, money, placeOrder } from "../../../../../test/core/driver.ts";
import {
  CANCEL_ALL_ORDERS,
  CANCEL_COULD_NOT_FILL,
  CANCEL_MARGIN_NOT_ENOUGH,
  CLOSE_LONG,
  COMBINED,
  FOK,
  INSURANCE_ACCOUNT,
  IOC,
  ISOLATED,
  OPEN_LONG,
  OPEN_SHORT,
  SHARED,
} from "../../data/codes.ts";
import type { TierView } from "../../data/model/contracts.ts";

/** Amount of an account's shared entry. */
function sharedOf(venue: Driver, account: number): bigint {
  return venue.ask({ type: "account", account })!.entries[0]!.amount;
}

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

it("an isolated opening takes what the shared entry can give margin for, and its rest ends", () => {
  const { venue, trader, maker } = lost();
  const { events } = venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 100 });
  // 84 lots: 504 / 10 and 0.1008 of 50.5888; one more would need 51.102.
  expect(eventsOf(events, "traded")).toMatchObject([{ size: 84, makerAccount: trader }]);
  expect(eventsOf(events, "orderEnded")).toMatchObject([
    { account: trader, cancelReason: CANCEL_MARGIN_NOT_ENOUGH, filledValue: money("504") },
  ]);
  expect(sharedOf(venue, trader)).toBe(money("0.088"));
});

it("a shared opening takes what its account can carry above its requirement", () => {
  const venue = new Driver([btc, eth]);
  const trader = venue.user("trader", 100);
  const maker = venue.user("maker", 1_000_000);
  venue.index(60_000_000);
  venue.index(30_000_000, 1);
  venue.leverage(trader, 12_500);
  venue.leverage(trader, 5_000, 5_000, SHARED, 1);
  venue.order({ account: maker, contract: 1, action: OPEN_SHORT, price: 300_000, size: 700 });
  venue.order({ account: trader, contract: 1, action: OPEN_LONG, price: 300_000, size: 700 });
  venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 1_000 });
  venue.index(28_800_000, 1);
  venue.order({ account: maker, contract: 1, action: OPEN_LONG, price: 288_000, size: 700 });
  venue.order({ account: trader, contract: 1, action: CLOSE_LONG, price: 288_000, size: 700 });
  expect(sharedOf(venue, trader)).toBe(money("13.5304"));
  const { events } = venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 1_000 });
  // A lot costs a fee of 0.0012 and must be carried with 0.0276: 469.8 of them.
  expect(eventsOf(events, "traded")).toMatchObject([{ size: 469, makerAccount: trader }]);
  expect(eventsOf(events, "liquidationQueued")).toEqual([]);
});

it("fill or kill does not count on it", () => {
  for (const [size, fills] of [
    [84, true],
    [85, false],
  ] as const) {
    const { venue, maker } = lost();
    const order = { account: maker, action: OPEN_SHORT, price: 600_000, size, timeInForce: FOK };
    const { events } = venue.order(order);
    expect(eventsOf(events, "traded")).toHaveLength(fills ? 1 : 0);
    const [ended] = eventsOf(events, "orderEnded").filter(({ account }) => account === maker);
    expect(ended).toMatchObject({ cancelReason: fills ? 0 : CANCEL_COULD_NOT_FILL });
  }
});

it("a paper taker passes it over, as a real one might find it gone", () => {
  for (const timeInForce of [IOC, FOK]) {
    const { venue, trader, maker } = lost();
    const account = venue.accept({ type: "openPaper", account: maker, amount: money("100000") }).id;
    const sell = { account, action: OPEN_SHORT, price: 600_000, size: 100, timeInForce };
    const { events } = venue.order(sell);
    expect(eventsOf(events, "traded")).toEqual([]);
    expect(eventsOf(events, "paperTaken")).toEqual([]);
    venue.deposit(trader, 1_000);
    expect(eventsOf(venue.order(sell).events, "traded")).toMatchObject([{ size: 100 }]);
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

/** Two at 200x, the fund with 5 000, and a mark of 60 000 that stands still. */
function duellists() {
  const [first, ...others] = defaultTiers as readonly [TierView, ...TierView[]];
  const venue = new Driver([{ ...btc, tiers: [{ ...first, leverageMax: 20_000 }, ...others] }]);
  const loser = venue.user("loser", 500);
  const winner = venue.user("winner", 20_000);
  venue.deposit(INSURANCE_ACCOUNT, 5_000);
  venue.index(60_000_000);
  return { venue, loser, winner };
}

function fundOf(venue: Driver): bigint {
  return venue.ask({ type: "assets", account: INSURANCE_ACCOUNT })!.equity;
}

it("who opens at 60 000 and closes into a friend's bid at 59 100 loses what he has, and the fund nothing", () => {
  const { venue, loser, winner } = duellists();
  venue.leverage(loser, 20_000);
  let fund = fundOf(venue);
  for (let cycle = 0; cycle < 3; cycle++) {
    venue.trade(loser, winner, 600_000, 8_000);
    venue.order({ account: winner, action: OPEN_LONG, price: 591_000, size: 8_000 });
    const { events, id } = venue.order({ account: loser, action: CLOSE_LONG, price: 591_000, size: 8_000 });
    const closes = eventsOf(events, "traded").filter(({ takerOrder }) => takerOrder === id);
    // 500 less the opening fee of 28.8, over 90 and 3.546 a tenth of a bitcoin: 5037 lots, the one after not.
    if (cycle === 0) expect(closes).toMatchObject([{ size: 5_037, price: 591_000 }]);
    expect(eventsOf(events, "orderEnded")).toContainEqual(
      expect.objectContaining({ order: id, cancelReason: CANCEL_MARGIN_NOT_ENOUGH }),
    );
    expect(fundOf(venue)).toBeGreaterThanOrEqual(fund);
    expect(sharedOf(venue, loser)).toBeGreaterThanOrEqual(0n);
    fund = fundOf(venue);
    venue.accept({ type: "cancelAll", account: winner, contract: 0, which: CANCEL_ALL_ORDERS });
    venue.deposit(loser, 500);
  }
});

it("an isolated opening 1.5 % off the mark that its margin could not carry is not made", () => {
  const { venue, loser, winner } = duellists();
  venue.mode(loser, ISOLATED, COMBINED);
  venue.leverage(loser, 20_000, 20_000, ISOLATED);
  venue.order({ account: winner, action: OPEN_SHORT, price: 609_000, size: 2_000 });
  const { events, id } = venue.order({ account: loser, action: OPEN_LONG, price: 609_000, size: 2_000 });
  expect(eventsOf(events, "traded")).toEqual([]);
  expect(eventsOf(events, "orderEnded")).toMatchObject([
    { order: id, cancelReason: CANCEL_MARGIN_NOT_ENOUGH },
  ]);
  expect(sharedOf(venue, loser)).toBe(money("500"));
  expect(fundOf(venue)).toBe(money("5000"));
});

it.each([
  ["opening", "keeps more than it must", 600_600, 1],
  ["opening", "would have to keep all that is left", 600_610, 0],
] as const)("an isolated %s that %s", (_, __, price, fills) => {
  // 150.15 of margin less a loss of 30, and 150.1525 less 30.5; 0.5 BTC must keep more than 120.
  const { venue, loser, winner } = duellists();
  venue.mode(loser, ISOLATED, COMBINED);
  venue.leverage(loser, 20_000, 20_000, ISOLATED);
  const { events } = venue.trade(loser, winner, price, 5_000);
  expect(eventsOf(events, "traded").filter(({ size }) => size === 5_000)).toHaveLength(fills);
});

it("a maker is held to it as a taker is", () => {
  const { venue, loser, winner } = duellists();
  venue.leverage(loser, 20_000);
  venue.trade(loser, winner, 600_000, 8_000);
  const close = { account: loser, action: CLOSE_LONG, price: 591_000, size: 8_000 };
  const { id } = venue.order(close);
  const { events } = venue.order({ account: winner, action: OPEN_LONG, price: 591_000, size: 8_000 });
  // A maker's fee of 1.182 a tenth of a bitcoin: 5167 lots.
  expect(eventsOf(events, "traded")[0]).toMatchObject({ makerOrder: id, size: 5_167 });
  expect(eventsOf(events, "orderEnded")[0]).toMatchObject({
    order: id,
    cancelReason: CANCEL_MARGIN_NOT_ENOUGH,
  });
});

it("paper accounts take no more from their pool", () => {
  const { venue, loser, winner } = duellists();
  const account = venue.accept({ type: "openPaper", account: loser, amount: money("500") }).id;
  venue.leverage(account, 20_000);
  venue.order({ account: winner, action: OPEN_SHORT, price: 600_000, size: 8_000 });
  venue.order({ account, action: OPEN_LONG, price: 600_000, size: 8_000 });
  venue.order({ account: winner, action: OPEN_LONG, price: 591_000, size: 8_000 });
  const { events, id } = venue.order({ account, action: CLOSE_LONG, price: 591_000, size: 8_000 });
  expect(eventsOf(events, "traded")[0]).toMatchObject({ takerOrder: id, size: 5_037 });
  expect(sharedOf(venue, account)).toBeGreaterThanOrEqual(0n);
});

it("a look-ahead counts several orders of a maker together", () => {
  const { venue, loser, winner } = duellists();
  venue.leverage(loser, 20_000);
  venue.trade(loser, winner, 600_000, 8_000);
  // Either could be closed alone.
  for (let i = 0; i < 2; i++)
    venue.order({ account: loser, action: CLOSE_LONG, price: 591_000, size: 4_000 });
  const order = { account: winner, action: OPEN_LONG, price: 591_000, timeInForce: FOK };
  const killed = venue.order({ ...order, size: 8_000 }).events;
  expect(eventsOf(killed, "traded")).toEqual([]);
  const { events, id } = venue.order({ ...order, size: 4_000 });
  const fills = eventsOf(events, "traded").filter(({ takerOrder }) => takerOrder === id);
  expect(fills).toMatchObject([{ size: 4_000 }]);
});
