import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bigDivCeil, bigDivFloor, bigDivHalfEven } from "./divide.ts";
import { Money, MoneyColumn, quantaOf } from "./money.ts";

const UNIT = 100_000_000n;
/** Where doubles stop being exact quanta: 90 071 992.54740992 units. */
const DOUBLE_LIMIT = 2n ** 53n;
/** Where a 64-bit integer of quanta wraps: 92 233 720 368.54775808 units. */
const INT64_LIMIT = 2n ** 63n;

/** Amounts up to 10^14 units, those around zero, whole units and the two limits drawn often. */
const positive = fc.oneof(
  fc.bigInt({ min: 0n, max: 3n * UNIT }),
  fc.bigInt({ min: 0n, max: DOUBLE_LIMIT * 2n }),
  fc.bigInt({ min: 0n, max: 10n ** 22n }),
  fc.bigInt({ min: -3n, max: 3n }).map((offset) => DOUBLE_LIMIT + offset),
  fc.bigInt({ min: -3n, max: 3n }).map((offset) => INT64_LIMIT + offset),
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: -1n, max: 1n }))
    .map(([units, offset]) => units * UNIT + offset),
);
const amount = fc.tuple(positive, fc.boolean()).map(([value, negative]) => (negative ? -value : value));
const rate = fc.oneof(
  fc.constantFrom(0, 20_000, 60_000, 1_000_000, 100_000_000),
  fc.nat({ max: 100_000_000 }),
);
const leverage = fc.oneof(fc.constantFrom(100, 2_000, 20_000), fc.integer({ min: 100, max: 50_000 }));
const lots = fc.oneof(
  fc.integer({ min: 1, max: 1000 }),
  fc.integer({ min: 1, max: 1_000_000_000 }),
  fc.integer({ min: 1, max: 10 ** 12 }),
);

const money = (quanta: bigint): Money => new Money().fromQuanta(quanta);

/** The value, after a check that the pair is canonical: whole numbers, 0 ≤ lo < 1e8, and no negative zero. */
function exact(it: Money): bigint {
  const { hi, lo } = it;
  expect(Number.isSafeInteger(hi) && Number.isSafeInteger(lo) && lo >= 0 && lo < 1e8).toBe(true);
  expect(Object.is(hi, -0) || Object.is(lo, -0)).toBe(false);
  return it.toQuanta();
}

function holds<T extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  check: (...values: T) => void,
): void {
  fc.assert(fc.property(...(arbitraries as unknown as [fc.Arbitrary<unknown>]), check as never), {
    numRuns: 1000,
  });
}

describe("a register", () => {
  it.each([
    ["zero", 0n, 0, 0],
    ["one quantum", 1n, 0, 1],
    ["minus one quantum", -1n, -1, 99_999_999],
    ["minus a half", -50_000_000n, -1, 50_000_000],
    ["minus one unit", -UNIT, -1, 0],
    ["what a 64-bit integer cannot hold", INT64_LIMIT, 92_233_720_368, 54_775_808],
    ["a maker's counter after a year", 10n ** 22n + 7n, 100_000_000_000_000, 7],
  ])("holds %s as whole units and quanta", (_, quanta, hi, lo) => {
    const it = money(quanta);
    expect([it.hi, it.lo]).toStrictEqual([hi, lo]);
    expect(exact(it)).toBe(quanta);
    expect(quantaOf(hi, lo)).toBe(quanta);
  });

  it("adds, subtracts and negates", () => {
    holds([amount, amount], (a, b) => {
      expect(exact(money(a).add(money(b)))).toBe(a + b);
      expect(exact(money(a).subtract(money(b)))).toBe(a - b);
      expect(exact(money(a).addSigned(1, money(b)))).toBe(a + b);
      expect(exact(money(a).addSigned(-1, money(b)))).toBe(a - b);
      expect(exact(money(a).negate())).toBe(-a);
    });
  });

  it("may be added to and taken from itself", () => {
    holds([amount], (a) => {
      const twice = money(a);
      expect(exact(twice.add(twice))).toBe(2n * a);
      const nothing = money(a);
      expect(exact(nothing.subtract(nothing))).toBe(0n);
    });
  });

  it("compares", () => {
    holds([amount, amount], (a, b) => {
      expect(money(a).lessThan(money(b))).toBe(a < b);
      expect(money(a).equals(money(b))).toBe(a === b);
      expect(money(a).equals(money(a))).toBe(true);
      expect(money(a).sign()).toBe(a < 0n ? -1 : a > 0n ? 1 : 0);
      expect(money(a).isZero()).toBe(a === 0n);
      expect(exact(money(a).min(money(b)))).toBe(a < b ? a : b);
      expect(exact(money(a).max0())).toBe(a < 0n ? 0n : a);
    });
  });

  it("copies, clears and takes parts", () => {
    const it = new Money().copy(money(-5n));
    expect(exact(it)).toBe(-5n);
    expect(exact(it.clear())).toBe(0n);
    expect(exact(it.set(-1, 99_999_995))).toBe(-5n);
  });
});

