import { describe, expect, it, test } from "vitest";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import { COMBINED, ISOLATED, SHARED } from "../../data/codes.ts";
import { NO_FEE_SETTING } from "../../data/tables/feeSetting.ts";
import { RATE_ONE } from "../../data/units/units.ts";

describe.each([
  ["of an account", "setAccount"],
  ["of an account in a contract", "setSymbolFee"],
] as const)("rates %s", (_, type) => {
  test.each([
    ["takerRate", RATE_ONE, false],
    ["takerRate", RATE_ONE - 1, true],
    ["makerRate", RATE_ONE, false],
    ["makerRate", RATE_ONE - 1, true],
    ["discount", RATE_ONE, true],
    ["discount", RATE_ONE + 1, false],
    ["makerDiscount", RATE_ONE, true],
  ] as const)("%s %i: %s", (name, rate, isAdmitted) => {
    const venue = new Driver();
    const account = venue.user("trader");
    const change = { feeSet: true, [name]: rate };
    const said =
      type === "setAccount"
        ? setAccount(account, change)
        : { type, account, contract: 0, ...NO_FEE_SETTING, ...change };
    expect(venue.execute(said).rejection?.type).toBe(isAdmitted ? undefined : "invalidValue");
  });
});

it.each([
  ["shared", SHARED],
  ["isolated", ISOLATED],
] as const)("a position in liquidation is closed at whatever taker rate is admitted: %s", (_, mode) => {
  const venue = new Driver();
  const [trader, maker] = [venue.user("trader", 10_000), venue.user("maker", 1_000_000)];
  venue.index(60_000_000);
  venue.mode(trader, mode, COMBINED);
  venue.trade(trader, maker, 600_000, 5_000);
  const rates = { feeSet: true, takerRate: RATE_ONE - 1, makerRate: 0 };
  const changed = venue.accept(setAccount(trader, rates));
  const done = mode === SHARED ? changed : venue.index(50_000_000);
  expect(eventsOf(done.events, "liquidationFinished")).toHaveLength(1);
  expect(venue.ask({ type: "positions", account: trader, contract: 0 })).toEqual([]);
});
