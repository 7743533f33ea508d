import fc from "fast-check";
import { expect, it } from "vitest";
import {
  bigDivCeil,
  bigDivFloor,
  bigDivHalfEven,
  bigSqrtFloor,
  divCeil,
  divFloor,
  divHalfEven,
} from "./divide.ts";

const MAX = Number.MAX_SAFE_INTEGER;

/** Safe integers, with those close to a multiple of the divisor or to the limits drawn often. */
const cases = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 1, max: 1000 }),
      fc.maxSafeNat().filter((n) => n > 0),
    ),
    fc.maxSafeInteger(),
    fc.integer({ min: -2, max: 2 }),
    fc.boolean(),
  )
  .map(([divisor, value, offset, near]) => {
    const multiple = Math.trunc(value / divisor) * divisor + offset;
    return { a: near && Math.abs(multiple) <= MAX ? multiple : value, b: divisor };
  });

/**
 * The rounded quotient by the definition: the nearest integers on both sides of a / b, and how far each is.
 */
function expected(a: number, b: number): { floor: bigint; ceil: bigint; halfEven: bigint } {
  const [n, d] = [BigInt(a), BigInt(b)];
  const rest = ((n % d) + d) % d;
  const floor = (n - rest) / d;
  const ceil = rest === 0n ? floor : floor + 1n;
  if (rest * 2n === d) return { floor, ceil, halfEven: floor % 2n === 0n ? floor : ceil };
  return { floor, ceil, halfEven: rest * 2n < d ? floor : ceil };
}

it.each([
  // a, b, floor, ceil, half-even
  [0, 3, 0, 0, 0],
  [7, 2, 3, 4, 4],
  [5, 2, 2, 3, 2],
  [-5, 2, -3, -2, -2],
  [-7, 2, -4, -3, -4],
  [-1, 2, -1, 0, 0],
  [-1, 3, -1, 0, 0],
  [MAX, 1, MAX, MAX, MAX],
  [-MAX, 1, -MAX, -MAX, -MAX],
  [MAX, 2, 4_503_599_627_370_495, 4_503_599_627_370_496, 4_503_599_627_370_496],
  [MAX - 1, MAX, 0, 1, 1],
  [-MAX, 3, -3_002_399_751_580_331, -3_002_399_751_580_330, -3_002_399_751_580_330],
])("rounds %d / %d down to %d, up to %d, half-even to %d", (a, b, floor, ceil, halfEven) => {
  // Strictly equal: a quotient of zero is +0, since −0 has other bytes in a record.
  expect([divFloor(a, b), divCeil(a, b), divHalfEven(a, b)]).toStrictEqual([floor, ceil, halfEven]);
});

it("is exact for every safe integer", () => {
  fc.assert(
    fc.property(cases, ({ a, b }) => {
      const { floor, ceil, halfEven } = expected(a, b);
      expect(divFloor(a, b)).toBe(Number(floor));
      expect(divCeil(a, b)).toBe(Number(ceil));
      expect(divHalfEven(a, b)).toBe(Number(halfEven));
    }),
    { numRuns: 2000 },
  );
});

it("rounds bigints as it rounds numbers", () => {
  fc.assert(
    fc.property(cases, ({ a, b }) => {
      const { floor, ceil, halfEven } = expected(a, b);
      expect(bigDivFloor(BigInt(a), BigInt(b))).toBe(floor);
      expect(bigDivCeil(BigInt(a), BigInt(b))).toBe(ceil);
      expect(bigDivHalfEven(BigInt(a), BigInt(b))).toBe(halfEven);
    }),
    { numRuns: 1000 },
  );
});

it("a root is the largest integer whose square is not above", () => {
  const square = fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 1n << 200n }));
  fc.assert(
    fc.property(square, fc.bigInt({ min: -1n, max: 1n }), (drawn, by) => {
      for (const each of [drawn, drawn * drawn + by].filter((value) => value >= 0n)) {
        const root = bigSqrtFloor(each);
        expect(root * root <= each && each < (root + 1n) * (root + 1n), String(each)).toBe(true);
      }
    }),
  );
  expect([0n, 1n, 2n, 3n, 4n].map(bigSqrtFloor)).toEqual([0n, 1n, 1n, 1n, 2n]);
});
