import { describe, expect, test } from "vitest";
import { isDecimal } from "../../../interface/wire/decimal.ts";
import { meaningOf, readingsOf } from "./typedDecimal.ts";

describe("what typed text means", () => {
  test.each([
    ["60000.5", "60000.5"],
    ["60 000.5", "60000.5"],
    ["60\u2009000", "60000"],
    ["60,000.5", "60000.5"],
    ["1,234,567", "1234567"],
    ["60.000,5", "60000.5"],
    ["1.234.567,89", "1234567.89"],
    ["60000,5", "60000.5"],
    ["60,0", "60.0"],
    ["0,0005", "0.0005"],
    ["0,123", "0.123"],
  ])("%s is %s", (text, decimal) => {
    expect(meaningOf(text)).toBe(decimal);
  });

  test.each(["60,000", "1,234", "60000,500", "60,00,5", "1,2,3", "6,0.5", "60.000.5", "-60,000"])(
    "%s is no decimal until its reader says which",
    (text) => {
      expect(isDecimal(meaningOf(text))).toBe(false);
    },
  );

  test("only what may be either has two readings", () => {
    expect(["60,000", "60000,500", "0,123", "60,00", "60,000.5", "60000"].map(readingsOf)).toEqual([
      ["60000", "60.000"],
      ["60000500", "60000.500"],
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
