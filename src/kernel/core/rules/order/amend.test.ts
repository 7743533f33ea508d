import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import type { Executed, OrderOf } from "../../../../../test/core/driver.ts";
import { Driver, eventsOf, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  AMENDMENTS_MAX,
  CANCEL_POST_ONLY,
  CLOSE_LONG,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_HALTED,
  IOC,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
  STATUS_FROZEN,
  STATUS_RESTRICTED,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { NO_PRESETS } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";
import { Exchange } from "../../exchange/exchange.ts";

/** Amending what rests: docs/reference/orders.md, amending. */

/** Alice and Carol buy, Bob sells; what happens is folded and audited beside. */
function market(units = 100_000) {
  const venue = new Driver([btc], new State());
  const [alice, bob, carol] = [
    venue.user("alice", units),
    venue.user("bob", 1_000_000),
    venue.user("carol", 1_000_000),
  ];
  venue.index(60_000_000);
  const buy = (price: number, size: number, more: Partial<OrderOf> = {}) =>
    venue.order({ account: alice, action: OPEN_LONG, price, size, ...more }).id;
  const sell = (size: number, price = 595_000) =>
    venue.execute(placeOrder({ account: bob, action: OPEN_SHORT, price, size, timeInForce: IOC }));
  const amend = (order: number, price = 0, size = 0) =>
    venue.execute({ type: "amendOrder", account: alice, order, triggerPrice: 0, price, size, clientId: "" });
  const live = (order: number) => venue.ask({ type: "order", account: alice, order, clientId: "" });
  const assets = () => venue.ask({ type: "assets", account: alice })!;
  return { venue, alice, bob, carol, buy, sell, amend, live, assets };
}

const fills = ({ events }: Executed) =>
  eventsOf(events, "traded").map(({ makerOrder, price, size }) => ({ maker: makerOrder, price, size }));

test.each([
  ["a smaller size keeps the place", 0, 8, true],
  ["the same values keep it", 600_000, 10, true],
  ["a larger size loses it", 0, 12, false],
  ["a better price stands before", 600_010, 0, true],
  ["a worse price stands behind", 599_990, 0, false],
  ["a worse price and a smaller size, too", 599_990, 8, false],
])("%s", (_, price, size, isFirst) => {
  const { venue, carol, buy, sell, amend } = market();
  const order = buy(600_000, 10);
  const other = venue.order({ account: carol, action: OPEN_LONG, price: 600_000, size: 10 }).id;
  expect(amend(order, price, size).rejection).toBeUndefined();
  const met = fills(sell(100)).map(({ maker }) => maker);
  expect(met).toEqual(isFirst ? [order, other] : [other, order]);
});

/** The example of the page. */
test("5 of another, then 10; amended to 8, a sell of 6 fills 5 and 1", () => {
  const { venue, carol, buy, sell, amend, live } = market();
  const other = venue.order({ account: carol, action: OPEN_LONG, price: 600_000, size: 5 }).id;
  const order = buy(600_000, 10);
  amend(order, 0, 8);
  expect(fills(sell(6))).toMatchObject([
    { maker: other, size: 5 },
    { maker: order, size: 1 },
  ]);
  sell(3);
  expect(live(order)).toMatchObject({ size: 8, remaining: 4 });
  expect(amend(order, 0, 4).rejection).toEqual({ type: "sizeFilled", size: 4, filled: 4 });
  expect(amend(order, 0, 5).rejection).toBeUndefined();
  expect(live(order)).toMatchObject({ size: 5, remaining: 1 });
});

test("it keeps its id, its client id, its fills and its presets, and is found by the client id", () => {
  const { venue, alice, buy, sell, live } = market();
  const order = buy(600_000, 10, { clientId: "mine", presetTakeProfit: 620_000 });
  sell(4);
  const done = venue.accept({
    type: "amendOrder",
    account: alice,
    price: 599_000,
    size: 20,
    clientId: "mine",
  });
  expect(done.id).toBe(order);
  expect(live(order)).toMatchObject({ clientId: "mine", price: 599_000, size: 20, remaining: 16 });
  sell(16);
  const children = venue.ask({ type: "orders", account: alice, contract: 0, which: "plan" });
  expect(children).toMatchObject([{ parent: order, size: 20, triggerPrice: 620_000 }]);
});

describe("sent into the book anew", () => {
  test("at a price that crosses it trades at once, what is left rests", () => {
    const { venue, bob, buy, amend, live } = market();
    const order = buy(600_000, 10);
    venue.order({ account: bob, action: OPEN_SHORT, price: 600_100, size: 4 });
    expect(fills(amend(order, 600_200))).toMatchObject([{ price: 600_100, size: 4 }]);
    expect(live(order)).toMatchObject({ price: 600_200, size: 10, remaining: 6 });
  });

  test("a post-only order that would cross ends, as a new one does", () => {
    const { venue, bob, buy, amend, live } = market();
    const order = buy(600_000, 10, { timeInForce: POST_ONLY });
    venue.order({ account: bob, action: OPEN_SHORT, price: 600_100, size: 4 });
    const { events } = amend(order, 600_200);
    expect(eventsOf(events, "orderEnded")).toMatchObject([{ order, cancelReason: CANCEL_POST_ONLY }]);
    expect(live(order)).toBeUndefined();
  });

  test("a delay of the account delays it", () => {
    const { venue, alice, buy, amend, live, sell } = market();
    const order = buy(600_000, 10);
    venue.accept(setAccount(alice, { orderDelayMs: 100 }));
    amend(order, 600_010);
    expect(fills(sell(1))).toEqual([]);
    expect(amend(order, 600_020).rejection?.type).toBe("orderNotResting");
    venue.wait(100);
    expect(fills(sell(1))).toMatchObject([{ maker: order, price: 600_010 }]);
    expect(live(order)?.remaining).toBe(9);
  });
});

describe("margin", () => {
  test("what the order has frozen counts as free for it", () => {
    // 10 000 lots at 60 000 and leverage 20: 3 000 of margin, and fees; 6 000 do not carry two of them.
    const { buy, amend, live, assets } = market(6_000);
    const order = buy(600_000, 10_000);
    expect(amend(order, 600_100).rejection).toBeUndefined();
    const { frozen } = assets();
    expect(amend(order, 0, 30_000).rejection).toMatchObject({ type: "marginInsufficient" });
    expect(live(order)).toMatchObject({ price: 600_100, size: 10_000 });
    expect(assets().frozen).toBe(frozen);
  });

  test("a smaller size frees margin at once, at the mark of its acceptance", () => {
    const { venue, alice, buy, amend, assets } = market();
    const order = buy(600_000, 10_000);
    const before = assets().frozen;
    venue.index(60_300_000);
    amend(order, 0, 5_000);
    expect(assets().frozen * 2n).toBe(before);
    expect(venue.ask({ type: "orders", account: alice, contract: 0, which: "all" })).toHaveLength(1);
  });

  test("a close may grow to what is closable and what it has reserved itself", () => {
    const { venue, alice, bob, buy, amend } = market();
    venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 10 });
    buy(600_000, 10);
    const close = (size: number) =>
      venue.order({ account: alice, action: CLOSE_LONG, price: 606_000, size }).id;
    const [first] = [close(4), close(3)];
    expect(amend(first, 0, 8).rejection).toMatchObject({ type: "closeTooLarge", size: 8, closable: 7 });
    expect(amend(first, 605_000, 7).rejection).toBeUndefined();
  });
});

