import fc from "fast-check";
import { expect, test } from "vitest";
import type { Level } from "../../../views/index.ts";
import { levelsChanged } from "./levelsChanged.ts";

const side = fc.uniqueArray(
  fc.record({ price: fc.integer({ min: 1, max: 40 }), size: fc.integer({ min: 1, max: 3 }) }),
  {
    selector: ({ price }) => price,
    maxLength: 20,
  },
);

test("whoever applies the changes to the window before has the window after; nothing else is told", () => {
  fc.assert(
    fc.property(side, side, fc.boolean(), (one, two, isBid) => {
      const sorted = (levels: readonly Level[]) =>
        levels.toSorted((a, b) => (isBid ? b.price - a.price : a.price - b.price));
      const [before, after] = [sorted(one), sorted(two)];
      const changes = levelsChanged(before, after, isBid);
      const rebuilt = new Map(before.map(({ price, size }) => [price, size]));
      for (const { price, size } of changes) {
        expect(rebuilt.get(price) ?? 0).not.toBe(size);
        if (size === 0) rebuilt.delete(price);
        else rebuilt.set(price, size);
      }
      expect(sorted([...rebuilt].map(([price, size]) => ({ price, size })))).toEqual(after);
      expect(changes).toEqual(sorted(changes));
    }),
  );
});
