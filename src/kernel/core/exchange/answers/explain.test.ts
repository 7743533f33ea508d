import { expect, it } from "vitest";
import { Driver, money } from "../../../../../test/core/driver.ts";
import { COMBINED, ISOLATED, OPEN_LONG, OPEN_SHORT } from "../../data/codes.ts";
import type { ChargeView } from "../../data/messages/query.ts";
import { counterNames, counterSigns } from "../../data/messages/query.ts";

const NOBODY: number = 99;

/** Alice is long 0.1 shared; Bob is short 0.1 isolated at 10x. The mark fell from 60 000 to 59 000. */
function two() {
  const venue = new Driver();
  const alice = venue.user("alice", 1_000);
  const bob = venue.user("bob", 1_000);
  venue.index(60_000_000);
  venue.mode(bob, ISOLATED, COMBINED);
  venue.leverage(bob, 1_000, 1_000, ISOLATED);
  venue.trade(alice, bob, 600_000, 1_000);
  venue.index(59_000_000);
  return { venue, alice, bob };
}

it("every sum is the sum of its terms, and the results are those of the other answers", () => {
  const { venue, alice, bob } = two();
  for (const account of [alice, bob]) {
    const assets = venue.ask({ type: "assets", account })!;
    const positions = venue.ask({ type: "positions", account, contract: undefined });
    const { entries } = venue.ask({ type: "explain", account })!;
    const [shared] = entries;
    const { equity, wallet, available, withdrawable, frozen, positionMargin } = assets;
    expect(shared).toMatchObject({ available, withdrawable, frozen, positionMargin });
    expect(entries.reduce((sum, entry) => sum + entry.equity, 0n)).toBe(equity);
    expect(entries.reduce((sum, entry) => sum + entry.wallet, 0n)).toBe(wallet);
    expect(shared!.requirement).toBe(assets.maintenance);
    for (const entry of entries) {
      const sum = counterNames.reduce(
        (sum, name) => sum + BigInt(counterSigns[name]) * entry.counters[name],
        0n,
      );
      expect(sum).toBe(entry.amount);
      expect(entry.wallet).toBe(entry.amount + entry.entryValue);
      expect(entry.equity).toBe(entry.amount + entry.markValue);
      for (const { contract, liquidationPrice } of entry.symbols) {
        const shown = positions.find((each) => each.contract === contract)!;
        expect(liquidationPrice).toBe(shown.liquidationPrice);
      }
    }
  }
  expect(venue.ask({ type: "explain", account: NOBODY })).toBeUndefined();
});

it("explains a shared long", () => {
  const { venue, alice } = two();
  const [shared] = venue.ask({ type: "explain", account: alice })!.entries;
  // 1 000 − 3.6 of fees; 0.1 from 60 000 to 59 000.
  expect(shared).toMatchObject({
    amount: money("-5003.6"),
    entryValue: money("6000"),
    wallet: money("996.4"),
    markValue: money("5900"),
    equity: money("896.4"),
    requirement: money("27.14"), // 5 900 × (0.4 % + 0.06 %)
    ratio: 3_302_873_986n, // 33.02873986
  });
  expect(shared!.symbols).toMatchObject([
    {
      charges: [{ tier: 1, maintenanceRate: 400_000, deduction: 0n }],
      feeRate: 60_000,
      cash: money("-5003.6"),
      others: 0n,
    },
  ]);
});

it("explains an isolated short apart from the shared entry", () => {
  const { venue, bob } = two();
  const { entries } = venue.ask({ type: "explain", account: bob })!;
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({ symbols: [], positions: [], ratio: undefined, requirement: 0n });
  expect(entries[1]).toMatchObject({
    wallet: money("600"),
    equity: money("700"),
    requirement: money("23.6"),
    symbols: [{ feeRate: 0, requirement: money("23.6") }],
  });
});

it("explains a liquidation price by the tier in which it lies", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 60_000);
  const bob = venue.user("bob", 100_000);
  venue.index(60_000_000);
  venue.trade(alice, bob, 600_000, 43_000);
  // 4.3 BTC are 258 000, tier 3; the price of about 46 400 has 199 500, tier 2.
  const [symbol] = venue.ask({ type: "explain", account: alice })!.entries[0]!.symbols;
  expect(symbol).toMatchObject({
    charges: [{ tier: 3 }],
    priceCharges: [{ tier: 2, deduction: money("50") }],
  });
  const { cash, priceCharges, feeRate, liquidationPrice } = symbol!;
  const [{ maintenanceRate, deduction }] = priceCharges as [ChargeView];
  const exact = Number(-cash - deduction) / (4.3 * (1 - (maintenanceRate + feeRate) / 1e8)) / 1e8;
  expect(liquidationPrice).toBe(Math.ceil(exact * 10));
});

it("gives the lights of the queue of auto-deleveraging by fifths of the rank", () => {
  const venue = new Driver();
  const maker = venue.user("maker", 1_000_000);
  const takers = Array.from({ length: 6 }, (_, i) => venue.user(`t${i}`, 1_000 + 100 * i));
  venue.index(60_000_000);
  for (const account of takers) {
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 1_000 });
    venue.order({ account, action: OPEN_LONG, price: 600_000, size: 1_000 });
  }
  venue.index(61_000_000);
  const queue = venue.ask({ type: "adl", contract: 0 });
  const longs = queue.filter(({ leg }) => leg === 0);
  expect(longs.map(({ account }) => account)).toEqual(takers); // the less is behind it, the earlier
  expect(longs.map(({ light }) => light)).toEqual([5, 5, 4, 3, 2, 1]);
  expect(longs.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(queue.filter(({ leg }) => leg === 1)).toMatchObject([{ account: maker, rank: 1, light: 5 }]);
  expect(venue.ask({ type: "adl", contract: NOBODY })).toEqual([]);
});
