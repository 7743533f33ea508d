import { expect, test } from "vitest";
import { ranked } from "./rank.ts";

const team = (name: string, result: bigint, drawdown = 0n, trades = 1) => ({
  team: name,
  result,
  drawdown,
  trades,
});
const places = (teams: Parameters<typeof ranked>[0]) =>
  ranked(teams).map(({ rank, team }) => `${rank ?? "-"} ${team}`);

test.each([
  ["by result", [team("a", -5n), team("b", 3n), team("c", 0n)], ["1 b", "2 c", "3 a"]],
  [
    "equal results share a rank, the next one is left out",
    [team("a", 1n), team("c", 2n), team("b", 2n)],
    ["1 b", "1 c", "3 a"],
  ],
  ["the shallower drawdown stands first", [team("a", 2n, -9n), team("b", 2n, -1n)], ["1 b", "1 a"]],
  [
    "who has not traded comes last, by name",
    [team("z", 0n, 0n, 0), team("y", 0n, 0n, 0), team("a", -100n)],
    ["1 a", "- y", "- z"],
  ],
  [
    "names are compared by code, whatever the language",
    [team("é", 1n), team("z", 1n), team("Z", 1n)],
    ["1 Z", "1 z", "1 é"],
  ],
] as const)("%s", (_, teams, expected) => {
  expect(places(teams)).toEqual(expected);
  expect(places(teams.toReversed())).toEqual(expected);
});
