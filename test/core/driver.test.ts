import { expect, it } from "vitest";
import { CLOSE_LONG, CLOSE_SHORT, OPEN_LONG, OPEN_SHORT } from "../../src/kernel/core/data/codes.ts";
import { Driver, eventsOf, money, placeOrder } from "./driver.ts";

/** The worked ledger of the reference: Alice and Bob trade half a bitcoin at leverage 20. */
it("opens accounts, funds them and lets them trade", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 10_000);
  const bob = venue.user("bob", 50_000);
  venue.index(60_000_000);
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 5_000 });
  const taken = venue.order({ account: alice, action: OPEN_LONG, price: 600_000, size: 5_000 });
  const [fill] = eventsOf(taken.events, "traded");
  expect(fill).toMatchObject({ price: 600_000, size: 5_000, value: money("30000") });
  expect(fill?.takerBalance).toBe(money("-20018"));
  expect(fill?.makerBalance).toBe(money("79994"));
  expect(fill?.takerFeeBalance).toBe(money("24"));

  venue.index(60_600_000);
  venue.order({ account: alice, action: CLOSE_LONG, price: 606_000, size: 2_000 });
  const closed = venue.order({ account: bob, action: CLOSE_SHORT, price: 606_000, size: 2_000 });
  const [second] = eventsOf(closed.events, "traded");
  expect(second?.makerRealized).toBe(money("117.576"));
  expect(second?.takerRealized).toBe(money("-127.272"));
});

it("tells a refusal from an acceptance", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 10);
  const order = placeOrder({ account: alice, action: OPEN_LONG, price: 600_000, size: 5_000 });
  expect(venue.refuse(order)).toEqual({ type: "noMarkPrice", contract: 0 });
  expect(() => venue.accept(order)).toThrow("placeOrder is accepted, got type noMarkPrice");
});

it("reads money as people write it", () => {
  expect(money("1618")).toBe(161_800_000_000n);
  expect(money("-7903.454")).toBe(-790_345_400_000n);
});
