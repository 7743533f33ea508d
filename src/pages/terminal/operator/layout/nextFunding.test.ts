import { expect, test } from "vitest";
import { nextFundingOf } from "./nextFunding.ts";

test("the first settlement of any contract; one without a settlement does not count", () => {
  expect(nextFundingOf([{ due: 300 }, { due: 0 }, { due: 200 }])).toBe(200);
  expect(nextFundingOf([{ due: 0 }])).toBeUndefined();
  expect(nextFundingOf([])).toBeUndefined();
});
