import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { encode, eventLayouts, RecordBuffer } from "../../kernel/core/index.ts";
import { barOf, barStart, type CandleSums, extendBar, wordsOf } from "./candle.ts";
import {
  BAR_WORDS,
  type Bars,
  CANDLE_INTERVALS,
  type CandleRow,
  type CandlesQuery,
  type History,
  type HistoryFrame,
  openHistory,
} from "./index.ts";

const clock = new SimulatedClock({ seed: 1 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
/** A Thursday, 00:00 UTC. */
const START = 1_767_225_600_000;

/** Frames of one mark price each. */
function frames(ticks: readonly { time: number; points: number }[], contract = 0): HistoryFrame[] {
  return ticks.map(({ time, points }, index) => {
    const buffer = new RecordBuffer();
    encode(eventLayouts.markChanged, { contract, points }, buffer);
    return { firstSeq: index + 1, count: 1, time, events: buffer.slice() };
  });
}

async function marks(ticks: readonly { time: number; points: number }[]): Promise<History> {
  const history = await openHistory({ path: undefined, clock });
  for (const frame of frames(ticks)) await history.apply(frame);
  return history;
}

const asked = { contract: 0, price: "mark" as const, limit: 1_000 };
const shapeOf = ({ time, open, high, low, close }: CandleRow): number[] => [time, open, high, low, close];
const markBars = async (
  history: History,
  query: Partial<CandlesQuery> & { now: number },
): Promise<number[][]> => (await history.candles({ ...asked, intervalMs: MINUTE, ...query })).map(shapeOf);

describe("bars", () => {
  test.each([
    [MINUTE, "2026-01-01T13:37:59.999Z", "2026-01-01T13:37:00Z"],
    [4 * HOUR, "2026-01-01T13:37:59Z", "2026-01-01T12:00:00Z"],
    [24 * HOUR, "2026-01-01T13:37:59Z", "2026-01-01T00:00:00Z"],
    [WEEK, "2026-01-01T13:37:59Z", "2025-12-29T00:00:00Z"],
    [WEEK, "2026-01-04T23:59:59.999Z", "2025-12-29T00:00:00Z"],
    [WEEK, "2026-01-05T00:00:00Z", "2026-01-05T00:00:00Z"],
    [WEEK, "1970-01-01T00:00:00Z", "1969-12-29T00:00:00Z"],
  ])("of %i ms hold %s from %s", (interval, time, start) => {
    expect(new Date(barStart(Date.parse(time), interval))).toEqual(new Date(start));
  });

  test("carry quanta over into units", () => {
    const bar = {
      ...{ time: 0, open: 1, high: 3, low: 1, close: 2, volume: 2, units: 5, quanta: 60_000_000 },
      ...{ trades: 2, boughtVolume: 1, boughtValueUnits: 4, boughtValueQuanta: 70_000_000 },
    };
    const sum = { ...bar };
    extendBar(sum, { ...bar, time: MINUTE, high: 2, low: 0, close: 1 });
    expect(sum).toEqual({
      ...{ ...bar, low: 0, close: 1, volume: 4, units: 11, quanta: 20_000_000 },
      ...{ trades: 4, boughtVolume: 2, boughtValueUnits: 9, boughtValueQuanta: 40_000_000 },
    });
  });
});

describe("candles", () => {
  const ticks = [
    { time: START + 1_000, points: 50 },
    { time: START + 2_000, points: 70 },
    { time: START + 59_999, points: 60 },
    { time: START + 3 * MINUTE, points: 40 },
  ];

  test("are flat where nothing happened, up to now", async () => {
    const history = await marks(ticks);
    expect(await markBars(history, { now: START + 5 * MINUTE + 1 })).toEqual([
      [START, 50, 70, 50, 60],
      [START + MINUTE, 60, 60, 60, 60],
      [START + 2 * MINUTE, 60, 60, 60, 60],
      [START + 3 * MINUTE, 40, 40, 40, 40],
      [START + 4 * MINUTE, 40, 40, 40, 40],
      [START + 5 * MINUTE, 40, 40, 40, 40],
    ]);
  });

  test.each([
    ["the last before now", {}, [4, 5]],
    ["the last before to", { to: START + 3 * MINUTE + 5 }, [2, 3]],
    ["the first from from", { from: START + MINUTE }, [1, 2]],
    ["the first that begin after from", { from: START + MINUTE + 1 }, [2, 3]],
    ["the last of both", { from: START, to: START + 2 * MINUTE }, [1, 2]],
    ["what lies in both", { from: START + 2 * MINUTE, to: START + 2 * MINUTE }, [2]],
    ["none before the first", { to: START - 1 }, []],
    ["none after now", { from: START + 9 * MINUTE }, []],
    ["the first there are", { from: START - HOUR }, [0, 1]],
  ])("with a limit of two: %s", async (_, range, expected) => {
    const history = await marks(ticks);
    const bars = await markBars(history, { ...range, limit: 2, now: START + 5 * MINUTE });
    expect(bars.map(([time]) => (time! - START) / MINUTE)).toEqual(expected);
  });

  test("of an unknown contract are none", async () => {
    const history = await marks(ticks);
    expect(await markBars(history, { contract: 9, now: START + HOUR })).toEqual([]);
  });

  test("of low intervals add up to those of high ones", async () => {
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 6 * HOUR }),
      points: fc.integer({ min: 1, max: 1_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 80 }), async (steps) => {
        let time = START;
        const walk = steps.map(({ ms, points }) => {
          time += ms % 7 === 0 ? ms % 50_000 : ms;
          return { time, points };
        });
        const history = await marks(walk);
        const all = { ...asked, limit: 100_000, now: time };
        const minutes = await history.candles({ ...all, intervalMs: MINUTE });
        for (const intervalMs of CANDLE_INTERVALS) {
          const bars = await history.candles({ ...all, intervalMs });
          expect(packed(bars)).toEqual(rollUp(packed(minutes), intervalMs));
        }
        for (const bar of minutes) {
          const inside = walk
            .filter((tick) => barStart(tick.time, MINUTE) === bar.time)
            .map((tick) => tick.points);
          if (inside.length === 0) continue;
          expect(shapeOf(bar)).toEqual([
            bar.time,
            inside[0],
            Math.max(...inside),
            Math.min(...inside),
            inside.at(-1),
          ]);
        }
        await history.close();
      }),
      { numRuns: 15 },
    );
  });
});

