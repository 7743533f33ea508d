import { expect, test } from "vitest";
import { RunningPerformance } from "./runningPerformance.ts";

const USDT = 100_000_000n;
const MINUTE = 60_000;
/** A point a minute: equity, and what came in since the one before. */
const performance = (
  ...points: readonly (readonly [equity: number, deposited?: number])[]
): RunningPerformance => {
  let deposited = 0n;
  const [first, ...rest] = points.map(([equity, more = 0], i) => {
    deposited += BigInt(more) * USDT;
    return { time: i * MINUTE, equity: BigInt(equity) * USDT, deposited };
  });
  const made = new RunningPerformance(first!);
  for (const point of rest) made.add(point);
  return made;
};

test.each([
  ["a gain of a tenth", [[100], [110]], 10_000_000n, 0n],
  ["a deposit is no gain", [[100], [200, 100]], 0n, 0n],
  ["a withdrawal is no loss", [[200], [100, -100]], 0n, 0n],
  ["what follows counts on what is there then", [[100], [1_100, 1_000], [1_210]], 10_000_000n, 0n],
  ["the deepest fall, though it was made good", [[100], [200], [150], [250]], 150_000_000n, 25_000_000n],
  ["rounded half-even at eight places", [[3], [4]], 33_333_333n, 0n],
  ["all is lost, whatever is paid in later", [[100], [0], [50, 50], [100]], -100_000_000n, 100_000_000n],
  ["nothing was ever there", [[0], [0]], 0n, 0n],
] as const)("%s", (_, points, result, drawdown) => {
  const made = performance(...(points as never as readonly (readonly [number, number?])[]));
  expect([made.return, made.drawdown]).toEqual([result, drawdown]);
});

test("a point is added to a copy, and not to what was copied", () => {
  const made = performance([100], [110]);
  const copy = made.copy();
  copy.add({ time: 2 * MINUTE, equity: 55n * USDT, deposited: 0n });
  expect([copy.drawdown, copy.sharpe().sharpeReturns]).toEqual([50_000_000n, 2]);
  expect([made.last.equity, made.drawdown, made.sharpe().sharpeReturns]).toEqual([110n * USDT, 0n, 1]);
});

test("minutes without a point count as such in which nothing changed", () => {
  const sparse = performance([100], [101]);
  sparse.add({ time: 9 * MINUTE, equity: 90n * USDT, deposited: 0n });
  const dense = performance([100], [101], [101], [101], [101], [101], [101], [101], [101], [90]);
  expect(sparse.sharpe()).toEqual(dense.sharpe());
  expect(sparse.sharpe().sharpeReturns).toBe(9);
});
