import { describe, expect, it } from "vitest";
import { Driver, eventsOf, money, placeOrder } from "../../../../test/core/driver.ts";
import { ISOLATED, OPEN_LONG, OPEN_SHORT, SEPARATED } from "../data/codes.ts";

const MARK = 60_000_000;

/** Alice separates what she opens, isolated at 20x, against a rich maker. */
function separated() {
  const venue = new Driver();
  const [alice, maker] = [venue.user("alice", 1_000_000), venue.user("maker", 100_000_000)];
  venue.index(MARK);
  venue.leverage(maker, 500);
  venue.mode(alice, ISOLATED, SEPARATED);
  const open = (size: number) => {
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size });
    return venue.order({ account: alice, action: OPEN_LONG, price: 600_000, size });
  };
  const positions = () => venue.ask({ type: "positions", account: alice, contract: undefined });
  return { venue, alice, maker, open, positions };
}

describe("separated isolated positions of one leg", () => {
  it("together require what one of their size would", () => {
    const { venue, open, positions } = separated();
    for (let i = 0; i < 24; i++) open(8_000);
    expect(positions().map(({ maintenance }) => maintenance)).toEqual(
      Array.from({ length: 24 }, () => money("520.83333334")), // 12 500 / 24, each up
    );
    const one = new Driver();
    const [bob, other] = [one.user("bob", 1_000_000), one.user("other", 100_000_000)];
    one.index(MARK);
    one.leverage(other, 500);
    one.mode(bob, ISOLATED, SEPARATED);
    one.trade(bob, other, 600_000, 192_000);
    expect(one.ask({ type: "positions", account: bob, contract: 0 })[0]!.maintenance).toBe(money("12500"));
    expect(venue.exchange.state.liquidations).toEqual([]);
  });

  it("are shown the price at which the tier of the leg liquidates them, and are there", () => {
    const { venue, open, positions } = separated();
    for (let i = 0; i < 24; i++) open(8_000);
    const shown = positions()[0]!.liquidationPrice;
    expect(positions()[23]!.liquidationPrice).toBe(shown);
    venue.index(shown * 100);
    expect(positions()).toHaveLength(24);
    const { events } = venue.index((shown - 1) * 100);
    expect(eventsOf(events, "liquidationStarted").length).toBeGreaterThan(0);
  });

  it("go the worst ratio first, and those that the smaller leg makes healthy stay", () => {
    const { venue, alice, open, positions } = separated();
    for (let i = 0; i < 5; i++) open(8_000); // 240 000 at the start; the last of tier 2
    const opened = positions().map(({ position }) => position);
    // Each has 2 400; the first and the third are given more, the third most.
    for (const [i, amount] of [
      [0, "20"],
      [2, "30"],
    ] as const) {
      venue.accept({ type: "adjustMargin", account: alice, position: opened[i]!, amount: money(amount) });
    }
    const shown = positions().map(({ liquidationPrice }) => liquidationPrice);
    expect(shown[1]).toBe(shown[3]);
    const { events } = venue.index((shown[1]! - 1) * 100);
    // Of equal ones the oldest first.
    const started = eventsOf(events, "liquidationStarted").map(({ position }) => position);
    expect(started[0]).toBe(opened[1]);
    expect(positions().map(({ position }) => position)).toEqual(
      opened.filter((each) => !started.includes(each)),
    );
    expect(eventsOf(events, "liquidationDropped").length + started.length).toBe(3);
  });

  it("refuse an opening that one beside could not carry, resting ones included, until it has the margin", () => {
    const { venue, alice, maker, open, positions } = separated();
    open(8_000);
    // It has 2 400 − 1 600 = 800, and requires 182 by itself; of a leg of 2 366 400, at 2.5 % less 16 300,
    // 840.39.
    venue.index(58_000_000);
    const size = 400_000;
    const more = placeOrder({ account: alice, action: OPEN_LONG, price: 580_000, size });
    const refused = venue.refuse(more);
    expect(refused).toMatchObject({ type: "siblingInBreach", position: positions()[0]!.position });
    expect(
      venue.ask({ type: "maxOpen", account: alice, contract: 0, action: OPEN_LONG, price: 580_000 }),
    ).toBeLessThan(size);
    venue.accept({
      type: "adjustMargin",
      account: alice,
      position: positions()[0]!.position,
      amount: money("1000"),
    });
    venue.order({ account: maker, action: OPEN_SHORT, price: 580_000, size });
    venue.accept(more);
    expect(positions()).toHaveLength(2);
  });

  it("suit a leverage by the tier of all of them", () => {
    const { venue, alice, open } = separated();
    for (let i = 0; i < 3; i++) open(8_000); // 144 000: tier 2, at most 100x
    const leverage = { type: "setLeverage", account: alice, contract: 0, marginMode: ISOLATED } as const;
    const others = { switches: false, cross: 0, isolatedShort: 12_500 };
    expect(venue.refuse({ ...leverage, ...others, isolatedLong: 12_500 })).toEqual({
      type: "tierLeverage",
      field: "isolatedLong",
      asked: 12_500,
      max: 10_000,
    });
    venue.accept({ ...leverage, ...others, isolatedLong: 10_000 });
  });
});
