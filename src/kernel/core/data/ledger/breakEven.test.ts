import { expect, test } from "vitest";
import { Driver, money } from "../../../../../test/core/driver.ts";
import { CLOSE_LONG, LONG, OPEN_LONG, OPEN_SHORT, SHORT } from "../codes.ts";
import { breakEvenValue } from "./breakEven.ts";

const OPEN = { openValue: money("6000"), openFee: money("3.6") };

test.each([
  [LONG, "0", "6003.6"],
  [SHORT, "0", "5996.4"],
  [LONG, "5", "5998.6"],
  [LONG, "-5", "6008.6"],
  [SHORT, "5", "6001.4"],
  [SHORT, "-6000", "0"],
])("leg %i, funding %s received: %s", (leg, fundingFee, value) => {
  expect(breakEvenValue({ ...OPEN, leg, fundingFee: money(fundingFee) })).toBe(money(value));
});

test("what is closed takes its part of fees and funding along; closing the rest there leaves what it began with, but for the closing fee", () => {
  const venue = new Driver();
  const [trader, maker] = [venue.user("trader", 100_000), venue.user("maker", 1_000_000)];
  venue.index(60_000_000);
  const meet = (action: number, back: number, price: number, size: number) => {
    venue.order({ account: maker, action: back, price, size });
    venue.order({ account: trader, action, price, size });
  };
  meet(OPEN_LONG, OPEN_SHORT, 600_000, 1_000);
  venue.wait(8 * 3_600_000);
  const [whole] = venue.ask({ type: "positions", account: trader, contract: 0 });
  expect(whole!.fundingFee).not.toBe(0n);
  expect(breakEvenValue(whole!)).toBe(whole!.openValue + money("3.6") - whole!.fundingFee);
  meet(CLOSE_LONG, OPEN_LONG, 600_600, 750);
  const [rest] = venue.ask({ type: "positions", account: trader, contract: 0 });
  expect(breakEvenValue(rest!)).toBe(breakEvenValue(whole!) / 4n);
});
