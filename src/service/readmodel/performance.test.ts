import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/host/clock.ts";
import type { EquityHistory, EquityRow, ResultRow } from "./index.ts";
import { performanceOf } from "./index.ts";

/** 2026-01-01 00:00 UTC. */
const START = 1_767_225_600_000;
const UNIT = 100_000_000n;

/** Equity and all deposits so far, in whole units. */
const at = (time: number, equity: number, deposited: number): EquityRow => ({
  time: START + time,
  equity: BigInt(equity) * UNIT,
  deposited: BigInt(deposited) * UNIT,
});
const history = (samples: readonly EquityRow[], present?: EquityRow, minutesFrom = 0): EquityHistory => ({
  samples,
  present,
  minutesFrom,
});
const span = (from: number, to: number) => ({ from: START + from, to: START + to });
const none = { fills: 0, takerValue: 0n, makerValue: 0n, realized: 0n, fees: 0n, liquidationFees: 0n };
const nothing: ResultRow = { day: START, contract: 0, ...none, funding: 0n, closed: 0, won: 0 };

test("deposits and withdrawals are no gain: return and drawdown by hand", () => {
  // 100 → 110 (+10 %), 50 come in, 160 → 128 (−20 %), 28 go out, 100 → 120 (+20 %).
  const samples = [
    at(0, 100, 100),
    at(1 * MINUTE_MS, 110, 100),
    at(2 * MINUTE_MS, 160, 150),
    at(3 * MINUTE_MS, 128, 150),
    at(4 * MINUTE_MS, 100, 122),
    at(5 * MINUTE_MS, 120, 122),
  ];
  const figures = performanceOf(history(samples), [], span(0, 6 * MINUTE_MS));
  expect(figures).toMatchObject({
    ...{ from: START, to: START + 6 * MINUTE_MS, equityBefore: 100n * UNIT, equityAfter: 120n * UNIT },
    ...{ deposited: 22n * UNIT, pnl: -2n * UNIT },
    totalReturn: 5_600_000, // 1.1 · 0.8 · 1.2 = 1.056
    drawdown: 20_000_000,
    sampledMs: MINUTE_MS,
  });
});

test("what came in within a minute worked in it, what went out did too", () => {
  const first = performanceOf(history([at(MINUTE_MS, 110, 100)]), [], span(0, MINUTE_MS));
  expect(first).toMatchObject({ equityBefore: 0n, pnl: 10n * UNIT, totalReturn: 10_000_000 });
  const out = performanceOf(
    history([at(0, 100, 100), at(MINUTE_MS, 0, -20)]), // 20 gained, all 120 taken out
    [],
    span(0, MINUTE_MS),
  );
  expect(out).toMatchObject({ pnl: 20n * UNIT, totalReturn: 20_000_000, drawdown: 0 });
});

test("who lost everything has lost everything, however much comes later", () => {
  const samples = [
    at(0, 100, 100),
    at(MINUTE_MS, -5, 100),
    at(2 * MINUTE_MS, 100, 205),
    at(3 * MINUTE_MS, 300, 205),
  ];
  expect(performanceOf(history(samples), [], span(0, 4 * MINUTE_MS))).toMatchObject({
    totalReturn: -100_000_000,
    drawdown: 100_000_000,
  });
});

describe("Sharpe", () => {
  const daily = (returns: readonly number[]) => {
    let equity = 10_000;
    const samples = [at(0, equity, 10_000)];
    for (const [i, each] of returns.entries()) {
      equity = Math.round(equity * (1 + each));
      samples.push(at((i + 1) * DAY_MS - 1_800_000, equity, 10_000)); // half an hour before midnight
    }
    return performanceOf(history(samples), [], span(0, returns.length * DAY_MS));
  };

  test("of ten days: mean 0.5 %, of returns of 1 % and 0 %, by hand", () => {
    // What a day gained is taken out: all of them begin with 10 000.
    const rows = Array.from({ length: 11 }, (_, i) =>
      at(i * DAY_MS, 10_000, 10_000 - 100 * Math.ceil(i / 2)),
    );
    const figures = performanceOf(history(rows), [], span(0, 10 * DAY_MS));
    // mean 0.005; variance 10 · 0.005² / 9; 0.005 / √(10/9 · 0.005²) = √0.9; · √365 = 18.1246…
    expect(figures).toMatchObject({ sharpe: 181_245, sharpeIntervalMs: DAY_MS, sharpeReturns: 10 });
  });

  test("takes the longest intervals of which there are ten", () => {
    expect(daily([0.01, -0.02, 0.03])).toMatchObject({ sharpeIntervalMs: HOUR_MS, sharpeReturns: 72 });
    expect(performanceOf(history([at(0, 1, 1)]), [], span(0, HOUR_MS))).toMatchObject({
      ...{ sharpe: undefined, sharpeIntervalMs: MINUTE_MS, sharpeReturns: 60 },
    });
  });

  test("is as a plain computation has it, and mirrored for the opposite returns", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 10, maxLength: 40 }),
        (moves) => {
          // Each day's gain is taken out, so that every return is of the same money.
          const rows = (sign: number): EquityRow[] => {
            let out = 0;
            return [
              at(0, 10_000, 10_000),
              ...moves.map((move, i) => {
                out += sign * move;
                return at((i + 1) * DAY_MS, 10_000, 10_000 - out);
              }),
            ];
          };
          // A loss is made good by a deposit, which works from the beginning of its day.
          const returns = (sign: number) =>
            moves.map((move) => (sign * move) / (sign * move < 0 ? 10_000 - sign * move : 10_000));
          for (const sign of [1, -1]) {
            const found = performanceOf(history(rows(sign)), [], span(0, moves.length * DAY_MS)).sharpe;
            const all = returns(sign);
            const mean = all.reduce((a, b) => a + b, 0) / all.length;
            const variance = all.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (all.length - 1);
            if (found === undefined) expect(variance).toBeLessThan(1e-12);
            else expect(found / 1e4).toBeCloseTo((mean / Math.sqrt(variance)) * Math.sqrt(365), 3);
          }
        },
      ),
      { numRuns: 60, seed: 3 },
    );
  });
});

