import { expect, test } from "vitest";
import { amountText } from "./amount.ts";

test("an amount is cut to the cent, never rounded up to more than there is", () => {
  expect(["1999.999", "-0.019", "5", "0.1", "1234567.89"].map(amountText)).toEqual([
    "1 999.99",
    "−0.01",
    "5.00",
    "0.10",
    "1 234 567.89",
  ]);
});
