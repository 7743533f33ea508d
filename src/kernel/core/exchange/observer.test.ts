import { expect, it } from "vitest";
import { Driver, money, placeOrder } from "../../../../test/core/driver.ts";
import {
  CANCEL_LIQUIDATE,
  COMBINED,
  ISOLATED,
  KIND_LIQUIDATION,
  OPEN_LONG,
  OPEN_SHORT,
  SHARED,
  STATE_FILLED,
  STATE_OPEN,
  STATE_PENDING,
} from "../data/codes.ts";
import type { AccountUpdate } from "../data/messages/accountUpdate.ts";

/** What of an update a reader goes by. */
function told({ cause, orders, fills, positions, entries }: AccountUpdate) {
  return {
    cause,
    orders: orders.map(({ state }) => state),
    fills: fills.map(({ size }) => size),
    positions: positions.map(({ size }) => size),
    entries: entries.map(({ position, liquidating }) => ({ isolated: position !== 0, liquidating })),
  };
}

const SHARED_ENTRY = { isolated: false, liquidating: false };

it("shows an order as pending, then as what became of it, under one version", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 1_000);
  const bob = venue.user("bob", 1_000);
  venue.index(60_000_000);
  venue.exchange.observe(alice, true);
  venue.order({ account: alice, action: OPEN_SHORT, price: 600_000, size: 1_000 });
  const resting = venue.exchange.takeUpdates();
  expect(resting.map(told)).toEqual([
    { cause: "order", orders: [STATE_PENDING], fills: [], positions: [], entries: [] },
    { cause: "order", orders: [STATE_OPEN], fills: [], positions: [], entries: [] },
  ]);
  expect(resting.map(({ version }) => version)).toEqual([venue.exchange.seq, venue.exchange.seq]);

  venue.order({ account: bob, action: OPEN_LONG, price: 600_000, size: 1_000 });
  expect(venue.exchange.takeUpdates().map(told)).toEqual([
    { cause: "order", orders: [STATE_FILLED], fills: [1_000], positions: [1_000], entries: [SHARED_ENTRY] },
  ]);
  expect(venue.ask({ type: "account", account: alice })!.version).toBe(venue.exchange.seq);

  venue.exchange.observe(alice, false);
  venue.deposit(alice, 1);
  expect(venue.exchange.takeUpdates()).toEqual([]);
});

it("names deposits, refusals make none, and a refused order leaves nothing", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 1_000);
  venue.index(60_000_000);
  venue.exchange.observe(alice, true);
  venue.deposit(alice, 5);
  const [deposit, ...none] = venue.exchange.takeUpdates();
  expect(none).toEqual([]);
  expect(told(deposit!)).toMatchObject({ cause: "deposit", entries: [SHARED_ENTRY] });
  expect(deposit!.entries[0]).toMatchObject({ amount: money("1005") });
  venue.refuse(placeOrder({ account: alice, action: OPEN_LONG, price: 600_000, size: 100_000_000 }));
  expect(venue.exchange.takeUpdates()).toEqual([]);
});

it("shows an entry in liquidation between the two markers, and its isolated entry a last time", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 1_000);
  const bob = venue.user("bob", 100_000);
  venue.index(60_000_000);
  venue.mode(alice, ISOLATED, COMBINED);
  venue.leverage(alice, 2_000, 2_000, ISOLATED);
  venue.trade(alice, bob, 600_000, 1_000);
  venue.order({ account: bob, action: OPEN_LONG, price: 572_000, size: 1_000 });
  venue.exchange.observe(alice, true);
  venue.index(57_200_000);
  const updates = venue.exchange.takeUpdates();
  const causes = updates.map(({ cause }) => cause);
  expect(causes).toEqual(["startLiquidate", "order", "finishLiquidate", "order"]);
  expect(updates[0]!.entries).toMatchObject([{ liquidating: true }]);
  expect(updates[2]!.entries).toMatchObject([{ liquidating: false }]);
  const last = updates.at(-1)!;
  expect(last.positions).toMatchObject([{ size: 0, cumCloseSize: 1_000 }]);
  expect(last.entries.find(({ position }) => position !== 0)).toMatchObject({ amount: 0n });
});

it("tells of orders that a liquidation ends before the order that it places", () => {
  for (const isIsolated of [false, true]) {
    const venue = new Driver();
    const alice = venue.user("alice", 1_000);
    const bob = venue.user("bob", 100_000);
    venue.index(60_000_000);
    if (isIsolated) venue.mode(alice, ISOLATED, COMBINED);
    venue.leverage(alice, 10_000, 10_000, isIsolated ? ISOLATED : SHARED);
    venue.trade(alice, bob, 600_000, 5_000);
    venue.order({ account: alice, action: OPEN_LONG, price: 500_000, size: 10 });
    venue.order({ account: bob, action: OPEN_LONG, price: 580_000, size: 5_000 });
    venue.exchange.observe(alice, true);
    venue.index(58_100_000);
    const updates = venue.exchange.takeUpdates().filter(({ orders }) => orders.length > 0);
    expect(updates[0]!.orders).toMatchObject([{ size: 10, cancelReason: CANCEL_LIQUIDATE }]);
    const others = updates.slice(1).flatMap(({ orders }) => orders);
    expect(others.every(({ kind }) => kind === KIND_LIQUIDATION)).toBe(true);
    expect(updates.flatMap(({ fills }) => fills)).toMatchObject([{ size: 5_000 }]);
  }
});
