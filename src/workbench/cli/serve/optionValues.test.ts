import { expect, test } from "vitest";
import { SEED_SUNSET } from "../../../service/gateway/index.ts";
import { sunsetOf } from "./optionValues.ts";

const rows: readonly [string, boolean | string | undefined, unknown][] = [
  ["without the option nothing is announced", undefined, false],
  ["the option alone: the interface document's day", true, true],
  ["a day", "2027-03-31", { ...SEED_SUNSET, date: Date.UTC(2027, 2, 31) }],
  [
    "a day before V2 is labelled deprecated: deprecated from then on",
    "2025-06-30",
    { deprecated: Date.UTC(2025, 5, 30), date: Date.UTC(2025, 5, 30) },
  ],
];

test.each(rows)("%s", (_, given, expected) => {
  expect(sunsetOf(given)).toEqual(expected);
});

test("what is no day is refused, naming the option", () => {
  expect(() => sunsetOf("soon")).toThrow("--sunset");
});
