import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUSE_RULE, insideVenue } from "../../../../../test/core/house.ts";
import { BUY, SELL } from "../../data/codes.ts";
import type { Wanted } from "../../data/house/bookShape.ts";
import { BookShape, powerOf } from "../../data/house/bookShape.ts";
import { placeOf, WantedPrices } from "../../data/house/wantedPrices.ts";
import type { Side } from "../../data/units/kinds.ts";
import { WantedQuotes } from "./wantedQuotes.ts";

/** Where quotes belong. */

const contract = insideVenue().exchange.state.contracts[0]!;
const rule = { ...HOUSE_RULE, accounts: [] };
const CALM_HEAT = 16;

type Changes = Partial<Wanted>;

const quotesAt = (ticks: number, changes: Changes = {}, heat = CALM_HEAT): WantedQuotes => {
  const changed = { ...rule, ...changes };
  return new WantedQuotes(contract, changed, new BookShape(changed), ticks * 100, heat);
};

/** The prices of a side, as they are walked. */
function walked(quotes: WantedQuotes, side: Side): number[] {
  const wantedPrices = new WantedPrices(side).from(quotes.touch(side), quotes.shape);
  const prices: number[] = [];
  for (let level = 0; quotes.isWithin(side, wantedPrices.at(level)); level++)
    prices.push(wantedPrices.at(level));
  return prices;
}

/**
 * Whether a quote may stand at a price: it is the touch, or the price of its cell, and not beyond the reach.
 */
function wants(quotes: WantedQuotes, side: Side, price: number): boolean {
  const { thickness, frontPower } = quotes.shape;
  const distance = side === BUY ? quotes.bid - price : price - quotes.ask;
  if (distance <= 0) return distance === 0;
  const power = Math.max(powerOf(Math.floor(distance / thickness)), frontPower);
  return quotes.isWithin(side, price) && placeOf(Math.floor(price / 2 ** power), power) === price;
}

const shapes = fc.record({
  ticks: fc.integer({ min: 300, max: 2_000_000 }),
  levels: fc.integer({ min: 20, max: 200 }),
  calmRate: fc.integer({ min: 1, max: 20_000 }),
});

test("walked outwards are exactly the prices that are wanted", () => {
  fc.assert(
    fc.property(shapes, ({ ticks, ...changes }) => {
      const quotes = quotesAt(ticks, changes);
      for (const side of [BUY, SELL]) {
        const prices = walked(quotes, side);
        const outwards = side === BUY ? -1 : 1;
        const expected: number[] = [];
        for (let price = quotes.touch(side); quotes.isWithin(side, price); price += outwards)
          if (wants(quotes, side, price)) expected.push(price);
        expect(prices).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});

test("where in its cell a price lies is another place in each cell", () => {
  const places = walked(quotesAt(600_000), SELL)
    .slice(1, 30)
    .map((price) => price % 4);
  expect(new Set(places)).toEqual(new Set([0, 1, 2, 3]));
});

describe("where a fall and a rise leave it", () => {
  const held = { reachRate: 1_100_000, levels: 150, calmRate: 11_000 };
  /** Levels, and lots times price within a percent of the touch. */
  const measured = (ticks: number): { readonly levels: number; readonly depth: number } => {
    const quotes = quotesAt(ticks, held);
    const prices = walked(quotes, BUY);
    const near = prices.filter((price) => price >= quotes.bid * 0.99);
    const depth = near.reduce((sum, price) => sum + quotes.lotsAt(BUY, price) * price, 0);
    return { levels: prices.length, depth };
  };

  // Prices of BTC, ETH, BNB, DOGE, LTC and ADA in ticks.
  test.each([600_000, 300_000, 60_000, 15_000, 8_000, 6_000])(
    "from %i ticks, a book has as many levels and as much within a percent",
    (ticks) => {
      const before = measured(ticks);
      for (const share of [0.8, 0.5, 2]) {
        const after = measured(ticks * share);
        expect(after.levels / before.levels).toBeGreaterThan(0.9);
        expect(after.levels / before.levels).toBeLessThan(1.1);
        expect(after.depth / before.depth).toBeGreaterThan(0.9);
        expect(after.depth / before.depth).toBeLessThan(1.1);
      }
    },
  );
});

test("nothing is wanted beyond the touch or the reach", () => {
  const quotes = quotesAt(600_000);
  expect(wants(quotes, BUY, quotes.bid)).toBe(true);
  expect(wants(quotes, BUY, quotes.bid + 1)).toBe(false);
  expect(wants(quotes, SELL, quotes.ask - 1)).toBe(false);
  for (let price = quotes.ask + 6_001; price < quotes.ask + 7_000; price++)
    expect(wants(quotes, SELL, price)).toBe(false);
});

describe("while the touch moves by some ticks", () => {
  test.each([1, 3, 11, 40])("by %i, hardly a quote behind the front is another one", (move) => {
    const before = quotesAt(600_000);
    const after = quotesAt(600_000 + move);
    const [old, now] = [walked(before, BUY), walked(after, BUY)];
    const far = before.bid - 500;
    const stay = old.filter((price) => price < far && wants(after, BUY, price));
    expect(old.filter((price) => price < far).length - stay.length).toBeLessThan(1 + move / 8);
    // At the front a new one comes each few ticks, and the touch.
    const fresh = now.filter((price) => price > before.bid);
    expect(fresh.length).toBeLessThanOrEqual(2 + move / 4);
  });
});

test("prices of coarser cells are some of those of the finer ones inside", () => {
  const front = (frontTicks: number): readonly number[] => {
    const calmRate = Math.ceil((frontTicks * 8 * 1e8) / 590_000);
    const quotes = quotesAt(600_000, { calmRate, levels: 2_000 });
    expect(quotes.shape.frontPower).toBe(powerOf(frontTicks));
    return walked(quotes, SELL).filter((price) => price < quotes.ask + 1_000);
  };
  for (const frontTicks of [2, 4, 8, 16]) {
    const coarse = front(frontTicks);
    expect(coarse.filter((price) => !front(frontTicks / 2).includes(price))).toEqual([]);
    expect(coarse.length).toBeCloseTo(1_000 / frontTicks, -1);
  }
});

test("depth grows outwards, the touch holds half of what stands at it, and a hot market is thin", () => {
  const quotes = quotesAt(600_000);
  const sum = (within: number): number =>
    walked(quotes, SELL)
      .filter((price) => price - quotes.ask <= within)
      .reduce((lots, price) => lots + quotes.lotsAt(SELL, price), 0);
  const near = sum(180);
  // 3.2 and 0.06 million units near, at 60,000.
  expect((near * 6) / 1e6).toBeGreaterThan(2.4);
  expect((near * 6) / 1e6).toBeLessThan(4.2);
  expect(sum(6_000) / near).toBeGreaterThan(6);
  expect(sum(6_000) / near).toBeLessThan(16);
  const hot = quotesAt(600_000, {}, 4 * CALM_HEAT);
  expect(hot.lotsAt(SELL, hot.ask + 100)).toBeLessThan(quotes.lotsAt(SELL, quotes.ask + 100));
  expect(hot.ask - hot.bid).toBeGreaterThan(quotes.ask - quotes.bid);
});
