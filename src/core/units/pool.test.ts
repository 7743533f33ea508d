import fc from "fast-check";
import { expect, it } from "vitest";
import { Money, MoneyColumn } from "./money.ts";
import { Pool } from "./pool.ts";

class Rows extends Pool {
  id = new Float64Array(this.capacity);
  link = new Int32Array(this.capacity).fill(-1);
  flag = new Uint8Array(this.capacity);
  amount = new MoneyColumn(this.capacity);

  protected override prepare(first: number): void {
    this.link.fill(-1, first);
  }
}

it("keeps every live row through reuse and growth", () => {
  const step = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150, size: "max" }), (steps) => {
      const rows = new Rows(2);
      const model = new Map<number, number>();
      for (const [id, victim] of steps.entries()) {
        if (victim === undefined) {
          const slot = rows.take();
          expect(model.has(slot)).toBe(false);
          rows.id[slot] = id;
          rows.flag[slot] = id % 256;
          rows.amount.write(slot, new Money().fromQuanta(BigInt(-id)));
          model.set(slot, id);
        } else if (model.size > 0) {
          const slot = [...model.keys()][victim % model.size]!;
          rows.drop(slot);
          model.delete(slot);
        }
        expect(rows.count).toBe(model.size);
      }
      for (const [slot, id] of model) {
        expect([rows.used[slot], rows.id[slot], rows.flag[slot]]).toEqual([1, id, id % 256]);
        expect(rows.amount.quanta(slot)).toBe(BigInt(-id));
      }
      expect(rows.used.slice(0, rows.top).filter((used) => used === 1)).toHaveLength(rows.count);
    }),
    { numRuns: 300 },
  );
});

it("takes the slot dropped last, before a new one", () => {
  const rows = new Rows(8);
  for (let i = 0; i < 4; i++) rows.take();
  rows.drop(1);
  rows.drop(3);
  expect([rows.take(), rows.take(), rows.take()]).toEqual([3, 1, 4]);
});

it("lets a subclass set the initial values of new rows", () => {
  const rows = new Rows(2);
  rows.link[0] = 5;
  for (let i = 0; i < 3; i++) rows.take();
  expect([...rows.link]).toEqual([5, -1, -1, -1]);
});

it("counts the bytes of its columns", () => {
  // used 1, free list 4, id 8, link 4, flag 1, amount 16.
  expect(new Rows(10).bytes()).toBe(10 * 34);
});

it("doubles while small, then grows by a quarter", () => {
  const rows = new Rows(65_536);
  for (let i = 0; i <= 65_536; i++) rows.take();
  expect(rows.capacity).toBe(81_920);
  expect(rows.amount.hi).toHaveLength(81_920);
});
