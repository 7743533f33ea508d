import fc from "fast-check";
import { expect, test } from "vitest";
import type { OrderOf } from "../../../../test/core/driver.ts";
import { Driver, money, placeOrder, setLeverage } from "../../../../test/core/driver.ts";
import {
  CANCEL_ALL_ORDERS,
  CLOSE_LONG,
  EXTERNAL_ACCOUNT,
  ISOLATED,
  LONG,
  MOVE_WITHDRAW,
  OPEN_LONG,
  OPEN_SHORT,
} from "../data/codes.ts";
import type { UncheckedCommand } from "../data/messages/command.ts";
import type { Grounds } from "../data/messages/grounds.ts";
import { groundsOf } from "../data/messages/grounds.ts";
import type { Rejection } from "../data/messages/rejection.ts";
import { bigDivCeil } from "../data/units/divide.ts";

/**
 * A refusal is computed again from its details and its grounds, by the formulas that `explain rejection`
 * shows.
 */

/**
 * What a lot is worth at a point, in quanta: the contract of these tests has ticks of 0.1 and lots of 0.0001.
 */
const PER_POINT = 10n;
const greater = (a: bigint, b: bigint) => (a > b ? a : b);
const lesser = (a: bigint, b: bigint) => (a < b ? a : b);

/** Alice with 2 000 at 20x: a long of 0.1, and an order for 0.01; bob's orders on either side. */
function stage() {
  const venue = new Driver();
  const [alice, bob] = [venue.user("alice", 2_000), venue.user("bob", 10_000_000)];
  venue.index(60_000_000);
  for (let level = 1; level <= 9; level++)
    for (const [action, sign] of [
      [OPEN_SHORT, 1],
      [OPEN_LONG, -1],
    ] as const)
      venue.order({ account: bob, action, price: 600_000 + sign * level * 7, size: 1_500 + level });
  venue.order({ account: alice, action: OPEN_LONG, price: 0, market: true, size: 1_000 });
  venue.order({ account: alice, action: OPEN_LONG, price: 599_000, size: 100 });
  return { venue, alice };
}

function refused<T extends Rejection["type"]>(venue: Driver, type: T, command: UncheckedCommand) {
  const rejection = venue.refuse(command);
  expect(rejection.type).toBe(type);
  const details = rejection as Extract<Rejection, { type: T }>;
  return { details, grounds: groundsOf(rejection) as Required<Grounds> };
}

/** What an order, or a part of a market order, freezes at a limit. */
function marginOf({ leg, mark, leverage, takerRate }: Required<Grounds>, lots: number, limit: number) {
  const points = BigInt(limit) * 100n;
  const base = leg === LONG ? points : greater(points, BigInt(mark));
  const value = base * BigInt(lots) * PER_POINT;
  const worse = (leg === LONG ? 1n : -1n) * (points - BigInt(mark));
  return (
    bigDivCeil(value * 100n, BigInt(leverage)) +
    bigDivCeil(value * BigInt(takerRate), 100_000_000n) +
    greater(0n, worse) * BigInt(lots) * PER_POINT
  );
}

function availableOf(
  worth: bigint,
  { positionMargin, frozen, pendingOut, released = 0n }: Required<Grounds>,
) {
  return greater(0n, worth - positionMargin - frozen - pendingOut + released);
}

