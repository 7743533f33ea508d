import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { Orders } from "../tables/orders.ts";
import { SlotHeap } from "../tables/slotHeap.ts";
import type { OrderSlot } from "../units/kinds.ts";
import { ticksAbove, ticksBelow } from "./priceBand.ts";
import { Trails } from "./trails.ts";

/** A trailing stop as {@link Trails} reads it: its id, its rate, its place in a heap. */
function ordersOf(rates: readonly number[]): { orders: Orders; slots: OrderSlot[] } {
  const orders = new Orders();
  const slots = rates.map((rate, i) => {
    const slot = orders.take();
    orders.id[slot] = i + 1;
    orders.condition[slot] = orders.conditions.take();
    orders.conditions.callbackRate[orders.condition[slot]] = rate;
    orders.heapKey[slot] = rate;
    return slot;
  });
  return { orders, slots };
}

const rate = fc.constantFrom(100_000, 150_000, 300_000, 1_000_000, 10_000_000);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ price: fc.integer({ min: 50_000, max: 60_000 }) }) },
  { weight: 2, arbitrary: fc.record({ add: rate, points: fc.integer({ min: 50_000, max: 60_000 }) }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
);

describe.each([1, -1] as const)("of those that fire with the sign %d", (sign) => {
  test("extreme, stop and who is met are those of every order looked at alone", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const added = acts.filter((each) => "add" in each);
        const { orders, slots } = ordersOf(added.map((each) => each.add));
        const trails = new Trails(orders, sign);
        const alone = new Map<OrderSlot, number>();
        for (const each of acts) {
          if ("add" in each) {
            const slot = slots[added.indexOf(each)]!;
            trails.add(slot, each.points);
            alone.set(slot, each.points);
          } else if ("price" in each) {
            const passes = [...alone.values()].some((extreme) => (extreme - each.price) * sign > 0);
            expect(trails.isPassedBy(each.price)).toBe(passes);
            trails.move(each.price);
            for (const [slot, extreme] of alone)
              alone.set(slot, sign === 1 ? Math.min(extreme, each.price) : Math.max(extreme, each.price));
          } else {
            const slot = [...alone.keys()][each.remove % Math.max(1, alone.size)];
            if (slot === undefined) continue;
            trails.remove(slot);
            alone.delete(slot);
          }
          expect(trails.size).toBe(alone.size);
          for (const [slot, extreme] of alone) expect(trails.extremeOf(slot)).toBe(extreme);
          for (const points of [50_000, 54_000, 55_000, 56_000, 60_000]) {
            const met: OrderSlot[] = [];
            trails.collectMet(points, met);
            const expected = [...alone].filter(([slot, extreme]) => {
              const callback = orders.conditions.callbackRate[orders.condition[slot]];
              const stop = sign === 1 ? ticksAbove(extreme, callback) : ticksBelow(extreme, callback);
              return (points - stop * 100) * sign >= 0;
            });
            expect(met.sort((a, b) => a - b)).toEqual(expected.map(([slot]) => slot).sort((a, b) => a - b));
          }
        }
      }),
      { numRuns: 300, seed: 20_261_129 },
    );
  });
});

test("a price costs no walk: each of n orders changes its heap at most log n times, whatever the price does", () => {
  const n = 4_096;
  const { orders, slots } = ordersOf(Array.from({ length: n }, (_, i) => 100_000 + (i % 97) * 1_000));
  const trails = new Trails(orders, 1);
  const pushes = vi.spyOn(SlotHeap.prototype, "push");
  for (const [i, slot] of slots.entries()) trails.add(slot, 60_000_000 + (n - i));
  expect(pushes).toHaveBeenCalledTimes(n);
  // Half of the trails are joined at a time, then all follow ten thousand further lows together.
  for (let step = n; step >= 1; step /= 2) trails.move(60_000_000 + step - 1);
  for (let low = 1; low <= 10_000; low++) trails.move(60_000_000 - low);
  expect(pushes.mock.calls.length).toBeLessThanOrEqual(n * (1 + Math.log2(n)));
  expect(trails.trails).toHaveLength(1);
  pushes.mockRestore();
});
