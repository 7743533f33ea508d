import { expect, test } from "vitest";
import { Course } from "./course.ts";

const USDT = 100_000_000n;
const course = (...points: readonly (readonly [equity: number, deposited?: number])[]): Course => {
  const made = new Course();
  for (const [equity, deposited = 0] of points)
    made.add({ equity: BigInt(equity) * USDT, deposited: BigInt(deposited) * USDT });
  return made;
};

test.each([
  ["a gain of a tenth", [[100], [110]], 10_000_000n, 0n],
  ["a deposit is no gain", [[100], [200, 100]], 0n, 0n],
  ["a withdrawal is no loss", [[200], [100, -100]], 0n, 0n],
  ["what follows counts on what is there then", [[100], [1_100, 1_000], [1_210]], 10_000_000n, 0n],
  ["the deepest fall, though it was made good", [[100], [200], [150], [250]], 150_000_000n, -25_000_000n],
  ["rounded half-even at eight places", [[3], [4]], 33_333_333n, 0n],
  ["all is lost, whatever is paid in later", [[100], [0], [50, 50], [100]], -100_000_000n, -100_000_000n],
  ["nothing was ever there", [[0], [0]], 0n, 0n],
] as const)("%s", (_, points, result, drawdown) => {
  const made = course(...(points as never as readonly (readonly [number, number?])[]));
  expect([made.return, made.drawdown]).toEqual([result, drawdown]);
});

test("a further point is looked at, and not added", () => {
  const made = course([100], [110]);
  expect(made.with([{ equity: 55n * USDT, deposited: 0n }]).drawdown).toBe(-50_000_000n);
  expect([made.equity, made.drawdown]).toEqual([110n * USDT, 0n]);
});

test("a curve is evenly thinned, and begins where the account did", () => {
  const made = course(...Array.from({ length: 1_000 }, (_, i) => [i + 1] as const));
  const curve = made.curve(40).map((equity) => Number(equity / USDT));
  expect(curve.length).toBeGreaterThan(20);
  expect(curve.length).toBeLessThanOrEqual(40);
  expect(curve[0]).toBe(1);
  expect(new Set(curve.slice(1).map((each, i) => each - curve[i]!)).size).toBe(1);
});