test("what an order needs and what is available, at a limit, at market, in place of another order", () => {
  const { venue, alice } = stage();
  const reached = { limit: 0, market: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(OPEN_LONG, OPEN_SHORT),
      fc.boolean(),
      fc.integer({ min: 595_000, max: 605_000 }),
      fc.integer({ min: 8_000, max: 12_000 }),
      (action, market, price, size) => {
        const order = placeOrder({ account: alice, action, market, price: market ? 0 : price, size });
        const { details, grounds } = refused(venue, "marginInsufficient", order);
        const met = market ? grounds.met : [{ lots: size, price }];
        expect(met.reduce((sum, each) => sum + marginOf(grounds, each.lots, each.price), 0n)).toBe(
          details.needed,
        );
        expect(availableOf(grounds.equity, grounds)).toBe(details.available);
        reached[market ? "market" : "limit"]++;
      },
    ),
    { numRuns: 60 },
  );
  expect(Math.min(reached.limit, reached.market)).toBeGreaterThan(10);

  const [resting] = venue.ask({ type: "orders", account: alice, contract: undefined, which: "resting" });
  const { details, grounds } = refused(venue, "marginInsufficient", {
    type: "amendOrder",
    account: alice,
    order: resting!.order,
    clientId: "",
    ...{ triggerPrice: 0, price: 0, size: 9_000 },
  });
  expect(grounds.released).toBeGreaterThan(0n);
  expect(marginOf(grounds, grounds.size, grounds.limit)).toBe(details.needed);
  expect(availableOf(grounds.equity, grounds)).toBe(details.available);
});

test("tier, band, what may be closed, what may be withdrawn", () => {
  const { venue, alice } = stage();
  const order = (of: Omit<OrderOf, "account">) => placeOrder({ account: alice, ...of });

  const tier = refused(venue, "tierExceeded", order({ action: OPEN_LONG, price: 600_000, size: 2_000_000 }));
  const { lots, mark, size } = tier.grounds;
  expect(BigInt(lots) * BigInt(mark) * PER_POINT).toBe(tier.details.notional);
  expect(lots - size).toBe(1_100);

  const above = refused(venue, "priceAboveBand", order({ action: OPEN_LONG, price: 700_000, size: 1 }));
  const { band, highest } = above.grounds;
  const top = (BigInt(above.details.mark) * (100_000_000n + BigInt(band))) / 10_000_000_000n;
  expect(Math.min(Number(top), highest)).toBe(above.details.max);

  venue.order({ account: alice, action: CLOSE_LONG, price: 605_000, size: 400 });
  const close = refused(venue, "closeTooLarge", order({ action: CLOSE_LONG, price: 605_000, size: 700 }));
  expect([close.grounds.held, close.grounds.reserved, close.details.closable]).toEqual([1_000, 400, 600]);

  const out = refused(venue, "balanceInsufficient", {
    type: "moveMoney",
    movement: MOVE_WITHDRAW,
    from: alice,
    to: EXTERNAL_ACCOUNT,
    amount: money("1900"),
  });
  const { wallet, equity, equityAtIndex } = out.grounds;
  expect(availableOf(lesser(wallet, lesser(equity, equityAtIndex)), out.grounds)).toBe(
    out.details.withdrawable,
  );
});

test("another leverage, and margin out of an isolated position", () => {
  const { venue, alice } = stage();
  const which = CANCEL_ALL_ORDERS;
  venue.accept({ type: "cancelAll", account: alice, contract: 0, which });
  const lower = setLeverage({ account: alice, contract: 0, marginMode: 1, long: 200, short: 200 });
  const { details, grounds } = refused(venue, "marginInsufficient", lower);
  expect(grounds.asked - grounds.charged).toBe(details.needed);
  expect(availableOf(grounds.equity, grounds)).toBe(details.available);

  const carol = venue.user("carol", 20_000);
  venue.mode(carol, ISOLATED);
  venue.leverage(carol, 1_000, 1_000, ISOLATED);
  venue.order({ account: carol, action: OPEN_LONG, price: 600_070, size: 2_000 });
  const [held] = venue.ask({ type: "positions", account: carol, contract: undefined });
  const adjust = { type: "adjustMargin", account: carol, position: held!.position } as const;
  venue.accept({ ...adjust, amount: money("1000") });
  const out = refused(venue, "marginNotRemovable", { ...adjust, amount: money("-1200") });
  const { wallet, equity, entryValue, leverage, requirement, spare } = out.grounds;
  const atEntry = lesser(wallet, equity) - bigDivCeil(entryValue * 100n, BigInt(leverage));
  expect(spare).toBe(equity - requirement - 1n);
  expect(greater(0n, lesser(atEntry, spare))).toBe(out.details.removable);
});
