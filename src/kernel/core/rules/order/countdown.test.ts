import { expect, test } from "vitest";
import { btc, eth } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  CANCEL_ALL_ORDERS,
  CANCEL_COUNTDOWN,
  CANCEL_NORMAL_ORDERS,
  CANCEL_PLAN_ORDERS,
  COUNTDOWN_MS_MAX,
  LONG,
  OPEN_LONG,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { State } from "../../data/state/state.ts";
import { Exchange } from "../../exchange/exchange.ts";

/**
 * Two contracts, a trader with an order that rests and one that waits in the first, and one that rests in the
 * second.
 */
function market() {
  const venue = new Driver([btc, eth], new State());
  const trader = venue.user("trader", 100_000);
  for (const contract of [0, 1]) venue.index(60_000_000, contract);
  const rest = (contract: number) =>
    venue.order({ account: trader, contract, action: OPEN_LONG, price: 590_000, size: 100 }).id;
  const rests = rest(0);
  const other = rest(1);
  const waits = venue.accept({
    type: "placeTpSl",
    account: trader,
    leg: LONG,
    triggerPrice: 500_000,
    triggerSource: TRIGGER_ON_MARK,
  }).id;
  const count = (afterMs: number, which = CANCEL_NORMAL_ORDERS, contract = 0) =>
    venue.accept({ type: "setCountdown", account: trader, contract, which, afterMs });
  const live = () =>
    venue
      .ask({ type: "orders", account: trader, contract: undefined, which: "all" })
      .map(({ order }) => order)
      .sort((a, b) => a - b);
  const due = (contract = 0) =>
    venue.ask({ type: "account", account: trader })!.holdings[contract]!.countdownDue;
  return { venue, trader, rests, other, waits, count, live, due };
}

test.each([
  ["normal", CANCEL_NORMAL_ORDERS],
  ["plan", CANCEL_PLAN_ORDERS],
  ["all", CANCEL_ALL_ORDERS],
])("when it is over it cancels the %s orders of its contract, with a reason of its own", (_, which) => {
  const { venue, count, live, rests, other, waits, due } = market();
  count(10_000, which);
  expect(venue.exchange.nextDue()).toBe(due());
  venue.wait(9_999);
  expect(live()).toEqual([rests, other, waits]);
  const { events } = venue.wait(1);
  const meant = which === CANCEL_ALL_ORDERS ? [rests, waits] : [which === CANCEL_PLAN_ORDERS ? waits : rests];
  expect(eventsOf(events, "orderEnded")).toMatchObject(
    meant.map((order) => ({ order, cancelReason: CANCEL_COUNTDOWN })),
  );
  expect(live()).not.toContain(meant[0]);
  expect(live()).toContain(other);
  expect(due()).toBe(0);
});

test("said again it begins anew; 0 stops it", () => {
  const { venue, count, live, due } = market();
  count(10_000);
  venue.wait(6_000);
  count(10_000);
  venue.wait(6_000);
  expect(live()).toHaveLength(3);
  count(0);
  expect(due()).toBe(0);
  venue.wait(60_000);
  expect(live()).toHaveLength(3);
});

test("the account's own delays do not hold it up: what is on its way, or being canceled, ends too", () => {
  const { venue, trader, count, live, other, waits, rests } = market();
  venue.accept(setAccount(trader, { orderDelayMs: 60_000, cancelDelayMs: 60_000 }));
  venue.order({ account: trader, action: OPEN_LONG, price: 580_000, size: 1 });
  venue.accept({ type: "cancelOrder", account: trader, order: rests });
  count(1_000);
  venue.wait(1_000);
  expect(live()).toEqual([other, waits]);
});

test("it survives a restart, and two of one account at one moment go in the order of its contracts", () => {
  const { venue, count, live, waits } = market();
  count(5_000, CANCEL_NORMAL_ORDERS, 1);
  count(5_000, CANCEL_NORMAL_ORDERS, 0);
  const copy = new Driver([], undefined, Exchange.restore(venue.exchange.snapshot()));
  copy.time = venue.time;
  const [before, after] = [venue.wait(5_000), copy.wait(5_000)];
  expect(after.events).toEqual(before.events);
  expect(eventsOf(after.events, "countdownSet")).toMatchObject([{ contract: 0 }, { contract: 1 }]);
  expect(live()).toEqual([waits]);
});

test("refused: an account, a contract, a kind of orders or a time that there is not", () => {
  const { venue, trader } = market();
  const command = {
    type: "setCountdown",
    account: trader,
    contract: 0,
    which: CANCEL_ALL_ORDERS,
    afterMs: 1,
  } as const;
  expect(venue.refuse({ ...command, account: 99 })).toMatchObject({ type: "unknownAccount" });
  expect(venue.refuse({ ...command, contract: 9 })).toMatchObject({ type: "unknownContract" });
  expect(venue.refuse({ ...command, which: 4 })).toMatchObject({ field: "which", rule: "known" });
  expect(venue.refuse({ ...command, afterMs: -1 })).toMatchObject({ field: "afterMs", rule: "atLeast" });
  expect(venue.refuse({ ...command, afterMs: COUNTDOWN_MS_MAX + 1 })).toMatchObject({
    rule: "atMost",
    limit: COUNTDOWN_MS_MAX,
  });
});
