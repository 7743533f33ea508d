import { expect, it } from "vitest";
import { Driver, eventsOf, money } from "../../../../test/core/driver.ts";
import { INSURANCE_ACCOUNT, OPEN_LONG, OPEN_SHORT } from "../data/codes.ts";

/**
 * A shared position of 1 BTC at 60 000 on 1 000 USDT, 125x, the fund ready to take it over, and an empty
 * book.
 */
function inEmptyBook(action: number) {
  const venue = new Driver();
  const trader = venue.user("trader", 1_000);
  const maker = venue.user("maker", 1_000_000);
  venue.deposit(INSURANCE_ACCOUNT, 100_000);
  venue.index(60_000_000);
  venue.leverage(trader, 10_000);
  const facing = action === OPEN_LONG ? OPEN_SHORT : OPEN_LONG;
  venue.order({ account: maker, action: facing, price: 600_000, size: 10_000 });
  venue.order({ account: trader, action, price: 600_000, size: 10_000 });
  return { venue, trader };
}

it.each([
  // Equity left at the mark, of which closing oneself there would take the fee of 0.06 %; what is left stays
  // the trader's.
  ["long", OPEN_LONG, 59_236, "200"],
  ["long", OPEN_LONG, 59_036, "0"],
  ["short", OPEN_SHORT, 60_764, "200"],
  ["short", OPEN_SHORT, 60_964, "0"],
] as const)(
  "a %s liquidated in an empty book keeps no more than closing it at the mark would leave",
  (_, action, mark, equity) => {
    const { venue, trader } = inEmptyBook(action);
    const fund = venue.ask({ type: "assets", account: INSURANCE_ACCOUNT })!.equity;
    const { events } = venue.index(mark * 1_000);
    const [started] = eventsOf(events, "liquidationStarted");
    expect(started!.equity).toBe(money(equity));
    const kept = venue.ask({ type: "assets", account: trader })!.equity;
    const fee = (BigInt(mark) * 100_000_000n * 60_000n) / 100_000_000n;
    const closing = started!.equity - fee;
    expect(kept).toBeLessThanOrEqual(closing > 0n ? closing : 0n);
    expect(kept).toBeGreaterThanOrEqual(0n);
    // What it does not keep, the fund has.
    expect(venue.ask({ type: "assets", account: INSURANCE_ACCOUNT })!.equity - fund).toBe(
      started!.equity - kept,
    );
  },
);
