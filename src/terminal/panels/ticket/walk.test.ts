import { expect, test } from "vitest";
import type { Grid } from "../../../wire/decimal.ts";
import { walk } from "./walk.ts";

const grid: Grid = { priceDecimals: 1, priceStep: 1, sizeDecimals: 4, lotStep: 1 };
const asks = [
  { price: "100.0", size: "1.0000" },
  { price: "101.0", size: "2.0000" },
  { price: "103.0", size: "5.0000" },
];
const always = () => true;

test("the average of what fills, the worst price, what is left over", () => {
  expect(walk(asks, "2", grid, always)).toEqual({
    averagePrice: "100.5",
    worstPrice: "101.0",
    levels: 2,
    rest: "0.0000",
  });
  expect(walk(asks, "10", grid, always)).toMatchObject({ worstPrice: "103.0", rest: "2.0000" });
});

test("a limit takes only what it reaches; what takes nothing has no figures", () => {
  expect(walk(asks, "2", grid, (price) => price === "100.0")).toMatchObject({ levels: 1, rest: "1.0000" });
  expect(walk(asks, "2", grid, () => false)).toBeUndefined();
  expect(walk(asks, "0", grid, always)).toBeUndefined();
  expect(walk(asks, "0.00001", grid, always)).toBeUndefined();
});
