import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Money, MoneyColumn } from "./money.ts";
import { Pool } from "./pool.ts";

/** A pool of each form; the same must hold of both. */
abstract class Rows extends Pool {
  id = this.double<number>(0);
  link = this.int<number>(0);
  flag = this.int<number>(1);
  readonly amount = new MoneyColumn();

  constructor(capacity: number, together: boolean) {
    super({ doubles: 3, ints: 2, together });
    this.resize(capacity);
  }

  protected override lay(): void {
    this.id = this.double(0);
    this.link = this.int(0);
    this.flag = this.int(1);
    this.amount.lay(this.double(1), this.double(2));
  }

  protected override prepare(first: number): void {
    for (let slot = first; slot < this.capacity * this.stride; slot += this.stride) this.link[slot] = -1;
  }
}
class Apart extends Rows {
  constructor(capacity: number) {
    super(capacity, false);
  }
}
class Together extends Rows {
  constructor(capacity: number) {
    super(capacity, true);
  }
}

describe.each([
  ["apart", Apart, 1],
  ["together", Together, 4], // id and amount are three doubles; used, free list, link and flag four integers
])("rows %s", (_, Form, stride) => {
  it("keeps every live row through reuse and growth", () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 2, arbitrary: fc.nat() },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150, size: "max" }), (steps) => {
        const rows = new Form(2);
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
        expect(rows.slots()).toEqual([...model.keys()].sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  it("takes the slot dropped last, before a new one", () => {
    const rows = new Form(8);
    for (let i = 0; i < 4; i++) rows.take();
    rows.drop(stride);
    rows.drop(3 * stride);
    expect([rows.take(), rows.take(), rows.take()]).toEqual([3 * stride, stride, 4 * stride]);
  });

  it("lets a subclass set the initial values of new rows", () => {
    const rows = new Form(2);
    rows.link[0] = 5;
    for (let i = 0; i < 3; i++) rows.take();
    expect(rows.slots().map((slot) => rows.link[slot])).toEqual([5, -1, -1]);
  });

  it("counts the bytes of its columns", () => {
    // Apart: used 4, free list 4, id 8, link 4, flag 4, amount 16. Together: four doubles, one of them spare,
    // four integers.
    expect(new Form(10).bytes()).toBe(10 * (stride === 1 ? 40 : 48));
  });

  it("numbers its rows", () => {
    const rows = new Form(2);
    expect([0, 1, 2].map(() => rows.rowOf(rows.take()))).toEqual([0, 1, 2]);
  });

  it("doubles while small, then grows by a quarter", () => {
    const rows = new Form(65_536);
    for (let i = 0; i <= 65_536; i++) rows.take();
    expect(rows.capacity).toBe(81_920);
    expect(rows.amount.hi.length).toBeGreaterThanOrEqual(81_919 * stride);
  });
});