test("where minutes are no longer kept, hours are taken for the whole span", () => {
  const samples = [
    at(0, 100, 100),
    at(10 * MINUTE_MS, 50, 100),
    at(HOUR_MS, 100, 100),
    at(2 * HOUR_MS, 90, 100),
  ];
  const kept = performanceOf(history(samples, undefined, START), [], span(0, 3 * HOUR_MS));
  expect(kept).toMatchObject({ sampledMs: MINUTE_MS, drawdown: 50_000_000 });
  const gone = performanceOf(history(samples, undefined, START + 1), [], span(0, 3 * HOUR_MS));
  expect(gone).toMatchObject({ sampledMs: HOUR_MS, drawdown: 10_000_000, sharpeIntervalMs: HOUR_MS });
});

test("the present is the end of a span that is not over; results are summed by contract and day", () => {
  const day = { ...nothing, fills: 2, takerValue: 30n * UNIT, makerValue: 10n * UNIT, realized: 7n * UNIT };
  const results = [
    { ...day, fees: UNIT, closed: 3, won: 1 },
    { ...day, contract: 1, liquidationFees: UNIT, funding: -2n * UNIT },
    { ...day, day: START + DAY_MS, makerValue: 0n },
  ];
  const samples = [at(-HOUR_MS, 100, 100), at(DAY_MS - HOUR_MS, 108, 100), at(DAY_MS, 109, 100)];
  const now = at(DAY_MS + 5_000, 112, 100);
  const figures = performanceOf(history(samples, now), results, span(0, 2 * DAY_MS));
  expect(figures).toMatchObject({
    ...{ to: now.time + 1, equityBefore: 100n * UNIT, equityAfter: 112n * UNIT, pnl: 12n * UNIT },
    sums: {
      ...{ fills: 6, turnover: 110n * UNIT, makerTurnover: 20n * UNIT, realized: 21n * UNIT },
      ...{ fees: UNIT, liquidationFees: UNIT, funding: -2n * UNIT, net: 17n * UNIT, closed: 3, won: 1 },
    },
    ...{ winRate: 33_333_333, makerShare: 18_181_818 },
  });
  expect(figures.contracts.map(({ contract, net }) => [contract, net])).toEqual([
    [0, 13n * UNIT],
    [1, 4n * UNIT],
  ]);
  // The sample of midnight ends the first day.
  expect(figures.days.map(({ day, pnl, fills }) => [day - START, pnl, fills])).toEqual([
    [0, 9n * UNIT, 4],
    [DAY_MS, 3n * UNIT, 2],
  ]);
  // What happens at midnight is the next day's.
  const midnight = performanceOf(history(samples, at(DAY_MS, 120, 100)), [], span(0, 2 * DAY_MS));
  expect(midnight.days.map(({ day, pnl }) => [day - START, pnl])).toEqual([
    [0, 9n * UNIT],
    [DAY_MS, 11n * UNIT],
  ]);
  const idle = performanceOf(history([]), [], span(0, DAY_MS));
  expect(idle).toMatchObject({ pnl: 0n, totalReturn: 0, sharpe: undefined, winRate: undefined, days: [] });
});

test("gains and losses that cancel each other have a Sharpe ratio of 0", () => {
  const samples = [at(0, 100, 100), at(MINUTE_MS, 110, 100), at(2 * MINUTE_MS, 99, 100)];
  const figures = performanceOf(history(samples), [], span(0, 2 * MINUTE_MS));
  expect(figures).toMatchObject({ sharpe: 0, sharpeReturns: 2 });
});
