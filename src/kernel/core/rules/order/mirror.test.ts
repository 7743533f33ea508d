import { expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  BUY,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_HALTED,
  MIRROR_BOUGHT,
  MIRROR_REPORTED_BOUGHT,
  MIRROR_REPORTED_SOLD,
  MIRROR_SOLD,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
  SELL,
  STATUS_FROZEN,
  STP_NONE,
} from "../../data/codes.ts";
import { NO_PRESETS } from "../../data/messages/command.ts";
import type { Event } from "../../data/messages/event.ts";
import { rejections } from "../../data/messages/rejection.ts";
import { State } from "../../data/state/state.ts";

/** Another venue's book as orders of one account: docs/reference/orders.md, mirroring. */

const BID = 599_990;
const ASK = 600_010;

/** The house mirrors and may meet itself; Alice trades. What happens is folded and audited beside. */
function market(terms: Partial<typeof btc> = {}) {
  const venue = new Driver([{ ...btc, ...terms }], new State());
  const [house, alice] = [venue.user("house", 50_000_000), venue.user("alice", 1_000_000)];
  venue.accept(setAccount(house, { selfTradePrevention: STP_NONE, feeSet: true }));
  venue.index(60_000_000);
  const mirror = (...rows: [what: number, price: number, size: number][]) =>
    venue.accept({
      type: "mirrorBook",
      account: house,
      rows: rows.map(([what, price, size]) => ({ what, price, size })),
    }).events;
  const rest = (action: number, price: number, size: number) =>
    venue.order({ account: alice, action, price, size, timeInForce: POST_ONLY }).id;
  const filled = (order: number) => {
    const live = venue.ask({ type: "order", account: alice, order, clientId: "" });
    return live === undefined ? "whole" : live.size - live.remaining;
  };
  const depth = () => venue.ask({ type: "depth", contract: 0, limit: 10 })!;
  const legs = () =>
    venue.ask({ type: "positions", account: house, contract: 0 }).map(({ leg, size }) => ({ leg, size }));
  return { venue, house, alice, mirror, rest, filled, depth, legs };
}

test("a level has what its row says, however often it is said", () => {
  const { mirror, depth } = market();
  mirror([BUY, BID, 10], [SELL, ASK, 5]);
  expect(mirror([BUY, BID, 10])).toEqual([]);
  mirror([BUY, BID, 12], [SELL, ASK, 0], [SELL, ASK + 10, 7]);
  expect(depth()).toMatchObject({ bids: [{ price: BID, size: 12 }], asks: [{ price: ASK + 10, size: 7 }] });
});

test("an order of somebody else fills when what stood before it is gone, and not a lot earlier", () => {
  const { mirror, rest, filled } = market();
  mirror([BUY, BID, 10]);
  const order = rest(OPEN_LONG, BID, 5);
  mirror([BUY, BID, 25]); // fifteen join behind
  mirror([MIRROR_SOLD, BID, 9], [BUY, BID, 16]);
  expect(filled(order)).toBe(0);
  mirror([BUY, BID, 1]); // those behind left
  mirror([MIRROR_SOLD, BID, 1], [BUY, BID, 0]);
  expect(filled(order)).toBe(0);
  mirror([MIRROR_SOLD, BID, 2]);
  expect(filled(order)).toBe(2);
});

test.each([
  ["from behind, newest first", false, [10, 5, 6]],
  ["a part of each", true, [7, 5, 9]],
])("what leaves without a trade leaves %s", (_, proportional, queue) => {
  const { venue, house, alice, mirror, rest } = market();
  mirror([SELL, ASK, 10]);
  rest(OPEN_SHORT, ASK, 5);
  mirror([SELL, ASK, 26]);
  const rows = [{ what: SELL, price: ASK, size: 16 }];
  venue.accept({ type: "mirrorBook", account: house, contract: 0, proportional, rows });
  const of = (account: number) => venue.ask({ type: "orders", account, contract: 0, which: "resting" });
  const orders = [...of(house), ...of(alice)];
  const inQueue = orders.sort((a, b) => a.order - b.order).map(({ remaining }) => remaining);
  expect(inQueue).toEqual(queue);
});

test("what joins a queue of its own is one order with what stands there", () => {
  const { venue, house, mirror } = market();
  for (let lots = 1; lots <= 20; lots++) mirror([BUY, BID, lots]);
  expect(venue.ask({ type: "orders", account: house, contract: 0, which: "resting" })).toMatchObject([
    { size: 20, remaining: 20 },
  ]);
});

