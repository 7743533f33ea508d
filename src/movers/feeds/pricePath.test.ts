import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { News, PricePath, UnitWalk } from "./pricePath.ts";

const T0 = Date.UTC(2026, 0, 1);
const path = (seed: number, symbol = "cmt_btcusdt", volatility = 0.5): PricePath =>
  new PricePath({ seed, symbol, volatility, anchor: { time: T0, points: 60_000_000 } });

describe("a generated price", () => {
  test("is the anchor's at the anchor's time", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(path(seed).at(T0)).toBe(60_000_000);
      }),
    );
  });

  test("is the same whether one walks there or asks for it alone", () => {
    const walked = path(7);
    const on = Array.from({ length: 4_000 }, (_, i) => walked.at(T0 + i * 1000));
    for (const i of [3_999, 0, 1_234, 77]) expect(path(7).at(T0 + i * 1000)).toBe(on[i]);
  });

  test("is the same in whatever order one asks, near and far, also before the epoch", () => {
    const near = fc.integer({ min: -300, max: 300 });
    const far = fc.integer({ min: -5e9, max: 5e9 });
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.oneof(near, near, far), { maxLength: 60 }), (seed, steps) => {
        const walk = new UnitWalk([seed, 1, 2, 3], 5);
        let second = 1_767_225_600;
        for (const step of steps) {
          second += step;
          expect(walk.at(second)).toBe(new UnitWalk([seed, 1, 2, 3], 5).at(second));
        }
      }),
    );
  });

  test("stands still within a second", () => {
    expect(path(7).at(T0 + 5_999)).toBe(path(7).at(T0 + 5_000));
  });

  test("differs by seed and by contract", () => {
    const t = T0 + 3_600_000;
    expect(new Set([path(1).at(t), path(2).at(t), path(1, "cmt_ethusdt").at(t)]).size).toBe(3);
  });

  /** Written down once: another machine, runtime or refactoring must compute these very doubles. */
  test("is a fixed function", () => {
    const later = [1, 60, 3_600, 86_400, 2_592_000].map((s) => path(42).at(T0 + s * 1000));
    expect(later).toEqual([
      60000777.62735619, 60025176.99001915, 60418140.5717008, 59951060.919596456, 48670921.38554255,
    ]);
  });

  test("moves as much as its volatility says, in minutes and in days", () => {
    const deviation = (step: number, count: number): number => {
      let squares = 0;
      for (let seed = 0; seed < 40; seed++) {
        for (let i = 0; i < count; i++) {
          const start = (i * 7 + 1) * step + 1_767_225_600;
          const walk = new UnitWalk([seed, 0, 0, 0], 5);
          squares += (walk.at(start + step) - walk.at(start)) ** 2;
        }
      }
      return Math.sqrt(squares / (40 * count) / step);
    };
    expect(deviation(60, 200)).toBeGreaterThan(0.6);
    expect(deviation(60, 200)).toBeLessThan(1.5);
    expect(deviation(86_400, 50)).toBeGreaterThan(0.6);
    expect(deviation(86_400, 50)).toBeLessThan(1.5);
  });

  /** With even volatility the two would differ by a fifth. */
  test("has calm and stormy hours: the minutes of some move twice as much as those of others", () => {
    const market = path(3);
    const restless = Array.from({ length: 200 }, (_, hour) => {
      const prices = Array.from({ length: 61 }, (_, i) => market.at(T0 + hour * 3_600_000 + i * 60_000));
      return prices.slice(1).reduce((sum, price, i) => sum + Math.abs(price - prices[i]!), 0);
    }).sort((a, b) => a - b);
    expect(restless[180]! / restless[20]!).toBeGreaterThan(2);
  });

  test("comes back: after years it is still of the same order", () => {
    for (let seed = 0; seed < 50; seed++) {
      const doge = path(seed, "cmt_dogeusdt", 0.9);
      for (let year = 1; year <= 20; year++) {
        const share = doge.at(T0 + year * 31_557_600_000) / 60_000_000;
        expect(share).toBeGreaterThan(0.14);
        expect(share).toBeLessThan(7.1);
      }
    }
  });
});

describe("news", () => {
  const CELL = 2 ** 16;
  /** Of many cells, those with news, with the second at which it comes. */
  const found = Array.from({ length: 4_000 }, (_, cell) => cell).flatMap((cell) => {
    const news = new News([1, 2, 3, 4], 5);
    const last = news.at((cell + 1) * CELL - 1);
    if (last === 0) return [];
    let [before, after] = [cell * CELL - 1, (cell + 1) * CELL - 1];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (middle >= cell * CELL && news.at(middle) !== 0) after = middle;
      else before = middle;
    }
    return [{ cell, second: after }];
  });

  test("comes once in two months or so, up as often as down", () => {
    expect(found.length).toBeGreaterThan(4_000 / 64 / 1.5);
    expect(found.length).toBeLessThan((4_000 / 64) * 1.5);
    const ups = found.filter(({ second }) => new News([1, 2, 3, 4], 5).at(second) > 0).length;
    expect(ups / found.length).toBeGreaterThan(0.3);
    expect(ups / found.length).toBeLessThan(0.7);
  });

  test("moves the price within a second by 6 to 16 deviations of a minute, and is gone half a day later", () => {
    const minute = Math.sqrt(60);
    for (const { cell, second } of found) {
      const news = new News([1, 2, 3, 4], 5);
      const size = Math.abs(news.at(second));
      expect(size).toBeGreaterThanOrEqual(6 * minute);
      expect(size).toBeLessThanOrEqual(16 * minute);
      expect(Math.abs(news.at((cell + 1) * CELL - 1))).toBeLessThan(0.01);
      for (let at = second; at < second + 1_000; at += 50)
        expect(Math.abs(news.at(at + 1))).toBeLessThan(Math.abs(news.at(at)));
    }
  });

  test("says the same in whatever order one asks", () => {
    const [{ second }] = found as [(typeof found)[0]];
    const once = new News([1, 2, 3, 4], 5);
    const there = once.at(second);
    once.at(second + 5 * CELL);
    expect(once.at(second)).toBe(there);
  });
});
