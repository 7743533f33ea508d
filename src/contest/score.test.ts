import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { Pairs } from "./pairs.ts";
import { measuresOf, rankingOf, scoreOf } from "./score.ts";

const UNIT = 100_000_000n;
const course = (equity: number, minutes: readonly number[] = [], more = {}) => ({
  equity: BigInt(equity) * UNIT,
  minutes: minutes.map((each) => BigInt(each) * UNIT),
  volume: 0n,
  liquidations: 0,
  ...more,
});
const of = { balance: "1000" };

describe("measures", () => {
  it("return: of what it began with, rounded down whichever way it goes", () => {
    expect(measuresOf(of, course(1_250)).return).toBe(25_000_000n);
    expect(measuresOf(of, course(900)).return).toBe(-10_000_000n);
    expect(measuresOf({ balance: "3" }, course(1)).return).toBe(-66_666_667n);
  });

  it("drawdown: the deepest fall from the highest minute before it, the balance among them", () => {
    expect(measuresOf(of, course(1_100, [1_200, 900, 1_300, 1_000])).drawdown).toBe(-25_000_000n);
    expect(measuresOf(of, course(1_000, [999])).drawdown).toBe(-100_000n);
    expect(measuresOf(of, course(1_000, [1_000, 1_001])).drawdown).toBe(0n);
  });

  it("volume: in what it began with", () => {
    expect(measuresOf(of, course(1_000, [], { volume: 2_500n * UNIT })).volume).toBe(250_000_000n);
  });

  it("sharpe: as the worked example of docs/contests.md has it", () => {
    // Minutes of +1 %, 0, +1 %: mean 2/300, sample deviation 1/√30 000, √525 600 minutes a year: 837.13…
    const minutes = [1_010_000_000_00n, 1_010_000_000_00n, 1_020_100_000_00n];
    const { sharpe } = measuresOf(of, { ...course(1_020), minutes });
    const exact = (2 / 300 / Math.sqrt(1 / 30_000)) * Math.sqrt(525_600);
    expect(Number(sharpe) / 1e8).toBeCloseTo(exact, 6);
    expect(measuresOf(of, course(1_000, [1_000, 1_000])).sharpe).toBe(0n);
    expect(measuresOf(of, course(1_000, [1_001])).sharpe).toBe(0n);
    expect(measuresOf(of, course(900, [990, 950, 900])).sharpe).toBeLessThan(0n);
  });

  it("a score is what its weights make of them", () => {
    const all = course(1_100, [1_200, 900], { volume: 5_000n * UNIT });
    expect(scoreOf({ ...of, score: { return: "1" } }, all)).toBe(10_000_000n);
    expect(scoreOf({ ...of, score: { return: "2", drawdown: "0.5", volume: "0.01" } }, all)).toBe(
      20_000_000n - 12_500_000n + 5_000_000n,
    );
  });
});

describe("a ranking", () => {
  const team = (name: string, score: number, liquidations = 0) => ({
    team: name,
    score: BigInt(score),
    liquidations,
  });
  const all = [team("d", 5), team("a", 7, 1), team("c", 5), team("b", 9, 2), team("e", 1)];
  const ranks = (liquidated: "counts" | "last" | "out") =>
    rankingOf({ liquidated }, all).map(({ rank, team: name }) => `${rank} ${name}`);

  it("has equal scores share a rank, by name", () => {
    expect(ranks("counts")).toEqual(["1 b", "2 a", "3 c", "3 d", "5 e"]);
  });

  it("puts those that were liquidated last, or leaves them out, as the contest says", () => {
    expect(ranks("last")).toEqual(["1 c", "1 d", "3 e", "4 b", "5 a"]);
    expect(ranks("out")).toEqual(["1 c", "1 d", "3 e", "0 b", "0 a"]);
  });
});

test("what teams pass to each other adds up to nothing, whatever they trade", () => {
  const trade = fc.record({
    who: fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 })).filter(([a, b]) => a !== b),
    value: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    atMark: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  });
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 30 }), (trades) => {
      const pairs = new Pairs();
      const gained = new Map<string, bigint>();
      for (const { who, value, atMark } of trades) {
        const [buyer, seller] = who.map(String) as [string, string];
        pairs.add({ buyer, seller, value, atMark, buyerFee: 3n, sellerFee: 2n });
        gained.set(buyer, (gained.get(buyer) ?? 0n) + atMark - value);
        gained.set(seller, (gained.get(seller) ?? 0n) - atMark + value);
      }
      const told = new Map<string, bigint>();
      for (const { a, b, toA } of pairs.list()) {
        told.set(a, (told.get(a) ?? 0n) + toA);
        told.set(b, (told.get(b) ?? 0n) - toA);
      }
      for (const [team, amount] of gained) expect(told.get(team)).toBe(amount);
      expect([...told.values()].reduce((sum, each) => sum + each, 0n)).toBe(0n);
      const fees = pairs.list().reduce((sum, { feesA, feesB }) => sum + feesA + feesB, 0n);
      expect(fees).toBe(5n * BigInt(trades.length));
    }),
  );
});