test("a trade is shown with its side and size, whether or not that much stood there", () => {
  const { mirror, depth } = market();
  mirror([SELL, ASK, 3]);
  const trades = eventsOf(mirror([MIRROR_BOUGHT, ASK, 8], [MIRROR_SOLD, BID, 4]), "traded");
  expect(trades.map(({ price, size, takerSide }) => [takerSide, price, size])).toEqual([
    [BUY, ASK, 3],
    [BUY, ASK, 5],
    [SELL, BID, 4],
  ]);
  expect(depth()).toMatchObject({ bids: [], asks: [] });
});

test("a market that goes through an order fills it at its price", () => {
  const { mirror, rest, filled } = market();
  const order = rest(OPEN_LONG, BID, 5);
  const [trade] = eventsOf(mirror([SELL, BID - 50, 8]), "traded");
  expect(trade).toMatchObject({ price: BID, size: 5 });
  expect(filled(order)).toBe("whole");
});

test("a quote that would meet the account's own is left out", () => {
  const { mirror, depth } = market();
  mirror([BUY, BID, 4]);
  mirror([SELL, BID, 6], [SELL, ASK, 6]);
  expect(depth()).toMatchObject({ bids: [{ price: BID, size: 4 }], asks: [{ price: ASK, size: 6 }] });
});

/** What is printed, as `[taker, price, size]`. */
const printsOf = (events: readonly Event[]) =>
  eventsOf(events, "traded").map(({ takerSide, price, size }) => [takerSide, price, size]);

test("a trade that passes the account's own quotes ends them, and is printed at its price", () => {
  const { mirror, depth } = market();
  mirror([BUY, BID, 4], [BUY, BID - 10, 5], [SELL, ASK, 6]);
  expect(printsOf(mirror([MIRROR_BOUGHT, BID - 5, 3]))).toEqual([[BUY, BID - 5, 3]]);
  expect(depth()).toMatchObject({ bids: [{ price: BID - 10, size: 5 }], asks: [{ price: ASK, size: 6 }] });
  expect(printsOf(mirror([MIRROR_SOLD, ASK, 3]))).toEqual([[SELL, ASK, 3]]);
  expect(depth().asks).toEqual([]);
});

test("a trade that passes an order of somebody else fills it first, and all of it together is its size", () => {
  const { mirror, rest, filled } = market();
  mirror([BUY, BID, 4]);
  const order = rest(OPEN_LONG, BID, 2);
  expect(printsOf(mirror([MIRROR_BOUGHT, BID - 5, 3]))).toEqual([
    [SELL, BID, 2],
    [BUY, BID - 5, 1],
  ]);
  expect(filled(order)).toBe("whole");
});

test.each([
  ["sold below the best bid", MIRROR_REPORTED_SOLD, BID - 20, SELL],
  ["bought at it", MIRROR_REPORTED_BOUGHT, BID, BUY],
  ["bought above the best ask", MIRROR_REPORTED_BOUGHT, ASK + 20, BUY],
])("a trade that is only told is printed and meets nobody: %s", (_, what, price, taker) => {
  const { mirror, depth, rest, filled, legs } = market();
  mirror([BUY, BID, 4], [SELL, ASK, 6]);
  const orders = [rest(OPEN_LONG, BID, 2), rest(OPEN_SHORT, ASK, 2)];
  const before = depth();
  for (let i = 0; i < 5; i++) expect(printsOf(mirror([what, price, 9]))).toEqual([[taker, price, 9]]);
  expect(depth()).toEqual(before);
  expect(orders.map(filled)).toEqual([0, 0]);
  for (const { size } of legs()) expect(size).toBe(9);
});

test("neither the smallest nor the largest order of the contract cuts a trade or a level", () => {
  const { mirror, depth } = market({ orderLotsMin: 5, orderLotsMax: 8, marketOpenLotsMax: 8 });
  mirror([SELL, ASK, 20]);
  expect(depth().asks).toEqual([{ price: ASK, size: 20 }]);
  const lots = (events: readonly Event[]) =>
    eventsOf(events, "traded").reduce((sum, { size }) => sum + size, 0);
  for (const size of [1, 3, 30])
    for (const what of [MIRROR_BOUGHT, MIRROR_REPORTED_SOLD])
      expect(lots(mirror([what, ASK, size]))).toBe(size);
});

