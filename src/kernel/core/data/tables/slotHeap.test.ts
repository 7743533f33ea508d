import fc from "fast-check";
import { expect, it } from "vitest";
import { same } from "../../../../../test/same.ts";
import { SlotHeap } from "./slotHeap.ts";

const SLOTS = 40;

it.each([
  ["smallest", 1],
  ["largest", -1],
] as const)("agrees with a sorted list, %s key first, ties by id", (_, sign) => {
  const step = fc.record({
    slot: fc.nat({ max: SLOTS - 1 }),
    key: fc.nat({ max: 8 }),
    id: fc.nat({ max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
      const columns = {
        heapKey: new Float64Array(SLOTS),
        id: new Float64Array(SLOTS),
        heapIndex: new Int32Array(SLOTS),
      };
      const heap = new SlotHeap(columns, sign);
      const model = new Set<number>();
      const sorted = (): number[] =>
        [...model].sort(
          (a, b) => (columns.heapKey[a]! - columns.heapKey[b]!) * sign || columns.id[a]! - columns.id[b]!,
        );
      for (const { slot, key, id } of steps) {
        if (model.has(slot)) {
          heap.remove(slot);
          model.delete(slot);
        } else {
          columns.heapKey[slot] = key;
          columns.id[slot] = id * SLOTS + slot; // unique, as ids are
          heap.push(slot);
          model.add(slot);
        }
        same(heap.size, model.size);
        if (model.size > 0) same(heap.peek(), sorted()[0]);
      }
      const drained: number[] = [];
      const expected = sorted();
      while (heap.size > 0) {
        drained.push(heap.peek());
        heap.remove(heap.peek());
      }
      expect(drained).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

it("reads its columns anew after they were replaced", () => {
  const columns = { heapKey: Float64Array.of(2, 1), id: Float64Array.of(1, 2), heapIndex: new Int32Array(2) };
  const heap = new SlotHeap(columns, 1);
  heap.push(0);
  heap.push(1);
  columns.heapKey = Float64Array.of(2, 1, 0);
  columns.id = Float64Array.of(1, 2, 3);
  const place = new Int32Array(3);
  place.set(columns.heapIndex);
  columns.heapIndex = place;
  heap.push(2);
  expect(heap.peek()).toBe(2);
  heap.remove(2);
  expect(heap.peek()).toBe(1);
});