describe("products and quotients", () => {
  it("multiplies lots by quanta, exactly", () => {
    const perLot = fc.oneof(fc.nat({ max: 1000 }), fc.nat({ max: 10 ** 11 }));
    holds([lots, perLot], (size, quanta) => {
      expect(exact(new Money().setProduct(size, quanta))).toBe(BigInt(size) * BigInt(quanta));
    });
  });

  it("is exact on both sides of where doubles stop", () => {
    for (const size of [94_906_265, 94_906_266, 94_906_267]) {
      for (const quanta of [94_906_265, 94_906_266, 94_906_267]) {
        expect(exact(new Money().setProduct(size, quanta))).toBe(BigInt(size) * BigInt(quanta));
      }
    }
  });

  it("takes a rate, truncated for a fee, rounded up for a margin", () => {
    holds([positive, rate], (a, r) => {
      const product = a * BigInt(r);
      expect(exact(money(a).timesRateTrunc(r))).toBe(product / UNIT);
      expect(exact(money(a).timesRateTrunc(0 - r))).toBe(-(product / UNIT));
      expect(exact(money(a).timesRateCeil(r))).toBe(bigDivCeil(product, UNIT));
    });
  });

  it("divides by a leverage, rounded up", () => {
    holds([positive, leverage], (a, by) => {
      expect(exact(money(a).overLeverageCeil(by))).toBe(bigDivCeil(a * 100n, BigInt(by)));
    });
  });

  it("takes a share, half-even for display, rounded up for what is owed", () => {
    const share = fc
      .tuple(lots, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([whole, of]) => ({ whole, part: Math.round(whole * of) }));
    holds([positive, amount, share], (a, signed, { part, whole }) => {
      const [p, w] = [BigInt(part), BigInt(whole)];
      expect(exact(money(a).prorateHalfEven(part, whole))).toBe(bigDivHalfEven(a * p, w));
      expect(exact(money(signed).prorateCeil(part, whole))).toBe(bigDivCeil(signed * p, w));
    });
  });

  it.each([
    [5n, 1, 2, 2n],
    [7n, 1, 2, 4n],
    [DOUBLE_LIMIT + 1n, 1, 2, DOUBLE_LIMIT / 2n],
    [DOUBLE_LIMIT + 3n, 1, 2, DOUBLE_LIMIT / 2n + 2n],
  ])("breaks the tie of %d × %d / %d to %d", (quanta, part, whole, even) => {
    expect(exact(money(quanta).prorateHalfEven(part, whole))).toBe(even);
  });

  it("keeps the last quantum where a product of doubles would lose it", () => {
    // Each product is odd and above 2^53, one off a multiple of the divisor.
    for (const [lo, by] of [
      [99_989_999, 99_990_001],
      [99_970_001, 99_996_667],
      [99_990_001, 99_989_999],
    ] as const) {
      const product = BigInt(lo) * BigInt(by);
      expect(exact(money(BigInt(lo)).timesRateTrunc(by))).toBe(product / UNIT);
      expect(exact(money(BigInt(lo)).timesRateCeil(by))).toBe(bigDivCeil(product, UNIT));
    }
    for (const whole of [100_000_000, 800_000_000]) {
      const value = BigInt(whole - 1);
      expect(exact(money(value).prorateCeil(whole - 1, whole))).toBe(value);
    }
  });

  it("says how the pair comes out of a bigint: downwards", () => {
    holds([amount], (a) => {
      expect(BigInt(money(a).hi)).toBe(bigDivFloor(a, UNIT));
    });
  });
});

describe("a column", () => {
  it("keeps a sum a row, also while it grows", () => {
    const move = fc.record({ row: fc.nat({ max: 3 }), by: amount, subtract: fc.boolean() });
    holds([fc.array(move, { maxLength: 40 })], (moves) => {
      const column = columnOf(4);
      const sums = [0n, 0n, 0n, 0n];
      const register = new Money();
      for (const [i, { row, by, subtract }] of moves.entries()) {
        if (i === 10)
          column.lay(
            new Float64Array([...column.hi, 0, 0, 0, 0]),
            new Float64Array([...column.lo, 0, 0, 0, 0]),
          );
        if (subtract) column.subtract(row, money(by));
        else column.add(row, money(by));
        sums[row]! += subtract ? -by : by;
        expect(exact(column.read(row, register))).toBe(sums[row]);
        expect(column.isZero(row)).toBe(sums[row] === 0n);
      }
      expect([0, 1, 2, 3].map((row) => column.quanta(row))).toEqual(sums);
    });
  });

  it("writes and clears a row without touching its neighbours", () => {
    const column = columnOf(3);
    for (const row of [0, 1, 2]) column.write(row, money(-7n));
    column.clear(1);
    expect([0, 1, 2].map((row) => column.quanta(row))).toEqual([-7n, 0n, -7n]);
  });
});

function columnOf(rows: number): MoneyColumn {
  const column = new MoneyColumn();
  column.lay(new Float64Array(rows), new Float64Array(rows));
  return column;
}