const NOBODY: number = 99;

/** In order of precedence; each row breaks its rule and those below it. */
const refusals: readonly (readonly [string, (m: ReturnType<typeof market>, order: number) => Executed])[] = [
  [
    "unknownAccount",
    ({ venue }, order) =>
      venue.execute({
        type: "amendOrder",
        account: NOBODY,
        order,
        triggerPrice: 0,
        price: 1,
        size: 0,
        clientId: "",
      }),
  ],
  [
    "orderNotFound",
    ({ venue, bob }, order) =>
      venue.execute({
        type: "amendOrder",
        account: bob,
        order,
        triggerPrice: 0,
        price: 1,
        size: 0,
        clientId: "",
      }),
  ],
  [
    "orderNotResting",
    ({ venue, alice, amend }, order) => {
      venue.accept(setAccount(alice, { cancelDelayMs: 1_000 }));
      venue.accept({ type: "cancelOrder", account: alice, order });
      return amend(order, -1, 0);
    },
  ],
  ["invalidValue", ({ amend }, order) => amend(order, -1, 1)],
  [
    "contractNotTradable",
    ({ venue, amend }, order) => {
      venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_CANCEL_ONLY });
      return amend(order, 1, 2_000_000_000);
    },
  ],
  ["sizeTooLarge", ({ amend }, order) => amend(order, 1, 2_000_000_000)],
  [
    "sizeFilled",
    ({ amend, sell }, order) => {
      sell(4);
      return amend(order, 1, 4);
    },
  ],
  ["priceAboveBand", ({ amend }, order) => amend(order, 700_000, 900_000_000)],
  ["presetWrongSide", ({ amend }, order) => amend(order, 570_000, 900_000_000)],
  ["tierExceeded", ({ amend }, order) => amend(order, 590_000, 900_000_000)],
  ["marginInsufficient", ({ amend }, order) => amend(order, 590_000, 800_000)],
];

