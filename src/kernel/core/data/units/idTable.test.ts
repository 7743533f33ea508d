import fc from "fast-check";
import { expect, it } from "vitest";
import { same } from "../../../../../test/same.ts";
import { IdTable } from "./idTable.ts";
import { FIRST_ID, NONE } from "./units.ts";

/**
 * Ids that share a home in a table of 8 places, neighbours, ids far from the origin; hashes, which may be
 * below it.
 */
const id = fc
  .oneof(
    fc.nat({ max: 20 }),
    fc.nat({ max: 12 }).map((multiple) => multiple * 8),
    fc.nat({ max: 12 }).map((multiple) => multiple * 2 ** 32 + 7),
    fc.nat({ max: 3 }).map((offset) => Number.MAX_SAFE_INTEGER - FIRST_ID - offset),
    fc.integer({ min: 1 - FIRST_ID, max: 0 }),
  )
  .map((offset) => FIRST_ID + offset);

it("agrees with a Map through insertions, removals and growth", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(id, fc.boolean()), { maxLength: 200, size: "max" }), (steps) => {
      const table = new IdTable(8);
      const model = new Map<number, number>();
      for (const [slot, [id, addition]] of steps.entries()) {
        if (model.has(id) === addition) {
          // What is there is not added again, and what is not is not removed.
          expect(() => (addition ? table.set(id, slot) : table.delete(id))).toThrow("invariant: an id");
        } else if (addition) {
          table.set(id, slot);
          model.set(id, slot);
        } else {
          table.delete(id);
          model.delete(id);
        }
        const ids = slot % 16 === 0 ? steps.map(([each]) => each) : [id];
        for (const id of ids) same(table.get(id), model.get(id) ?? NONE);
      }
    }),
    { numRuns: 300 },
  );
});

it("stays as large as what lives in it, not as what ever did", () => {
  const table = new IdTable(8);
  for (let i = 0; i < 10_000; i++) {
    table.set(FIRST_ID + i, i);
    if (i >= 3) table.delete(FIRST_ID + i - 3);
  }
  expect(table.bytes()).toBe(8 * 2 * 8);
  expect([9_996, 9_997, 9_998, 9_999].map((i) => table.get(FIRST_ID + i))).toEqual([
    NONE,
    9_997,
    9_998,
    9_999,
  ]);
});
