import { expect, it } from "vitest";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver, eventsOf } from "../../../../test/core/driver.ts";
import { CLOSE_LONG, OPEN_LONG, OPEN_SHORT } from "../data/codes.ts";

const MARK = 60_000_000;

/**
 * One account long in each of many symbols; the audit looks at the worst corner of its bands after every
 * command.
 */
function wide(symbols: number) {
  const contracts = Array.from({ length: symbols }, (_, i) => ({ ...btc, symbol: `cmt_${i}usdt` }));
  const venue = new Driver(contracts);
  const trader = venue.user("trader", 10_000);
  const maker = venue.user("maker", 10_000_000);
  for (let contract = 0; contract < symbols; contract++) {
    venue.index(MARK, contract);
    venue.order({ account: maker, contract, action: OPEN_SHORT, price: 600_000, size: 100 });
    venue.order({ account: trader, contract, action: OPEN_LONG, price: 600_000, size: 100 });
  }
  return { venue, trader, contracts };
}

it("divides an account's slack among its symbols", () => {
  const { venue, trader, contracts } = wide(40);
  const { holdings, holdingOf } = venue.exchange.state;
  for (const [contract] of contracts.entries()) {
    const holding = holdingOf[contract]!.get(trader)!;
    expect(holdings.bandLow[holding]).toBeLessThan(MARK);
    // Every mark to the edge of its band at once: no breach, and nobody is judged.
    venue.index(holdings.bandLow[holding]!, contract);
  }
  expect(venue.ask({ type: "assets", account: trader })!.equity).toBeGreaterThan(0n);
});

it("judges an account that its own fills have worn down", () => {
  const tiers = [{ boundUnits: 50_000_000, maintenanceRate: 10_000, leverageMax: 12_500 }];
  const venue = new Driver([{ ...btc, tiers, makerRate: 0, takerRate: 0 }]);
  const trader = venue.user("trader", 2_000);
  const maker = venue.user("maker", 10_000_000);
  venue.index(MARK);
  venue.leverage(trader, 10_000);
  venue.trade(trader, maker, 600_000, 30_000);
  venue.order({ account: maker, action: OPEN_LONG, price: 593_000, size: 30_000 });
  // Each close loses 70 of 2 000. Nothing but fills touches the account, and the audit after each looks
  // exactly.
  let closes = 0;
  for (let started = 0; started === 0; closes++) {
    const order = { account: trader, action: CLOSE_LONG, price: 593_000, size: 1_000 };
    started = eventsOf(venue.order(order).events, "liquidationStarted").length;
  }
  expect(closes).toBe(29);
});
