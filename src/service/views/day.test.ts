import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUY, quantaOf } from "../../kernel/core/index.ts";
import type { Bar } from "./bar.ts";
import { flatBar } from "./bar.ts";
import type { DayFigures } from "./day.ts";
import { DAY_MINUTES, MINUTE_MS, RollingDay } from "./day.ts";

const NOON = 1_764_504_000_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

describe("the rolling day", () => {
  test("is empty before the first trade", () => {
    expect(new RollingDay().at(NOON)).toEqual({
      open: 0,
      high: 0,
      low: 0,
      close: 0,
      volume: 0,
      value: 0n,
      trades: 0,
    });
  });

  test("adds up the trades of one minute", () => {
    const day = new RollingDay();
    day.add(NOON, 100, 3, 0, 99_999_999, BUY);
    day.add(NOON, 90, 1, 0, 2, BUY);
    day.add(NOON + 59_999, 110, 2, 7, 0, BUY);
    expect(day.at(NOON)).toEqual({
      open: 100,
      high: 110,
      low: 90,
      close: 110,
      volume: 6,
      value: 800_000_001n,
      trades: 3,
    });
  });

  test("keeps 1 440 minutes, the running one included, and opens at the price before them", () => {
    const day = new RollingDay();
    day.add(NOON, 100, 1, 1, 0, BUY);
    day.add(NOON + MINUTE_MS, 90, 1, 1, 0, BUY);
    const last = NOON + DAY_MS - 1;
    expect(day.at(last)).toMatchObject({ open: 100, high: 100, low: 90, volume: 2 });
    expect(day.at(last + 1)).toMatchObject({ open: 90, high: 90, low: 90, volume: 1 });
    expect(day.at(last + 1 + MINUTE_MS)).toMatchObject({ open: 90, high: 90, low: 90, close: 90, volume: 0 });
  });

  test("a minute without trades is flat at the price before it, also when that price left the day", () => {
    const day = new RollingDay();
    day.add(NOON, 500, 1, 1, 0, BUY);
    day.add(NOON + 2 * MINUTE_MS, 100, 1, 1, 0, BUY);
    expect(day.at(NOON + DAY_MS)).toMatchObject({ open: 500, high: 500, low: 100, close: 100, volume: 1 });
    expect(day.at(NOON + DAY_MS + MINUTE_MS)).toMatchObject({ open: 100, high: 100, low: 100 });
  });

  test("stands still with a frozen clock and survives a jump of a year", () => {
    const day = new RollingDay();
    day.add(NOON, 100, 1, 1, 0, BUY);
    for (let i = 0; i < 3; i++) day.add(NOON, 100 + i, 1, 1, 0, BUY);
    expect(day.at(NOON)).toMatchObject({ open: 100, high: 102, volume: 4 });
    const later = NOON + 365 * DAY_MS;
    expect(day.at(later)).toMatchObject({ open: 102, high: 102, low: 102, volume: 0, value: 0n });
    day.add(later, 50, 2, 1, 0, BUY);
    expect(day.at(later)).toMatchObject({ open: 102, high: 102, low: 50, close: 50, volume: 2 });
  });

  test("goes on from recalled minutes, the running one included", () => {
    const day = new RollingDay();
    const minute: Bar = { ...flatBar(NOON, 100), high: 120, volume: 5, value: 500n, trades: 3 };
    day.recall([flatBar(NOON - MINUTE_MS, 80), minute]);
    expect(day.at(NOON)).toMatchObject({
      open: 80,
      high: 120,
      low: 80,
      close: 100,
      volume: 5,
      value: 500n,
      trades: 3,
    });
    day.add(NOON + 1_000, 70, 1, 0, 1, BUY);
    expect(day.at(NOON)).toMatchObject({
      open: 80,
      high: 120,
      low: 70,
      close: 70,
      volume: 6,
      value: 501n,
      trades: 4,
    });
    expect(day.at(NOON + DAY_MS).trades).toBe(0);
  });

  test("equals the sum of one-minute candles over any trades and any clock", () => {
    const step = fc.record({
      wait: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 90_000 }),
        fc.integer({ min: 1, max: 2 * DAY_MS }),
      ),
      price: fc.integer({ min: 1, max: 1_000 }),
      size: fc.integer({ min: 1, max: 100 }),
      quanta: fc.integer({ min: 0, max: 99_999_999 }),
      read: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const day = new RollingDay();
        const trades: Trade[] = [];
        let time = NOON;
        for (const { wait, price, size, quanta, read } of steps) {
          time += wait;
          day.add(time, price, size, 3, quanta, BUY);
          trades.push({ time, price, size, value: quantaOf(3, quanta) });
          if (read) expect(day.at(time)).toEqual(sumOfCandles(trades, time));
        }
        expect(day.at(time + MINUTE_MS)).toEqual(sumOfCandles(trades, time + MINUTE_MS));
      }),
    );
  });
});

interface Trade {
  readonly time: number;
  readonly price: number;
  readonly size: number;
  readonly value: bigint;
}

/** The day as its definition says: candle by candle. */
function sumOfCandles(trades: readonly Trade[], now: number): DayFigures {
  const first = Math.floor(now / MINUTE_MS) - DAY_MINUTES + 1;
  let close = trades.findLast((trade) => Math.floor(trade.time / MINUTE_MS) < first)?.price;
  const figures = { open: 0, high: 0, low: 0, close: 0, volume: 0, value: 0n, trades: 0 };
  for (let minute = first; minute < first + DAY_MINUTES; minute++) {
    const within = trades.filter((trade) => Math.floor(trade.time / MINUTE_MS) === minute);
    const prices =
      within.length > 0 ? within.map((trade) => trade.price) : close === undefined ? [] : [close];
    if (prices.length === 0) continue;
    close = prices.at(-1)!;
    figures.open ||= prices[0]!;
    figures.high = Math.max(figures.high, ...prices);
    figures.low = figures.low === 0 ? Math.min(...prices) : Math.min(figures.low, ...prices);
    figures.close = close;
    for (const { size, value } of within) {
      figures.volume += size;
      figures.value += value;
      figures.trades++;
    }
  }
  return figures;
}
