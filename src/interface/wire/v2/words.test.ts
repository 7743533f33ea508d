import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { typeCodes, types } from "../billWords.ts";
import { liquidateType, orderType, planStatusCode, planTypeCode } from "./words.ts";

const pairs = [
  [1, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [7, 3],
  [7, 4],
  [8, 3],
  [8, 4],
  [9, 3],
  [9, 4],
] as const;

const of = ([kind, action]: (typeof pairs)[number]) => ({ kind, action });

test("the documented table has the ten words, each beside its code", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/reference/rest-v2.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\d+), (\d+) \| `(\w+)`, `(\w+)` \|/gm)];
  expect(
    rows.flatMap(([, a, b, first, second]) => [
      [a, first],
      [b, second],
    ]),
  ).toEqual(pairs.map((pair) => [planTypeCode(of(pair)), orderType(of(pair))]));
});

test("plan type codes 1 to 10", () => {
  expect(pairs.map((pair) => planTypeCode(of(pair)))).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
  ]);
});

test("plan status codes", () => {
  const rows = [
    [4, false],
    [1, false],
    [2, true],
    [3, true],
    [5, true],
    [6, false],
    [6, true],
  ] as const;
  expect(
    rows.map(([state, hasFills]) => planStatusCode({ state, size: 2, remaining: hasFills ? 1 : 2 })),
  ).toEqual(["0", "0", "1", "1", "2", "-1", "-1"]);
});

test("business types there and back", () => {
  expect(Object.keys(types).length).toBe(21);
  for (const [code, word] of Object.entries(types)) expect(typeCodes[word]).toBe(Number(code));
});

test("only the venue's own orders liquidate", () => {
  expect([0, 6, 7, 8, 9].map(liquidateType).map((word) => word === "FORCE_LIQUIDATE")).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
