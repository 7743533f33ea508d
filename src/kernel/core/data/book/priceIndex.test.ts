import fc from "fast-check";
import { expect, it } from "vitest";
import { same } from "../../../../../test/same.ts";
import { NONE } from "../units/units.ts";
import { PRICE_MAX } from "./book.ts";
import { PriceIndex } from "./priceIndex.ts";

const price = fc.oneof(
  fc.integer({ min: 0, max: 70 }),
  fc.integer({ min: 0, max: 40_000 }),
  fc.integer({ min: 0, max: PRICE_MAX }),
  fc.nat({ max: 40 }).map((multiple) => PRICE_MAX - multiple * 2 ** 30),
);

it("agrees with a sorted list on what is where and what comes next", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(price, fc.boolean()), { maxLength: 400, size: "max" }), (steps) => {
      const index = new PriceIndex();
      const model = new Map<number, number>();
      let level = 0;
      for (const [price, addition] of steps) {
        if (addition && !model.has(price)) {
          model.set(price, level);
          index.add(price, level++);
        } else if (!addition && model.size > 0) {
          const victim = model.has(price) ? price : [...model.keys()][price % model.size]!;
          model.delete(victim);
          index.delete(victim);
        }
        same(index.find(price), model.get(price) ?? NONE);
        const prices = [...model.keys()].sort((a, b) => a - b);
        same(index.above(price), prices.find((other) => other > price) ?? NONE);
        same(index.below(price), prices.findLast((other) => other < price) ?? NONE);
      }
      for (const [price, level] of model) same(index.find(price), level);
      const rows = [...model].sort(([a], [b]) => a - b);
      const middle = rows.length >> 1;
      expect(walked(index, rows[middle]?.[0], true)).toEqual(rows.slice(middle));
      expect(walked(index, rows[middle]?.[0], false)).toEqual(rows.slice(0, middle + 1).reverse());
    }),
    { numRuns: 300 },
  );
});

function walked(index: PriceIndex, from = NONE, upwards: boolean): [number, number][] {
  const rows: [number, number][] = [];
  index.walk(from, upwards, (price, level) => rows.push([price, level]) > 0);
  return rows;
}

it("gives back everything it took when emptied", () => {
  const index = new PriceIndex();
  const fill = (step: number): void => {
    for (let i = 0; i < 5_000; i++) index.add(i * step, i);
    for (let i = 0; i < 5_000; i++) index.delete(i * step);
  };
  const steps = [1, 7, 10_000, 2 ** 23];
  for (const step of steps) fill(step);
  const bytes = index.bytes();
  for (const step of steps) fill(step);
  expect(index.bytes()).toBe(bytes);
  expect(index.above(0)).toBe(NONE);
});