test.each(refusals)("%s is refused and leaves the order as it was", (type, attempt) => {
  const all = market();
  const order = all.buy(600_000, 10, { presetStopLoss: 580_000 });
  const { rejection, events } = attempt(all, order);
  expect(rejection?.type).toBe(type);
  expect(events.map((each) => each.type)).toEqual(["commandRejected"]);
  expect(all.live(order)).toMatchObject({ price: 600_000, size: 10 });
});

test.each([
  ["a restricted account amends a close", STATUS_RESTRICTED, undefined],
  ["a frozen one has nothing left to amend", STATUS_FROZEN, "orderNotFound"],
])("%s", (_, status, expected) => {
  const { venue, alice, bob, buy, amend } = market();
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 10 });
  buy(600_000, 10);
  const close = venue.order({ account: alice, action: CLOSE_LONG, price: 606_000, size: 5 }).id;
  venue.accept(setAccount(alice, { status }));
  expect(amend(close, 605_000, 0).rejection?.type).toBe(expected);
});

test("a restricted account amends nothing that would open, whatever state it is in", () => {
  const { venue, alice, amend } = market();
  const plan = { account: alice, contract: 0, action: OPEN_LONG, market: true, price: 0, size: 3 };
  const trigger = { triggerPrice: 610_000, triggerSource: TRIGGER_ON_MARK };
  const rest = { position: 0, marginMode: 0, requestHash: 0, clientId: "" };
  const { id } = venue.accept({ type: "placePlan", ...NO_PRESETS, ...plan, ...trigger, ...rest });
  expect(amend(id, 600_000).rejection).toBeUndefined();
  venue.accept(setAccount(alice, { status: STATUS_RESTRICTED }));
  expect(amend(id, 600_000).rejection?.type).toBe("accountFrozen");
});

test("what a contract's status permits: a close in cancel-only, nothing in a halt", () => {
  const { venue, alice, bob, buy, amend } = market();
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 10 });
  buy(600_000, 10);
  const close = venue.order({ account: alice, action: CLOSE_LONG, price: 606_000, size: 5 }).id;
  venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_CANCEL_ONLY });
  expect(amend(close, 605_000, 0).rejection).toBeUndefined();
  venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_HALTED });
  expect(amend(close, 604_000, 0).rejection?.type).toBe("orderNotFound"); // a halt cancels what rests
});

/** Everything of an account that money is in. */
function books(venue: Driver, account: number) {
  const positions = venue.ask({ type: "positions", account, contract: undefined });
  return {
    assets: { ...venue.ask({ type: "assets", account }), version: 0 },
    positions: positions.map(({ leg, size, openValue, openFee }) => ({ leg, size, openValue, openFee })),
  };
}

const tick = fc.integer({ min: 599_950, max: 600_049 });
const lots = fc.integer({ min: 1, max: 30 });

