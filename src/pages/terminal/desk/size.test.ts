import { expect, test } from "vitest";
import type { Contract } from "../market/contract.ts";
import type { DraftOrder } from "./draft.ts";
import { sizeInCoin } from "./size.ts";

const contract = { lot: "0.0001" } as Contract;
const draft = (size: string, unit: DraftOrder["unit"]) => ({ size, unit }) as DraftOrder;

test.each([
  ["coin", "0.5", "0.5"],
  ["quote", "1000", "0.0166"],
  ["quote", "5", undefined],
  ["share", "50", "0.15"],
  ["share", "33", "0.099"],
  ["coin", "", undefined],
  ["coin", "0", undefined],
  ["quote", "1e3", undefined],
] as const)("%s %s is %s in coin, rounded down to whole lots", (unit, size, expected) => {
  expect(sizeInCoin(draft(size, unit), contract, "60000", "0.3")).toBe(expected);
});

test("what it depends on is missing: no size", () => {
  expect(sizeInCoin(draft("1000", "quote"), contract, undefined, undefined)).toBeUndefined();
  expect(sizeInCoin(draft("50", "share"), contract, "60000", undefined)).toBeUndefined();
});
