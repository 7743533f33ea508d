import { expect, test } from "vitest";
import { btc, eth } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, money } from "../../../../../test/core/driver.ts";
import {
  COMBINED,
  EXTERNAL_ACCOUNT,
  INSURANCE_ACCOUNT,
  ISOLATED,
  MOVE_DEPOSIT,
  OPEN_LONG,
  OPEN_SHORT,
} from "../../data/codes.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";

/**
 * What another market says of a contract, which this one shows, and what happens while nothing is heard of
 * it.
 */

type Row = CommandOf<"followSource">["contracts"][number];

function market() {
  const venue = new Driver([btc, eth], new State());
  venue.accept({
    type: "moveMoney",
    movement: MOVE_DEPOSIT,
    from: EXTERNAL_ACCOUNT,
    to: INSURANCE_ACCOUNT,
    amount: money("100000"),
  });
  venue.index(60_000_000);
  venue.index(30_000_000, 1);
  const follow = (row: Partial<Row>) =>
    venue.accept({
      type: "followSource",
      contracts: [{ contract: 0, sourceMark: 0, sourceRate: 0, hasSourceRate: 0, held: 0, ...row }],
    }).events;
  const view = (contract = 0) => venue.ask({ type: "contracts" })[contract]!;
  const trade = (contract: number, long: number, short: number, size: number) => {
    const price = contract === 0 ? 600_000 : 300_000;
    venue.order({ account: short, contract, action: OPEN_SHORT, price, size });
    venue.order({ account: long, contract, action: OPEN_LONG, price, size });
  };
  const held = (account: number) =>
    venue.ask({ type: "positions", account, contract: undefined }).map(({ contract }) => contract);
  return { venue, follow, view, trade, held };
}

test("the mark is the source's, no further from the index than the contract's bound, and the venue's own without one", () => {
  const { follow, view } = market();
  follow({ sourceMark: 60_010_000 });
  expect(view().mark).toBe(60_010_000);
  follow({ sourceMark: 61_000_000 });
  expect(view().mark).toBe(60_300_000);
  follow({ sourceMark: 0 });
  expect(view().mark).toBe(60_000_000);
});

test("the rate of the running period is the source's, within the contract's cap, and so is the next one's", () => {
  const { venue, follow, view, trade } = market();
  const [long, short] = [venue.user("long", 10_000), venue.user("short", 10_000)];
  trade(0, long, short, 1_000);
  follow({ sourceRate: 25_000, hasSourceRate: 1 });
  expect(view()).toMatchObject({ fundingRate: 25_000, fundingForecast: 25_000 });
  const { events } = venue.wait(view().fundingDue - venue.time);
  expect(eventsOf(events, "fundingSettled").map(({ account, amount }) => [account, amount])).toEqual([
    [long, money("-1.5")],
    [short, money("1.5")],
  ]);
  expect(eventsOf(events, "fundingTurned")[0]).toMatchObject({ settledRate: 25_000, rate: 25_000 });
  follow({ sourceRate: -99_000_000, hasSourceRate: 1 });
  expect(view().fundingRate).toBe(-300_000);
});

test("what is said again is no event", () => {
  const { follow } = market();
  expect(eventsOf(follow({ sourceMark: 60_010_000, held: 1 }), "sourceFollowed")).toHaveLength(1);
  expect(follow({ sourceMark: 60_010_000, held: 1, sourceRate: 5 })).toEqual([]);
});

test("held, the mark stands whatever index, book and time do, and no funding is paid", () => {
  const { venue, follow, view, trade } = market();
  const [long, short] = [venue.user("long", 1_000_000), venue.user("short", 1_000_000)];
  trade(0, long, short, 1_000);
  follow({ sourceRate: 25_000, hasSourceRate: 1, held: 1 });
  venue.index(55_000_000);
  venue.order({ account: long, action: OPEN_LONG, price: 594_000, size: 100_000 });
  venue.order({ account: short, action: OPEN_SHORT, price: 594_010, size: 100_000 });
  const { events } = venue.wait(view().fundingDue - venue.time);
  expect(view().mark).toBe(60_000_000);
  expect(eventsOf(events, "fundingSettled")).toEqual([]);
  expect(eventsOf(events, "fundingTurned")[0]).toMatchObject({ skipped: true });
  // What stood in the book meanwhile has moved no average: the index alone says where the mark goes.
  follow({});
  expect(view().mark).toBe(55_000_000);
});