test("amended into a new place, an order fares as one that was placed there", () => {
  fc.assert(
    fc.property(
      tick,
      lots,
      tick,
      lots,
      fc.array(fc.record({ sells: fc.boolean(), price: tick, size: lots }), { maxLength: 12 }),
      fc.array(fc.record({ sells: fc.boolean(), price: tick, size: lots }), { maxLength: 12 }),
      (price, size, newPrice, newSize, before, after) => {
        fc.pre(newPrice !== price || newSize > size);
        const fares = (isAmended: boolean) => {
          const { venue, alice, bob, carol, buy, amend, live } = market();
          const flow = (orders: typeof before) =>
            orders.map((each) =>
              venue.execute(
                placeOrder({
                  account: each.sells ? bob : carol,
                  action: each.sells ? OPEN_SHORT : OPEN_LONG,
                  price: each.price,
                  size: each.size,
                }),
              ),
            );
          const others = before.filter((each) => !each.sells || each.price > price); // the order stays whole
          flow(others);
          const first = buy(
            Math.min(price, ...others.filter((each) => each.sells).map((each) => each.price - 1)),
            size,
          );
          fc.pre(live(first)?.price !== newPrice || newSize > size);
          let done: Executed;
          if (isAmended) {
            done = amend(first, newPrice, newSize);
          } else {
            venue.accept({ type: "cancelOrder", account: alice, order: first });
            done = venue.execute(
              placeOrder({ account: alice, action: OPEN_LONG, price: newPrice, size: newSize }),
            );
          }
          const met = [done, ...flow(after)].map((each) =>
            fills(each).map((fill) => [fill.price, fill.size]),
          );
          return { met, books: [alice, bob, carol].map((account) => books(venue, account)) };
        };
        expect(fares(true)).toEqual(fares(false));
      },
    ),
    { numRuns: 150 },
  );
});

test("ten thousand changes are the most, of each order by itself and counted over a snapshot", () => {
  const { venue, alice, buy, sell, amend, live } = market();
  venue.audits = false;
  const order = buy(590_000, 1_000);
  for (let i = 1; i < AMENDMENTS_MAX; i++) amend(order, 590_000 - (i % 2));
  amend(order, 0, 500);
  expect(venue.exchange.state.amendments).toEqual(new Map([[order, AMENDMENTS_MAX]]));
  const refused = { type: "tooManyAmendments", order, count: AMENDMENTS_MAX, max: AMENDMENTS_MAX };
  expect(amend(order, 591_000).rejection).toMatchObject(refused);
  venue.exchange = Exchange.restore(venue.exchange.snapshot());
  venue.audits = true;
  expect(amend(order, 591_000).rejection).toMatchObject(refused);
  expect(live(order)).toMatchObject({ size: 500 });
  const other = buy(590_000, 10);
  expect(amend(other, 591_000).rejection).toBeUndefined();
  sell(10, 591_000);
  venue.accept({ type: "cancelOrder", account: alice, order });
  expect(venue.exchange.state.amendments.size).toBe(0);
});

test("shrunk, an order fares as one that was placed at the smaller size", () => {
  fc.assert(
    fc.property(
      lots,
      lots,
      fc.array(fc.record({ ahead: fc.boolean(), size: lots }), { maxLength: 6 }),
      lots,
      (a, b, others, sold) => {
        const [large, small] = [Math.max(a, b), Math.min(a, b)];
        const fares = (isAmended: boolean) => {
          const { venue, alice, carol, buy, sell, amend } = market();
          const place = (ahead: boolean) => {
            for (const each of others.filter((other) => other.ahead === ahead)) {
              venue.order({ account: carol, action: OPEN_LONG, price: 600_000, size: each.size });
            }
          };
          place(true);
          const order = buy(600_000, isAmended ? large : small);
          place(false);
          if (isAmended) expect(amend(order, 0, small).rejection).toBeUndefined();
          return { met: fills(sell(sold)), books: [alice, carol].map((account) => books(venue, account)) };
        };
        expect(fares(true)).toEqual(fares(false));
      },
    ),
    { numRuns: 100 },
  );
});
