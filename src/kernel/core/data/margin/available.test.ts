import fc from "fast-check";
import { expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, money } from "../../../../../test/core/driver.ts";
import { OPEN_LONG, OPEN_SHORT } from "../codes.ts";
import { DEFAULT_RISK_RULE } from "../model/riskRules.ts";
import { Money } from "../units/money.ts";
import { available, surelyAvailable } from "./available.ts";

const MARK = 60_000_000;
const UNIT = 100_000_000n;

it("charges a position its value at mark, or its entry value by the contract's risk rule", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 10_000);
  const maker = venue.user("maker", 50_000);
  venue.index(MARK);
  venue.trade(alice, maker, 600_000, 5_000);
  venue.index(60_600_000);
  const now = () => venue.ask({ type: "assets", account: alice });
  const [position] = venue.ask({ type: "positions", account: alice, contract: undefined });
  // Equity 10 000 − 18 + 300 = 10 282; 30 300 / 20, then 30 000 / 20.
  expect(now()).toMatchObject({ positionMargin: money("1515"), available: money("8767") });
  venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, marginAtEntry: true });
  expect(now()).toMatchObject({ positionMargin: money("1500"), available: money("8782") });
  const [same] = venue.ask({ type: "positions", account: alice, contract: undefined });
  expect([position!.margin, same!.margin]).toEqual([money("1515"), money("1500")]);
  // The lower leverage needs 3 000 for 1 500; nothing of it moves with the mark.
  venue.leverage(alice, 1_000);
  venue.index(61_000_000);
  expect(now()).toMatchObject({ positionMargin: money("3000"), available: money("7482") });
});

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
    fc.property(fc.tuple(leg, leg), fc.tuple(move, move), fc.boolean(), (legs, moves, marginAtEntry) => {
      const venue = new Driver([btc, { ...btc, symbol: "cmt_otherusdt" }]);
      venue.audits = false;
      venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, marginAtEntry });
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
      // By entry value it is never sure.
      if (free > 20n * UNIT && !marginAtEntry) expect(covers(free - 20n * UNIT)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
