import { expect, test } from "vitest";
import type { v2 } from "../../../../interface/wire/index.ts";
import { breakEvenOf, liquidationAfter, unrealizedAt } from "./legNumbers.ts";

/**
 * 0.5 at 60000 with 600 of its own; maintenance 0.4 %: a long ends at (30000 - 600) / (0.5 · 0.996), a short
 * at (30000 + 600) / (0.5 · 1.004).
 */
const leg = (side: "LONG" | "SHORT", margin = "600") =>
  ({
    side,
    size: "0.5",
    open_value: "30000",
    isolated_margin: margin,
    liquidatePrice: (side === "LONG"
      ? (30_000 - Number(margin)) / 0.498
      : (30_000 + Number(margin)) / 0.502
    ).toFixed(8),
  }) as v2.Position;

test("the liquidation price after a change of margin is that of a leg that has had it from the start", () => {
  for (const side of ["LONG", "SHORT"] as const)
    for (const [before, change, after] of [
      ["600", "300", "900"],
      ["600", "-200", "400"],
    ] as const) {
      const wanted = Number(leg(side, after).liquidatePrice);
      expect(Number(liquidationAfter(leg(side, before), change, 4))).toBeCloseTo(wanted, 3);
    }
  expect(liquidationAfter(leg("LONG"), "30000", 1)).toBe("0");
});

test("what a leg has gained at a price", () => {
  expect([unrealizedAt(leg("LONG"), "60100"), unrealizedAt(leg("SHORT"), "60100")]).toEqual(["50", "-50"]);
});

test("the price at which a leg breaks even", () => {
  const paid = { open_fee: "18", funding_fee: "-2" };
  const at = (side: "LONG" | "SHORT") => breakEvenOf({ ...leg(side), ...paid }, 1);
  expect([at("LONG"), at("SHORT")]).toEqual(["60040.0", "59960.0"]);
});