test.each([
  ["a shared position", false],
  ["an isolated position", true],
])("held, %s is not liquidated; it is judged when the hold ends", (_, isIsolated) => {
  const { venue, follow, trade, held } = market();
  const [long, short] = [venue.user("long", 1_000), venue.user("short", 100_000)];
  if (isIsolated) {
    venue.mode(long, ISOLATED, COMBINED);
    venue.leverage(long, 1_000, 1_000, ISOLATED);
  }
  trade(0, long, short, isIsolated ? 1_500 : 3_000);
  follow({ held: 1 });
  // The index, and with it the mark that will be, falls by a tenth; a deposit has the account judged.
  venue.index(54_000_000);
  venue.deposit(long, 1);
  expect(held(long)).toEqual([0]);
  const released = follow({});
  expect(eventsOf(released, "liquidationStarted")).toHaveLength(1);
  expect(held(long)).toEqual([]);
});

test("a shared entry in breach answers with what is not held, and keeps what is", () => {
  const { venue, follow, trade, held } = market();
  const [long, short] = [venue.user("long", 1_000), venue.user("short", 100_000)];
  trade(0, long, short, 1_000);
  trade(1, long, short, 3_000);
  follow({ held: 1 });
  const { events } = venue.index(25_000_000, 1);
  expect(eventsOf(events, "liquidationStarted")).toHaveLength(1);
  expect(held(long)).toEqual([0]);
  // Still in breach, and nothing left that may be closed: no liquidation begins again and again.
  const later = venue.index(24_000_000, 1).events;
  expect(later.filter(({ type }) => type.startsWith("liquidation"))).toEqual([]);
  // The hold ends at the mark that it began with, and the entry is judged although no mark has moved.
  expect(eventsOf(follow({}), "liquidationStarted")).toHaveLength(1);
  expect(held(long)).toEqual([]);
});

test("held, an isolated position that comes into breach by other terms waits as well", () => {
  const { venue, follow, trade, held } = market();
  const [long, short] = [venue.user("long", 1_000), venue.user("short", 100_000)];
  venue.mode(long, ISOLATED, COMBINED);
  venue.leverage(long, 1_000, 1_000, ISOLATED);
  trade(0, long, short, 1_500);
  follow({ held: 1 });
  const tiers = btc.tiers.map((tier) => ({ ...tier, maintenanceRate: tier.maintenanceRate + 20_000_000 }));
  const { events } = venue.accept({ ...btc, type: "changeContract", contract: 0, tiers, anyway: true });
  expect(events.filter(({ type }) => type.startsWith("liquidation"))).toEqual([]);
  expect(held(long)).toEqual([0]);
  follow({});
  expect(held(long)).toEqual([]);
});

test("held, an account that the operator liquidates is liquidated", () => {
  const { venue, follow, trade, held } = market();
  const [long, short] = [venue.user("long", 1_000), venue.user("short", 100_000)];
  trade(0, long, short, 1_000);
  follow({ held: 1 });
  venue.accept({ type: "liquidate", account: long, position: 0 });
  expect(held(long)).toEqual([]);
});

test.each([
  [{ contract: 7 }, "unknownContract"],
  [{ sourceMark: -1 }, "indexOutOfRange"],
  [{ sourceMark: 2 ** 53 }, "indexOutOfRange"],
  [{ sourceRate: 100_000_001 }, "invalidValue"],
  [{ hasSourceRate: 2 }, "invalidValue"],
  [{ held: 2 }, "invalidValue"],
])("%j is refused and changes nothing", (row, type) => {
  const { venue, view } = market();
  const before = view();
  const good = { contract: 0, sourceMark: 60_010_000, sourceRate: 0, hasSourceRate: 0, held: 1 };
  const bad = { ...good, contract: 1, sourceMark: 0, held: 0, ...row };
  expect(venue.refuse({ type: "followSource", contracts: [good, bad] }).type).toBe(type);
  expect(view()).toEqual(before);
});
