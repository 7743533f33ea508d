import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { money } from "../../../../../test/core/driver.ts";
import { HEDGE_LARGER, HEDGE_NET, HEDGE_SUM, LONG, SHORT } from "../codes.ts";
import { Contract } from "../contract/contract.ts";
import { DEFAULT_RISK_RULE } from "../model/riskRules.ts";
import { Holdings } from "../tables/accounts.ts";
import { Orders } from "../tables/orders.ts";
import { bankruptcyPrice, liquidationPrice } from "./liquidationPrice.ts";
import { maintenance } from "./maintenance.ts";

/** Tick 0.1, lot 0.0001: 60 000.0 is 600 000 ticks, one bitcoin 10 000 lots. */
const contract = new Contract(0, btc, new Orders(), new Holdings());
const TAKER = 60_000;

describe("an isolated position", () => {
  // 0.1 at 60 000, 10x: entry value 6 000, wallet 600. Its amount is 600 − 6 000 long, 600 + 6 000 short.
  it("long 0.1 @60000, 10x: 54216.86747 is shown as 54216.9", () => {
    expect(liquidationPrice(contract, { long: 1_000, short: 0, feeRate: 0 }, money("-5400"), 0n)).toBe(
      542_169,
    );
  });
  it("short 0.1 @60000, 10x: 65737.05179 is shown as 65737.0", () => {
    expect(liquidationPrice(contract, { long: 0, short: 1_000, feeRate: 0 }, money("6600"), 0n)).toBe(
      657_370,
    );
  });
  it("long 8 @60000, 50x: its root lies in tier 3", () => {
    // entry value 480 000, wallet 9 600: (480 000 − 9 600 − 1 300) / (8 · 0.99) = 59229.797…
    expect(liquidationPrice(contract, { long: 80_000, short: 0, feeRate: 0 }, money("-470400"), 0n)).toBe(
      592_298,
    );
  });
  it("short that only a price above the highest would liquidate never is; a long that is lost at any shows the highest", () => {
    const legs = { long: 0, short: 1, feeRate: 0 };
    const { priceMax, quantaPerTickLot } = contract;
    const cash = BigInt(priceMax) * BigInt(quantaPerTickLot) + maintenance(contract, legs, priceMax * 100);
    expect(liquidationPrice(contract, legs, cash, 0n)).toBe(priceMax);
    expect(liquidationPrice(contract, legs, 2n * cash, 0n)).toBe(0);
    expect(liquidationPrice(contract, { ...legs, long: 1, short: 0 }, -2n * cash, 0n)).toBe(priceMax);
  });
  it("long backed by more than its value is never liquidated", () => {
    expect(liquidationPrice(contract, { long: 1_000, short: 0, feeRate: 0 }, money("1"), 0n)).toBe(0);
  });

  it("goes bankrupt at 54000 and 66000, past that with the closing fee", () => {
    expect(bankruptcyPrice(contract, LONG, 1_000, money("-5400"), 0)).toBe(540_000);
    expect(bankruptcyPrice(contract, LONG, 1_000, money("-5400"), TAKER)).toBe(540_325); // 54032.42, up
    expect(bankruptcyPrice(contract, SHORT, 1_000, money("6600"), 0)).toBe(660_000);
    expect(bankruptcyPrice(contract, SHORT, 1_000, money("6600"), TAKER)).toBe(659_604); // 65960.42, down
    expect(bankruptcyPrice(contract, LONG, 1_000, money("1"), 0)).toBe(0);
  });
});

describe("a shared symbol", () => {
  /** Equity 2 000 at a mark of 60 000; cash is the equity less net size × mark. */
  const rows: [long: number, short: number, cash: string, ticks: number][] = [
    [8_000, 3_000, "-28000", 562_697],
    [3_000, 8_000, "32000", 636_887],
    [5_000, 5_000, "2000", 0],
    [3_000, 0, "-7903.454", 264_666], // the worked ledger: its amount is its cash
  ];
  it.each(rows)("%i long, %i short, cash %s: %i ticks", (long, short, cash, ticks) => {
    expect(liquidationPrice(contract, { long, short, feeRate: TAKER }, money(cash), 0n)).toBe(ticks);
  });

  it("is nearer by what the other symbols require", () => {
    const legs = { long: 8_000, short: 3_000, feeRate: TAKER };
    expect(liquidationPrice(contract, legs, money("-28000"), money("1000"))).toBe(582_810); // 2011.26 nearer
  });
});

