import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Holdings } from "../account/holdings.ts";
import { LONG, SHORT } from "../codes.ts";
import { Contract } from "../contract/contract.ts";
import { Orders } from "../order/orders.ts";
import { btc } from "../testing/contracts.ts";
import { money } from "../testing/driver.ts";
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

it("separates the ticks that liquidate from those that do not", () => {
  const lots = fc.integer({ min: 0, max: 2_000_000 });
  const cash = fc.bigInt({ min: -money("9000000"), max: money("9000000") });
  const feeRate = fc.constantFrom(0, TAKER);
  fc.assert(
    fc.property(lots, lots, feeRate, cash, (long, short, feeRate, cash) => {
      const legs = { long, short, feeRate };
      const price = liquidationPrice(contract, legs, cash, 0n);
      const standing = (ticks: number) =>
        cash +
        BigInt((long - short) * ticks) * BigInt(contract.quantaPerTickLot) -
        maintenance(contract, legs, ticks * 100);
      if (price === 0) {
        // A net long is safe even at one tick, or a net short is lost at any; hedged legs never change.
        const net = long - short;
        if (net > 0) expect(standing(1) >= 0n).toBe(true);
        if (net < 0) expect(standing(1) <= 0n).toBe(true);
        return;
      }
      const isLong = long > short;
      // A short whose price lies under one tick shows that tick, at which it is lost already.
      if (isLong || price > 1) expect(standing(price) >= 0n).toBe(true);
      if (isLong && price > 1) expect(standing(price - 1) <= 0n).toBe(true);
      if (!isLong) expect(standing(price + 1) <= 0n).toBe(true);
    }),
  );
});
