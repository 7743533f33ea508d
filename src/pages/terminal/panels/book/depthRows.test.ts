import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Grid, priceText, sizeText } from "../../../../interface/wire/decimal.ts";
import { depthRows, grouped } from "./depthRows.ts";

const grid: Grid = { priceDecimals: 1, priceStep: 1, sizeDecimals: 4, lotStep: 1 };
const level = (price: string, size: string) => ({ price, size });

describe("rows of the book", () => {
  test("bids round down, asks up; sizes add up on the way", () => {
    const bids = [level("60012.3", "0.5"), level("60011.9", "0.25"), level("60010.0", "1")];
    expect(depthRows(bids, "bid", grid, 10, 9).map(({ price, size, sum }) => [price, size, sum])).toEqual([
      ["60012.0", "0.5000", "0.5000"],
      ["60011.0", "0.2500", "0.7500"],
      ["60010.0", "1.0000", "1.7500"],
    ]);
    const asks = [level("60012.3", "0.5"), level("60013.0", "0.25"), level("60013.1", "1")];
    expect(depthRows(asks, "ask", grid, 10, 9).map(({ price, size }) => [price, size])).toEqual([
      ["60013.0", "0.7500"],
      ["60014.0", "1.0000"],
    ]);
  });

  test("no more rows than asked for, and the last of them whole", () => {
    const bids = [level("2.0", "1"), level("1.9", "1"), level("1.8", "1")];
    expect(depthRows(bids, "bid", grid, 1, 2).map(({ sum }) => sum)).toEqual(["1.0000", "2.0000"]);
  });

  test("whatever the grouping, nothing is lost, and no row promises a better price", () => {
    const levels = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        levels,
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom("bid", "ask"),
        (all, group, side) => {
          const ticks = all.toSorted((a, b) => (side === "bid" ? b - a : a - b));
          const rows = depthRows(
            ticks.map((each) => level(priceText(grid, each), sizeText(grid, each))),
            side,
            grid,
            group,
            Number.POSITIVE_INFINITY,
          );
          expect(rows.at(-1)!.sumLots).toBe(ticks.reduce((sum, each) => sum + each, 0));
          for (const each of ticks) {
            const at = grouped(each, side, group);
            expect(at % group).toBe(0);
            expect(side === "bid" ? each - at : at - each).toBeGreaterThanOrEqual(0);
            expect(Math.abs(each - at)).toBeLessThan(group);
          }
          expect(rows.map(({ ticks: at }) => at)).toEqual([
            ...new Set(ticks.map((each) => grouped(each, side, group))),
          ]);
        },
      ),
    );
  });
});