test.each([
  ["beyond the band", MIRROR_SOLD, BID / 2, "priceBelowBand", () => undefined],
  ["beyond the band, only reported", MIRROR_REPORTED_BOUGHT, BID * 2, "priceAboveBand", () => undefined],
  [
    "where nothing trades",
    MIRROR_BOUGHT,
    ASK,
    "contractNotTradable",
    (venue: Driver) => venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_HALTED }),
  ],
] as const)("what is left out of a trade is said, with the refusal: %s", (_, what, price, why, begin) => {
  const { venue, house, mirror } = market();
  begin(venue);
  const events = mirror([what, price, 7]);
  expect(eventsOf(events, "traded")).toEqual([]);
  expect(eventsOf(events, "tradeLeftOut")).toMatchObject([
    { account: house, contract: 0, price, lots: 7, reason: rejections[why].code },
  ]);
});

test("trading with itself leaves no more than its largest trade open on either leg", () => {
  const { mirror, legs } = market();
  for (let i = 0; i < 30; i++) {
    mirror([SELL, ASK, 50], [BUY, BID, 50]);
    mirror([i % 3 === 0 ? MIRROR_SOLD : MIRROR_BOUGHT, i % 3 === 0 ? BID : ASK, 1 + (i % 7)]);
  }
  expect(legs().length).toBeLessThanOrEqual(2);
  for (const { size } of legs()) expect(size).toBeLessThanOrEqual(7);
});

test("it may rest more orders than the contract lets those who place them", () => {
  const { mirror, depth } = market({ openOrdersMax: 2 });
  mirror(...[0, 1, 2, 3].map((n): [number, number, number] => [BUY, BID - n, 1]));
  expect(depth().bids).toHaveLength(4);
});

test.each([
  ["a kind of row that there is not", { what: 6, price: BID, size: 1 }],
  ["a price of 0", { what: BUY, price: 0, size: 1 }],
  ["a size below 0", { what: BUY, price: BID, size: -1 }],
  ["a trade of nothing", { what: MIRROR_SOLD, price: BID, size: 0 }],
])("%s refuses all of it", (_, wrong) => {
  const { venue, house, depth } = market();
  const rows = [{ what: BUY, price: BID, size: 1 }, wrong];
  const command = { type: "mirrorBook", account: house, contract: 0, proportional: false, rows } as const;
  expect(venue.refuse(command).type).toBe("invalidValue");
  expect(depth().bids).toEqual([]);
});

test("an account that may not open may not mirror, and nothing joins where there are only cancels", () => {
  const { venue, house, mirror, depth } = market();
  mirror([BUY, BID, 4]);
  venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_CANCEL_ONLY });
  mirror([BUY, BID, 9], [SELL, ASK, 9]);
  expect(depth()).toMatchObject({ bids: [{ size: 4 }], asks: [] });
  venue.accept(setAccount(house, { status: STATUS_FROZEN }));
  const command = { type: "mirrorBook", account: house, contract: 0, proportional: false, rows: [] } as const;
  expect(venue.refuse(command).type).toBe("accountFrozen");
});

test("a paper account mirrors nothing", () => {
  const { venue, alice } = market();
  const paper = venue.accept({ type: "openPaper", account: alice, amount: 10n ** 14n }).id;
  const command = { type: "mirrorBook", account: paper, contract: 0, proportional: false, rows: [] } as const;
  expect(venue.refuse(command)).toMatchObject({ type: "invalidValue" });
});

test("a stop of somebody is set off by a trade that is mirrored, also by one in the middle", () => {
  const { venue, alice, mirror, filled } = market();
  mirror([SELL, ASK, 50], [BUY, BID - 100, 50]);
  venue.order({ account: alice, action: OPEN_LONG, price: ASK, size: 5 });
  const stop = venue.accept({
    type: "placePlan",
    ...NO_PRESETS,
    ...{
      account: alice,
      contract: 0,
      action: 3,
      market: true,
      price: 0,
      size: 5,
      marginMode: 0,
      position: 0,
    },
    ...{ triggerPrice: BID - 100, triggerSource: 1, requestHash: 0, clientId: "" },
  }).id;
  mirror([MIRROR_SOLD, BID - 100, 1], [MIRROR_BOUGHT, ASK, 1]);
  expect(filled(stop)).toBe("whole");
  expect(
    venue.execute(placeOrder({ account: alice, action: 3, price: BID, size: 1 })).rejection,
  ).toBeDefined();
});
