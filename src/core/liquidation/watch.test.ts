import { expect, it } from "vitest";
import { OPEN_LONG, OPEN_SHORT } from "../codes.ts";
import { btc } from "../testing/contracts.ts";
import { Driver } from "../testing/driver.ts";

const MARK = 60_000_000;

/** One account long in each of many symbols; the audit looks at the worst corner of its bands after every command. */
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
