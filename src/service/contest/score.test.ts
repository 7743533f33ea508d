import { describe, expect, it } from "vitest";
import { RunningPerformance } from "../readmodel/index.ts";
import type { Placed } from "./score.ts";
import { measuresOf, rankingOf, scoreOf } from "./score.ts";

const UNIT = 100_000_000n;
const MINUTE = 60_000;
/** A team that had so much at each minute, and began with the first. */
const team = (minutes: readonly number[], volume = 0n) => {
  const [first, ...rest] = minutes.map((each, i) => {
    return { time: i * MINUTE, equity: BigInt(each) * UNIT, deposited: 0n };
  });
  const performance = new RunningPerformance(first!);
  for (const point of rest) performance.add(point);
  return { performance, volume };
};
const of = { balance: "1000" };

describe("measures", () => {
  it("return, drawdown and Sharpe are those of statistics, and 0 where there is no Sharpe", () => {
    const made = team([1_000, 1_200, 900, 1_300, 1_000]);
    const { performance } = made;
    expect(measuresOf(of, made)).toEqual({
      return: performance.return,
      drawdown: -25_000_000n,
      volume: 0n,
      sharpe: BigInt(performance.sharpe().sharpe!) * 10_000n,
    });
    expect(measuresOf(of, team([1_000, 1_000, 1_000])).sharpe).toBe(0n);
  });

  it("volume: in what all began with, floored", () => {
    expect(measuresOf(of, team([1_000], 2_500n * UNIT)).volume).toBe(250_000_000n);
    expect(measuresOf({ balance: "3" }, team([3], 2n * UNIT)).volume).toBe(66_666_666n);
  });

  it("a score is what its weights make of them", () => {
    const all = team([1_000, 1_200, 900, 1_100], 5_000n * UNIT);
    expect(scoreOf({ ...of, score: { return: "1" } }, all)).toBe(10_000_000n);
    expect(scoreOf({ ...of, score: { return: "2", drawdown: "0.5", volume: "0.01" } }, all)).toBe(
      20_000_000n - 12_500_000n + 5_000_000n,
    );
  });
});

describe("a ranking", () => {
  const placed = (name: string, score: number, more: Partial<Placed> = {}): Placed => {
    return { team: name, score: BigInt(score), drawdown: 0n, trades: 1, liquidations: 0, ...more };
  };
  const liquidations = 1;
  const all = [
    placed("d", 5),
    placed("a", 7, { liquidations }),
    placed("c", 5),
    placed("b", 9, { liquidations }),
    placed("e", 1),
  ];
  const places = (teams: readonly Placed[], liquidated?: "counts" | "last" | "out") =>
    rankingOf(teams, liquidated).map(({ rank, team: name }) => `${rank ?? "-"} ${name}`);

  it.each([
    ["by score", [placed("a", -5), placed("b", 3), placed("c", 0)], ["1 b", "2 c", "3 a"]],
    ["equal scores share a rank", all, ["1 b", "2 a", "3 c", "3 d", "5 e"]],
    [
      "the shallower drawdown stands first",
      [placed("a", 2, { drawdown: -9n }), placed("b", 2, { drawdown: -1n })],
      ["1 b", "1 a"],
    ],
    [
      "who has not traded comes last, by name",
      [placed("z", 0, { trades: 0 }), placed("y", 0, { trades: 0 }), placed("a", -100)],
      ["1 a", "- y", "- z"],
    ],
    [
      "names are compared by code, whatever the language",
      [placed("é", 1), placed("z", 1), placed("Z", 1)],
      ["1 Z", "1 z", "1 é"],
    ],
  ] as const)("%s", (_, teams, expected) => {
    expect(places(teams)).toEqual(expected);
    expect(places(teams.toReversed())).toEqual(expected);
  });

  it("puts those that were liquidated last, or leaves them out, as the contest says", () => {
    expect(places(all, "last")).toEqual(["1 c", "1 d", "3 e", "4 b", "5 a"]);
    expect(places(all, "out")).toEqual(["1 c", "1 d", "3 e", "- b", "- a"]);
  });
});
