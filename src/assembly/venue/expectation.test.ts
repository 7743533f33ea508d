import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differenceOf } from "./expectation.ts";

describe("what was wanted of an answer", () => {
  test.each([
    [{ a: 1, b: [{ c: "x", d: null }] }, { b: [{ c: "x" }] }],
    [
      { a: null, b: true },
      { a: null, b: true },
    ],
    [{ a: "1.50" }, { a: 1.5 }],
    [{ a: 3 }, { a: "3.0" }],
    [{ a: "-0.5" }, { a: "< -0.4" }],
    [
      ["x", "y"],
      ["x", "y"],
    ],
  ])("%j is %j", (got, wanted) => {
    expect(differenceOf(got, wanted)).toBeUndefined();
  });

  test.each([
    [{ a: [1, 2] }, { a: [1] }, "a.length must be 1, got 2"],
    [{ a: [{ b: "0.1" }] }, { a: [{ b: ">= 0.2" }] }, 'a.0.b must be ">= 0.2", got "0.1"'],
    [{ a: "filled" }, { a: "canceled" }, 'a must be "canceled", got "filled"'],
    [{ a: "filled" }, { a: "> 1" }, 'a must be "> 1", got "filled"'],
    [{}, { a: 1 }, "a must be 1, got nothing"],
    [{ a: 1 }, { a: { b: 1 } }, 'a must be {"b":1}, got 1'],
    [{ a: 1 }, { a: [] }, "a must be [], got 1"],
    [[], { a: 1 }, 'the answer must be {"a":1}, got []'],
    [{ a: "1" }, { a: true }, 'a must be true, got "1"'],
  ])("%j is not %j", (got, wanted, said) => {
    expect(differenceOf(got, wanted)).toBe(said);
  });

  test("decimals are compared exactly, however many places they have", () => {
    const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.nat({ max: 10 }));
    fc.assert(
      fc.property(decimal, decimal, ([a, i], [b, k]) => {
        const order = a * 10n ** BigInt(10 - i) - b * 10n ** BigInt(10 - k);
        const [x, y] = [textOf(a, i), textOf(b, k)];
        const holds = (wanted: string) => differenceOf(x, wanted) === undefined;
        expect([holds(`> ${y}`), holds(`>= ${y}`), holds(y), holds(`<= ${y}`), holds(`< ${y}`)]).toEqual([
          order > 0n,
          order >= 0n,
          order === 0n,
          order <= 0n,
          order < 0n,
        ]);
      }),
    );
  });
});

function textOf(digits: bigint, places: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, "0");
  const whole = text.slice(0, text.length - places);
  return `${digits < 0n ? "-" : ""}${whole}${places > 0 ? `.${text.slice(-places)}` : ""}`;
}
