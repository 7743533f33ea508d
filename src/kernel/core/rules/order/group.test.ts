import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  CANCEL_COULD_NOT_FILL,
  CANCEL_POST_ONLY,
  FOK,
  GTC,
  IOC,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
} from "../../data/codes.ts";

/** Two accounts of a group, one of none, and one that stands for the house; the mark is 60 000. */
function opened() {
  const venue = new Driver();
  const [one, other, house] = ["one", "other", "house"].map((name) => venue.user(name, 1_000_000)) as [
    number,
    number,
    number,
  ];
  for (const account of [one, other]) venue.accept(setAccount(account, { group: 7 }));
  venue.index(60_000_000);
  const place = (account: number, action: number, price: number, size: number, timeInForce = GTC) =>
    venue.order({ account, action, price, size, timeInForce });
  const fills = (done: ReturnType<typeof place>) =>
    eventsOf(done.events, "traded").map(({ price, size }) => [price, size]);
  return { venue, one, other, house, place, fills };
}

describe("accounts of one group", () => {
  it("pass each other over, and meet everybody else at the next best price", () => {
    const { one, other, house, place, fills } = opened();
    place(one, OPEN_SHORT, 600_000, 3);
    place(house, OPEN_SHORT, 600_010, 5);
    expect(fills(place(other, OPEN_LONG, 0, 4))).toEqual([[600_010, 4]]);
    expect(fills(place(house, OPEN_LONG, 600_000, 2))).toEqual([[600_000, 2]]);
  });

  it("leave no crossed book: what is left of an order that would rest across another's ends", () => {
    const { venue, one, other, house, place, fills } = opened();
    const resting = place(one, OPEN_SHORT, 600_000, 3).id;
    place(house, OPEN_SHORT, 600_000, 1);
    const done = place(other, OPEN_LONG, 600_005, 4);
    expect(fills(done)).toEqual([[600_000, 1]]);
    expect(eventsOf(done.events, "orderEnded").at(-1)).toMatchObject({
      order: done.id,
      cancelReason: CANCEL_COULD_NOT_FILL,
    });
    expect(venue.ask({ type: "order", account: one, order: resting, clientId: "" })).toMatchObject({
      remaining: 3,
    });
    const below = place(other, OPEN_LONG, 599_999, 4);
    expect(eventsOf(below.events, "orderRested")).toMatchObject([{ order: below.id }]);
  });

  it.each([
    [POST_ONLY, CANCEL_POST_ONLY],
    [FOK, CANCEL_COULD_NOT_FILL],
    [IOC, CANCEL_COULD_NOT_FILL],
  ])("by time in force %i end where only the other is", (timeInForce, cancelReason) => {
    const { one, other, place } = opened();
    place(one, OPEN_SHORT, 600_000, 3);
    const done = place(other, OPEN_LONG, 600_000, 3, timeInForce);
    expect(eventsOf(done.events, "traded")).toEqual([]);
    expect(eventsOf(done.events, "orderEnded")).toMatchObject([{ order: done.id, cancelReason }]);
  });

  it("meet themselves as their own setting has it, and everybody again when the group is gone", () => {
    const { venue, one, other, place, fills } = opened();
    place(one, OPEN_SHORT, 600_000, 3);
    venue.accept(setAccount(other, { group: 8 }));
    expect(fills(place(other, OPEN_LONG, 600_000, 1))).toEqual([[600_000, 1]]);
    venue.accept(setAccount(other));
    expect(fills(place(other, OPEN_LONG, 600_000, 1))).toEqual([[600_000, 1]]);
  });

  it("never trade with each other in the book, whatever they send", () => {
    const order = fc.record({
      who: fc.integer({ min: 0, max: 3 }),
      action: fc.constantFrom(OPEN_LONG, OPEN_SHORT),
      price: fc.integer({ min: -3, max: 3 }).map((n) => 600_000 + 10 * n),
      size: fc.integer({ min: 1, max: 9 }),
      timeInForce: fc.constantFrom(GTC, GTC, GTC, POST_ONLY, FOK, IOC),
    });
    let metOthers = 0;
    fc.assert(
      fc.property(fc.array(order, { minLength: 10, maxLength: 40 }), (orders) => {
        const { venue, one, other, house, place } = opened();
        const accounts = [one, other, house, venue.user("maker", 1_000_000)];
        const ownerOf = new Map<number, number>();
        for (const { who, action, price, size, timeInForce } of orders) {
          const done = place(accounts[who]!, action, price, size, timeInForce);
          ownerOf.set(done.id, who);
          for (const { makerOrder, takerOrder } of eventsOf(done.events, "traded")) {
            const pair = [ownerOf.get(makerOrder)!, ownerOf.get(takerOrder)!].sort();
            expect(pair).not.toEqual([0, 1]);
            metOthers += 1;
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(metOthers).toBeGreaterThan(100);
  });
});