describe("pre-history", () => {
  const synthetic = (time: number, open: number, close: number): CandleSums => ({
    ...{ time, open, close, high: Math.max(open, close), low: Math.min(open, close) },
    ...{ volume: 10, units: 3, quanta: 99_999_999 },
    ...{ trades: 5, boughtVolume: 4, boughtValueUnits: 1, boughtValueQuanta: 99_999_999 },
  });
  const minutes = packBars([synthetic(START - MINUTE, 30, 45), synthetic(START, 45, 55)]);
  const written = (bars: Bars) => ({
    contract: 0,
    candles: [
      { price: "mark" as const, intervalMs: MINUTE, bars: bars.slice() },
      { price: "mark" as const, intervalMs: HOUR, bars: rollUp(bars, HOUR) },
    ],
    fundingRates: [
      { time: START - 8 * HOUR, rate: 10_000 },
      { time: START, rate: -5 },
    ],
  });

  test("lies before what happens, is marked, and shares the bar of the opening", async () => {
    const history = await openHistory({ path: undefined, clock });
    expect(await history.hasPrehistory(0)).toBe(false);
    await history.writePrehistory(written(minutes));
    expect(await history.hasPrehistory(0)).toBe(true);
    expect(await history.hasPrehistory(1)).toBe(false);
    for (const frame of frames([
      { time: START + 30_000, points: 90 },
      { time: START + MINUTE, points: 20 },
    ])) {
      await history.apply(frame);
    }
    const now = START + MINUTE;
    const bars = await history.candles({ ...asked, intervalMs: MINUTE, now });
    expect(bars.map(shapeOf)).toEqual([
      [START - MINUTE, 30, 45, 30, 45],
      [START, 45, 90, 45, 90],
      [START + MINUTE, 20, 20, 20, 20],
    ]);
    expect(bars.map((bar) => bar.synthetic)).toEqual([true, true, false]);
    const hours = await history.candles({ ...asked, intervalMs: HOUR, now });
    expect(packed(hours)).toEqual(rollUp(packed(bars), HOUR));
    expect(await history.fundingRates({ contract: 0, limit: 10 })).toEqual([
      { contract: 0, time: START, rate: -5, synthetic: true },
      { contract: 0, time: START - 8 * HOUR, rate: 10_000, synthetic: true },
    ]);
    const rates = async (from?: number, to?: number) =>
      (await history.fundingRates({ contract: 0, from, to, limit: 1 })).map(({ rate }) => rate);
    expect(await rates(undefined, START - 1)).toEqual([10_000]);
    expect(await rates(START - 8 * HOUR)).toEqual([-5]);
    expect(await rates(START - HOUR, START - 1)).toEqual([]);
  });

  test("written twice is there once", async () => {
    const history = await openHistory({ path: undefined, clock });
    await history.writePrehistory(written(minutes));
    await history.writePrehistory(written(minutes));
    expect(await history.candles({ ...asked, intervalMs: MINUTE, now: START })).toHaveLength(2);
  });
});

function packed(rows: readonly CandleRow[]): Bars {
  const parts = (money: bigint): number[] => [Number(money / 100_000_000n), Number(money % 100_000_000n)];
  return Float64Array.from(
    rows.flatMap((row) => [
      ...[...shapeOf(row), row.volume, ...parts(row.value)],
      ...[row.trades, row.boughtVolume, ...parts(row.boughtValue)],
    ]),
  );
}

/** The bars of a higher interval that ascending bars of a lower one add up to. */
function rollUp(bars: Bars, intervalMs: number): Bars {
  const higher: CandleSums[] = [];
  for (let at = 0; at < bars.length; at += BAR_WORDS) {
    const bar = barOf(bars.subarray(at, at + BAR_WORDS));
    bar.time = barStart(bar.time, intervalMs);
    const last = higher.at(-1);
    if (last?.time === bar.time) extendBar(last, bar);
    else higher.push(bar);
  }
  return packBars(higher);
}

function packBars(list: readonly CandleSums[]): Bars {
  return Float64Array.from(list.flatMap(wordsOf));
}
