import { expect, test } from "vitest";
import { EquityCurve } from "./equityCurve.ts";

const MINUTE = 60_000;
const at = (minute: number, equity: number) => ({
  time: minute * MINUTE,
  equity: BigInt(equity),
  deposited: 0n,
});

test("a curve is evenly thinned, and begins where the account did", () => {
  const made = new EquityCurve();
  for (let i = 1; i < 1_000; i++) made.add(at(i, i));
  const curve = made.to(at(1_000, 1_000), 40).map(Number);
  expect(curve.length).toBeGreaterThan(20);
  expect(curve.length).toBeLessThanOrEqual(40);
  expect(curve[0]).toBe(1);
  expect(new Set(curve.slice(1).map((each, i) => each - curve[i]!)).size).toBe(1);
});

test("minutes without a sample have the equity of the one before", () => {
  const made = new EquityCurve();
  made.add(at(1, 10));
  made.add(at(4, 20));
  expect(made.to(at(6, 30), 40).map(Number)).toEqual([10, 10, 10, 20, 20, 30]);
  expect(made.to(at(4, 25), 40).map(Number)).toEqual([10, 10, 10, 25]);
});

test("a year in which nothing happened takes no longer than a minute", () => {
  const made = new EquityCurve();
  made.add(at(0, 1));
  expect(made.to(at(525_600, 2), 10).length).toBeGreaterThan(5);
});
