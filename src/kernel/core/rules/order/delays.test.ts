import { expect, it } from "vitest";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import { CANCEL_MARGIN_NOT_ENOUGH, OPEN_LONG, OPEN_SHORT } from "../../data/codes.ts";

/** An account whose orders wait for a second, and one that offers; the mark is 60 000. */
function delayed(units: number) {
  const venue = new Driver();
  const trader = venue.user("trader", units);
  const maker = venue.user("maker", 1_000_000);
  venue.accept(setAccount(trader, { orderDelayMs: 1_000 }));
  venue.index(60_000_000);
  return { venue, trader, maker };
}

it.each([
  [10, []],
  [80_000, [{ size: 250_000 }]],
])(
  "a market order accepted on an empty book by an account of %i is margined by the book that it meets",
  (units, fills) => {
    const { venue, trader, maker } = delayed(units);
    const { events, id } = venue.order({ account: trader, action: OPEN_LONG, price: 0, size: 250_000 });
    expect(eventsOf(events, "orderPlaced")).toMatchObject([{ order: id, frozen: 0n }]);
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 250_000 });
    const over = venue.wait(1_000).events;
    expect(eventsOf(over, "traded")).toMatchObject(fills);
    expect(eventsOf(over, "traded")).toHaveLength(fills.length);
    const reason = fills.length === 0 ? CANCEL_MARGIN_NOT_ENOUGH : 0;
    expect(eventsOf(over, "orderEnded")).toContainEqual(
      expect.objectContaining({ order: id, cancelReason: reason }),
    );
  },
);

it.each([
  // 1 BTC at 20x froze 3036; 600 further below the mark are an open loss of 600.
  [3_636, true],
  [3_635, false],
])("a limit order of an account of %i is margined at the mark of the end of its delay", (units, isPlaced) => {
  const { venue, trader } = delayed(units);
  const { id } = venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 10_000 });
  venue.index(59_400_000);
  const { events } = venue.wait(1_000);
  expect(eventsOf(events, "orderRested").map(({ order }) => order)).toEqual(isPlaced ? [id] : []);
  expect(eventsOf(events, "orderEnded")).toHaveLength(isPlaced ? 0 : 1);
  // It rests with what it froze when it was accepted.
  expect(venue.ask({ type: "assets", account: trader })!.frozen).toBe(isPlaced ? 303_600_000_000n : 0n);
});
