import fc from "fast-check";
import { expect, it } from "vitest";
import { OPEN_LONG, OPEN_SHORT } from "../codes.ts";
import { btc } from "../testing/contracts.ts";
import { Driver } from "../testing/driver.ts";
import { Money } from "../units/money.ts";
import { available, surelyAvailable } from "./available.ts";

const MARK = 60_000_000;
const UNIT = 100_000_000n;

it("is sure of what is available less a few units, and of nothing more", () => {
  const lots = fc.nat({ max: 3_000 });
  const leg = fc.record({
    long: lots,
    short: lots,
    resting: lots,
    leverage: fc.integer({ min: 500, max: 10_000 }),
  });
  const move = fc.integer({ min: -800_000, max: 800_000 });
  fc.assert(
    fc.property(fc.tuple(leg, leg), fc.tuple(move, move), (legs, moves) => {
      const venue = new Driver([btc, { ...btc, symbol: "cmt_otherusdt" }]);
      venue.audits = false;
      const trader = venue.user("trader", 200_000);
      const maker = venue.user("maker", 10_000_000);
      for (const [contract, { long, short, resting, leverage }] of legs.entries()) {
        venue.index(MARK, contract);
        venue.leverage(trader, leverage, leverage, 1, contract);
        for (const [action, other, size] of [
          [OPEN_LONG, OPEN_SHORT, long],
          [OPEN_SHORT, OPEN_LONG, short],
        ] as const) {
          if (size === 0) continue;
          const price = 600_000;
          venue.order({ account: maker, contract, action: other, price, size });
          venue.order({ account: trader, contract, action, price, size });
        }
        if (resting > 0)
          venue.order({ account: trader, contract, action: OPEN_LONG, price: 595_000, size: resting });
        venue.index(MARK + moves[contract]!, contract);
      }
      const { state } = venue.exchange;
      const free = available(state, trader, new Money()).toQuanta();
      const covers = (quanta: bigint) => surelyAvailable(state, trader, new Money().fromQuanta(quanta));
      expect(covers(free + 1n)).toBe(false);
      if (free > 20n * UNIT) expect(covers(free - 20n * UNIT)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
