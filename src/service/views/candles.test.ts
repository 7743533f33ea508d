import { describe, expect, test } from "vitest";
import { BUY, SELL } from "../../kernel/core/index.ts";
import { flatBar } from "./bar.ts";
import { CANDLE_INTERVALS_MS, candleTime, RunningCandles } from "./candles.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Sunday, 30 November 2025, 12:29:36.347 UTC. */
const SUNDAY = 1_764_505_776_347;

describe("candles", () => {
  test.each([
    [MINUTE, "2025-11-30T12:29:00.000Z"],
    [15 * MINUTE, "2025-11-30T12:15:00.000Z"],
    [4 * 60 * MINUTE, "2025-11-30T12:00:00.000Z"],
    [DAY, "2025-11-30T00:00:00.000Z"],
    [7 * DAY, "2025-11-24T00:00:00.000Z"],
  ])("of %i ms open at %s", (interval, opened) => {
    expect(new Date(candleTime(SUNDAY, interval)).toISOString()).toBe(opened);
  });

  test("grow with the trades of their interval and go on flat", () => {
    const candles = new RunningCandles();
    expect(candles.running(MINUTE, SUNDAY)).toBeUndefined();
    candles.count(SUNDAY, 100, 2, 5, 99_999_999, BUY);
    candles.count(SUNDAY + 500, 95, 4, 1, 2, BUY);
    candles.count(SUNDAY + 1_000, 90, 1, 2, 0, SELL);
    const minute = {
      ...{ open: 100, high: 100, low: 90, close: 90, volume: 7, value: 900_000_001n },
      ...{ trades: 3, boughtVolume: 6, boughtValue: 700_000_001n },
    };
    for (const interval of CANDLE_INTERVALS_MS) {
      expect(candles.running(interval, SUNDAY)).toEqual({ time: candleTime(SUNDAY, interval), ...minute });
    }
    candles.count(SUNDAY + MINUTE, 95, 1, 1, 0, SELL);
    expect(candles.running(MINUTE, SUNDAY + MINUTE)).toMatchObject({
      ...{ open: 95, low: 95, volume: 1, trades: 1, boughtVolume: 0, boughtValue: 0n },
    });
    expect(candles.running(DAY, SUNDAY + MINUTE)).toMatchObject({
      ...{ open: 100, low: 90, close: 95, volume: 8, trades: 4, boughtVolume: 6 },
    });
    const tomorrow = SUNDAY + DAY;
    expect(candles.running(DAY, tomorrow)).toMatchObject({
      open: 95,
      high: 95,
      low: 95,
      close: 95,
      volume: 0,
      trades: 0,
    });
  });

  test("go on from what was recalled", () => {
    const candles = new RunningCandles();
    const time = candleTime(SUNDAY, DAY);
    const bar = {
      ...{ time, open: 50, high: 60, low: 40, close: 55, volume: 9, value: 199_999_999n },
      ...{ trades: 4, boughtVolume: 5, boughtValue: 199_999_999n },
    };
    candles.recall(DAY, [bar]);
    candles.see(SUNDAY, 70);
    expect(candles.running(DAY, SUNDAY)).toEqual({ ...bar, high: 70, close: 70 });
    candles.count(SUNDAY, 70, 1, 0, 1, BUY);
    expect(candles.running(DAY, SUNDAY)).toMatchObject({
      ...{ volume: 10, value: 200_000_000n, trades: 5, boughtVolume: 6, boughtValue: 200_000_000n },
    });
  });

  test("open at the close before them if their first minute was empty", () => {
    const candles = new RunningCandles();
    const hour = candleTime(SUNDAY, 60 * MINUTE) + 60 * MINUTE;
    candles.see(SUNDAY, 100);
    candles.see(hour + MINUTE, 90);
    candles.see(hour + MINUTE, 80);
    expect(candles.running(60 * MINUTE, hour + MINUTE)).toMatchObject({ open: 100, high: 100, low: 80 });
    expect(candles.running(MINUTE, hour + MINUTE)).toMatchObject({ open: 90, high: 90, low: 80 });
    candles.see(hour + 60 * MINUTE + 59_999, 70);
    expect(candles.running(60 * MINUTE, hour + 60 * MINUTE)).toMatchObject({ open: 70, high: 70 });
  });

  test("a recalled one that is flat at the close before it is opened by the next price", () => {
    const time = candleTime(SUNDAY, MINUTE);
    const before = flatBar(time - MINUTE, 55);
    for (const [bars, open] of [
      [[before, flatBar(time, 55)], 70],
      [[before, flatBar(time, 56)], 56],
      [[flatBar(time, 55)], 55],
      [[before, { ...flatBar(time, 55), volume: 1 }], 55],
    ] as const) {
      const candles = new RunningCandles();
      candles.recall(MINUTE, bars);
      expect(candles.running(MINUTE, SUNDAY)).toEqual(bars.at(-1));
      candles.see(SUNDAY, 70);
      expect(candles.running(MINUTE, SUNDAY)).toMatchObject({ open, close: 70 });
    }
  });
});
