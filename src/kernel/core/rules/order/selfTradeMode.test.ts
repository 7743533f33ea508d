import { expect, test } from "vitest";
import { Driver, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  FOK,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  ownSelfTradeMode,
  STP_DECREMENT,
  STP_EXPIRE_BOTH,
  STP_EXPIRE_MAKER,
  STP_EXPIRE_TAKER,
  STP_NONE,
} from "../../data/codes.ts";
import { State } from "../../data/state/state.ts";

/** An ask of 10 lots of the account's own, and one of somebody else behind it. */
function stage(prevention = STP_EXPIRE_MAKER) {
  const venue = new Driver(undefined, new State());
  const [trader, maker] = [venue.user("trader", 10_000), venue.user("maker", 100_000)];
  venue.accept(setAccount(trader, { selfTradePrevention: prevention }));
  venue.index(60_000_000);
  venue.order({ account: trader, action: OPEN_SHORT, price: 600_000, size: 10 });
  venue.order({ account: maker, action: OPEN_SHORT, price: 600_100, size: 10 });
  const order = { account: trader, action: OPEN_LONG, price: 600_100, size: 15 };
  const sizes = () =>
    venue
      .ask({ type: "orders", account: trader, contract: 0, which: "all" })
      .map(({ remaining }) => remaining);
  return { venue, trader, order, sizes };
}

test.each([
  [STP_EXPIRE_MAKER, STP_EXPIRE_TAKER, [5], 10],
  [STP_EXPIRE_TAKER, STP_EXPIRE_MAKER, [10], 0],
  [STP_EXPIRE_BOTH, STP_EXPIRE_MAKER, [], 0],
  [STP_DECREMENT, STP_EXPIRE_MAKER, [], 5],
  [STP_NONE, STP_EXPIRE_MAKER, [], 15],
])("an order's own prevention %i counts, whatever the account's, %i", (own, ofAccount, left, traded) => {
  const { venue, order, sizes } = stage(ofAccount);
  const done = venue.order({ ...order, selfTradeMode: ownSelfTradeMode(own) });
  expect(done.of("traded").reduce((sum, { size }) => sum + size, 0)).toBe(traded);
  expect(sizes()).toEqual(left);
});

test("without one the account's counts; a resting order's own says nothing when another order meets it", () => {
  const { venue, order, sizes } = stage(STP_EXPIRE_TAKER);
  venue.order({ ...order, price: 600_000, size: 3, selfTradeMode: 0 });
  expect(sizes()).toEqual([10]);
  venue.order({ ...order, price: 599_000, size: 4, selfTradeMode: ownSelfTradeMode(STP_EXPIRE_MAKER) });
  venue.order({ ...order, action: OPEN_SHORT, price: 599_000, size: 4 });
  expect(sizes()).toEqual([4, 10]);
});

test("a fill-or-kill counts its own orders by its own prevention", () => {
  const { venue, order, sizes } = stage(STP_EXPIRE_MAKER);
  const kill = { ...order, size: 10, timeInForce: FOK };
  expect(venue.order({ ...kill, selfTradeMode: ownSelfTradeMode(STP_EXPIRE_TAKER) }).of("traded")).toEqual(
    [],
  );
  expect(sizes()).toEqual([10]);
  expect(venue.order(kill).of("traded")).toMatchObject([{ size: 10, price: 600_100 }]);
});

test("none is refused for a one-way account, which never meets itself, and so is a code that there is not", () => {
  const { venue, trader, order } = stage();
  venue.accept({ type: "cancelAll", account: trader, contract: 0, which: 3 });
  const refused = (selfTradeMode: number) => venue.refuse(placeOrder({ ...order, selfTradeMode }));
  expect(refused(6)).toMatchObject({ type: "invalidValue", field: "selfTradeMode", rule: "known" });
  venue.accept(setAccount(trader, { positionMode: ONE_WAY }));
  const meetsItself = ownSelfTradeMode(STP_NONE);
  expect(refused(meetsItself)).toMatchObject({ type: "invalidValue", value: meetsItself, rule: "oneWay" });
});