describe("under flat tiers", () => {
  const flat = new Contract(0, btc, new Orders(), new Holdings());
  flat.changeRiskRule({ ...DEFAULT_RISK_RULE, flatTiers: true });
  const long = (lots: number) => ({ long: lots, short: 0, feeRate: 0 });

  it("long 8 @60000, 50x: 1 % of all of it", () => {
    // (480 000 − 9 600) / (8 · 0.99) = 59393.939…
    flat.markPoints = 60_000_000;
    expect(liquidationPrice(flat, long(80_000), money("-470400"), 0n)).toBe(593_940);
  });

  it("long 16 @62400, 50x: a rise into the next tier liquidates first", () => {
    // 998 400 requires 9 984 of 19 968. Past 62 500 it is 2.5 %: 25 000 of 21 568. Below, (998 400 − 19 968)
    // / (16 · 0.99) = 61769.69….
    flat.markPoints = 62_400_000;
    expect(liquidationPrice(flat, long(160_000), money("-978432"), 0n)).toBe(625_000);
    flat.markPoints = 61_900_000;
    expect(liquidationPrice(flat, long(160_000), money("-978432"), 0n)).toBe(617_697);
    expect(maintenance(flat, long(160_000), 62_500_000)).toBe(money("10000"));
    expect(maintenance(flat, long(160_000), 62_500_001)).toBe(money("25000.0004"));
  });
});

describe("any rule", () => {
  const rule = fc.record({
    flatTiers: fc.boolean(),
    tierByNet: fc.boolean(),
    hedge: fc.constantFrom(HEDGE_NET, HEDGE_LARGER, HEDGE_SUM),
  });

  it("equal legs that are charged both: a rise liquidates", () => {
    const ruled = new Contract(0, btc, new Orders(), new Holdings());
    ruled.changeRiskRule({ ...DEFAULT_RISK_RULE, hedge: HEDGE_SUM });
    // 0.5 and 0.5 with 500: 2 · (0.5 · P · 0.56 % − 50) is 500 at 107142.857…, where a leg is worth 53 571,
    // tier 2.
    const legs = { long: 5_000, short: 5_000, feeRate: TAKER };
    ruled.markPoints = 60_000_000;
    expect(liquidationPrice(ruled, legs, money("500"), 0n)).toBe(1_071_428);
  });

  it("shows the end of the stretch around the mark that is all in breach, or all healthy", () => {
    const lots = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_000_000 }));
    const cash = fc.bigInt({ min: -money("9000000"), max: money("9000000") });
    const mark = fc.integer({ min: 10_000, max: 2_000_000 });
    const others = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(rule, lots, lots, cash, mark, others, (changed, long, short, cash, mark, draws) => {
        const listed = new Contract(0, btc, new Orders(), new Holdings());
        listed.changeRiskRule({ ...DEFAULT_RISK_RULE, ...changed });
        listed.markPoints = mark * 100;
        const legs = { long, short, feeRate: TAKER };
        const healthAt = (ticks: number) =>
          cash +
          BigInt((long - short) * ticks) * BigInt(listed.quantaPerTickLot) -
          maintenance(listed, legs, ticks * 100);
        const price = liquidationPrice(listed, legs, cash, 0n);
        const [near, far] = price === 0 ? [1, listed.priceMax] : price < mark ? [price, mark] : [mark, price];
        // Both sides of the edge of every tier of either leg, both or their difference, and ticks at random.
        const sizes = [long, short, long + short, Math.abs(long - short)].filter((size) => size > 0);
        const edges = sizes.flatMap((size) =>
          btc.tiers.flatMap(({ boundUnits }) => {
            const edge = Math.floor((boundUnits * 100_000_000) / (size * listed.quantaPerTickLot));
            return [edge, edge + 1];
          }),
        );
        const between = [...edges, ...draws.map((draw) => Math.floor(near + draw * (far - near)))];
        const healths = between.filter((each) => near < each && each < far).map(healthAt);
        expect(healths.some((each) => each > 0n) && healths.some((each) => each < 0n)).toBe(false);
        if (price === 0 || price === listed.priceMax) return;
        const around = [price - 1, price, price + 1].map(healthAt);
        expect(around.some((each) => each >= 0n) && around.some((each) => each <= 0n)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

it("separates the ticks that liquidate from those that do not", () => {
  const lots = fc.integer({ min: 0, max: 2_000_000 });
  const cash = fc.bigInt({ min: -money("9000000"), max: money("9000000") });
  const feeRate = fc.constantFrom(0, TAKER);
  fc.assert(
    fc.property(lots, lots, feeRate, cash, (long, short, feeRate, cash) => {
      const legs = { long, short, feeRate };
      const price = liquidationPrice(contract, legs, cash, 0n);
      const healthAt = (ticks: number) =>
        cash +
        BigInt((long - short) * ticks) * BigInt(contract.quantaPerTickLot) -
        maintenance(contract, legs, ticks * 100);
      if (price === 0) {
        // A net long is safe even at one tick, a net short even at the highest, or lost at any; hedged legs
        // never change.
        const ends = [healthAt(1), healthAt(contract.priceMax)];
        if (long >= short) expect(ends[0]! >= 0n || long === short).toBe(true);
        expect(ends.some((each) => each > 0n) && ends.some((each) => each < 0n)).toBe(false);
        return;
      }
      const isLong = long > short;
      // A short whose price lies under one tick shows that tick, at which it is lost already.
      if ((isLong && price < contract.priceMax) || (!isLong && price > 1))
        expect(healthAt(price) >= 0n).toBe(true);
      if (isLong && price > 1) expect(healthAt(price - 1) <= 0n).toBe(true);
      if (!isLong) expect(healthAt(price + 1) <= 0n).toBe(true);
    }),
  );
});
