import { describe, expect, test } from "vitest";
import type { ContractView } from "../../kernel/core/index.ts";
import { defaultContracts, pointsOf } from "./contracts.ts";
import { BAR_WORDS, PREHISTORY_INTERVALS_MS, prehistoryOf } from "./prehistory.ts";

const END = Date.UTC(2026, 10, 20, 13, 37, 21) + 345;
const { listing, price, volatility, minuteUnits } = defaultContracts[0]!;
const contract = { ...listing, contract: 0, quantaPerTickLot: 1_000 } as unknown as ContractView;
const points = pointsOf(price, listing);
const options = {
  ...{ contract, seed: 7, end: END, points, volatility, minuteUnits, minuteTrades: 45, candles: 1_000 },
};
const past = prehistoryOf(options);

const rows = (bars: Float64Array): number[][] =>
  Array.from({ length: bars.length / BAR_WORDS }, (_, i) => [
    ...bars.subarray(i * BAR_WORDS, (i + 1) * BAR_WORDS),
  ]);

describe.each(past.candles)("$price candles of $intervalMs ms", ({ price: kind, intervalMs, bars }) => {
  const candles = rows(bars);

  test("are a thousand and more, without gaps, up to the end", () => {
    expect(candles.length).toBeGreaterThanOrEqual(1_000);
    for (const [i, candle] of candles.entries()) expect(candle[0]).toBe(candles[0]![0]! + i * intervalMs);
    expect(candles.at(-1)![0]! < END && candles.at(-1)![0]! + intervalMs >= END).toBe(true);
  });

  test("begin on boundaries, weeks on Mondays", () => {
    const monday = intervalMs === PREHISTORY_INTERVALS_MS.at(-1) ? 4 * 86_400_000 : 0;
    expect((candles[0]![0]! - monday) % intervalMs).toBe(0);
  });

  test("are candles: each opens where the last closed, and the range holds both", () => {
    for (const [i, [, open, high, low, close]] of candles.entries()) {
      if (i > 0) expect(open).toBe(candles[i - 1]![4]);
      expect(low! >= 1 && low! <= Math.min(open!, close!) && high! >= Math.max(open!, close!)).toBe(true);
    }
  });

  test("end where the book opens", () => {
    expect(candles.at(-1)![4]).toBe(kind === "last" ? points / 100 : points);
  });

  test("have volume if they are trades", () => {
    for (const [, , , , , lots, units, quanta] of candles) {
      expect(lots! > 0 && units! > 0).toBe(kind === "last");
      expect(Number.isInteger(lots) && quanta! >= 0 && quanta! < 1e8).toBe(true);
    }
  });

  test("have trades if they have volume, and takers who bought no more than that", () => {
    for (const [, , , , , lots, units, quanta, trades, bought, boughtUnits, boughtQuanta] of candles) {
      expect(trades! > 0).toBe(lots! > 0);
      expect(trades! <= lots! && bought! <= lots!).toBe(true);
      expect(trades !== 1 || bought === 0 || bought === lots).toBe(true);
      const value = BigInt(units!) * 100_000_000n + BigInt(quanta!);
      const boughtValue = BigInt(boughtUnits!) * 100_000_000n + BigInt(boughtQuanta!);
      expect(boughtValue <= value && boughtValue > 0n === bought! > 0).toBe(true);
      expect(bought! < lots! === boughtValue < value).toBe(true);
    }
  });
});

test("short candles add up to long ones wherever both exist", () => {
  let compared = 0;
  for (const kind of ["last", "mark", "index"]) {
    const series = past.candles.filter((each) => each.price === kind);
    for (const [i, long] of series.slice(1).entries()) {
      const short = rows(series[i]!.bars);
      for (const [time, open, high, low, close, lots, ...rest] of rows(long.bars)) {
        const parts = short.filter((part) => part[0]! >= time! && part[0]! < time! + long.intervalMs);
        if (parts.length === 0) continue;
        compared++;
        expect(parts[0]![0]).toBe(time);
        expect([open, close]).toEqual([parts[0]![1], parts.at(-1)![4]]);
        expect(high).toBe(Math.max(...parts.map((part) => part[2]!)));
        expect(low).toBe(Math.min(...parts.map((part) => part[3]!)));
        expect(lots).toBe(parts.reduce((sum, part) => sum + part[5]!, 0));
        const money = (part: readonly number[], at: number): bigint =>
          BigInt(part[at]!) * 100_000_000n + BigInt(part[at + 1]!);
        const sum = (at: number): bigint => parts.reduce((total, part) => total + money(part, at), 0n);
        expect([money(rest, 0), money(rest, 4)]).toEqual([sum(6), sum(10)]);
        expect(rest[2]).toBe(parts.reduce((total, part) => total + part[8]!, 0));
        expect(rest[3]).toBe(parts.reduce((total, part) => total + part[9]!, 0));
      }
    }
  }
  expect(compared).toBeGreaterThan(3_000);
});

test("there are a hundred funding rates at past settlements, within the cap", () => {
  expect(past.fundingRates.length).toBe(100);
  for (const { time, rate } of past.fundingRates) {
    expect(time % listing.fundingIntervalMs).toBe(0);
    expect(time <= END && Math.abs(rate) <= listing.fundingCapRate).toBe(true);
  }
});

test("it is a function of seed, contract and end", () => {
  expect(prehistoryOf(options)).toEqual(past);
  const other = prehistoryOf({ ...options, seed: 8 });
  expect(other.candles[0]!.bars).not.toEqual(past.candles[0]!.bars);
});

test("the last day is covered by minutes even if few candles are asked for", () => {
  const few = prehistoryOf({ ...options, candles: 1 });
  expect(few.candles[0]!.bars[0]).toBeLessThanOrEqual(END - 86_400_000);
});
