import { expect, it } from "vitest";
import { accountId } from "../data/units/kinds.ts";
import { drawOf } from "./rank.ts";

it.each([
  [40, [499_998_602, 19_642_424, 4_033_709_960, 2_272_413_328]],
  [41, [3_149_638_477, 3_054_414_103, 505_757_037, 502_689_896]],
  [2 ** 40 + 7, [516_687_474, 1_635_241_047, 2_341_025_165, 1_398_195_250]],
])("command %i: accounts 5 to 8 draw %j", (seq, draws) => {
  expect([5, 6, 7, 8].map((account) => drawOf(seq, accountId(account)))).toEqual(draws);
});

it("gives every account a number of its own", () => {
  const draws = Array.from({ length: 10_000 }, (_, account) => drawOf(123_456_789, accountId(account)));
  expect(new Set(draws).size).toBe(draws.length);
});

it("puts each of four accounts first about as often", () => {
  const firsts = [0, 0, 0, 0];
  for (let seq = 1; seq <= 4_000; seq++) {
    const draws = [5, 6, 7, 8].map((account) => drawOf(seq, accountId(account)));
    firsts[draws.indexOf(Math.max(...draws))]!++;
  }
  for (const count of firsts) expect(Math.abs(count - 1_000)).toBeLessThan(120); // four standard deviations
});
