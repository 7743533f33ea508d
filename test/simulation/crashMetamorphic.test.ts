import { describe, expect, test } from "vitest";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  COMBINED,
  INSURANCE_ACCOUNT,
  ISOLATED,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_DELEVERAGING,
  SHARED,
} from "../../src/kernel/core/data/codes.ts";
import { MARK_MEAN_BASIS } from "../../src/kernel/core/data/contract/markPrice.ts";
import { btc } from "../core/contracts.ts";
import { Driver, eventsOf, money, placeOrder } from "../core/driver.ts";
import { Draw } from "./draw.ts";

/** What must not change, or change in step, when a market is told differently. */

const LONG_RUN = process.env["OUTCRY_LONG"] !== undefined;
const SEEDS = Array.from({ length: LONG_RUN ? 400 : 12 }, (_, i) => i + 1);
const MARK = 60_000_000;
const free = {
  ...btc,
  makerRate: 0,
  takerRate: 0,
  liquidationFeeRate: 0,
  bandBuyRate: 50_000_000,
  bandSellRate: 50_000_000,
};
const USERS = 6;

interface Telling {
  /** Reflects prices at 60 000 and swaps buying with selling. */
  readonly mirrored: boolean;
  /**
   * Lots are worth this many times as much, and so is all money. (Not more lots: what a fill may take is cut
   * to whole ones.)
   */
  readonly scale: number;
  /** Accounts opened in the opposite order. */
  readonly renamed: boolean;
  /** Every order in two halves. */
  readonly split: boolean;
  /** Before each order one that is canceled again. */
  readonly hesitant: boolean;
  readonly contract: typeof btc;
  /** How far the index moves, in ticks; the units of each deposit. */
  readonly jump: number;
  readonly units: number;
}
const plain: Telling = {
  mirrored: false,
  scale: 1,
  renamed: false,
  split: false,
  hesitant: false,
  contract: free,
  jump: 2_000,
  units: 1_000_000,
};

interface Told {
  /** Equity and wallet of each user, in order of their names. */
  readonly equities: readonly bigint[];
  readonly wallets: readonly bigint[];
  readonly liquidations: number;
}

const mirror: Readonly<Record<number, number>> = {
  [OPEN_LONG]: OPEN_SHORT,
  [OPEN_SHORT]: OPEN_LONG,
  [CLOSE_LONG]: CLOSE_SHORT,
  [CLOSE_SHORT]: CLOSE_LONG,
};

/** The same random market, told one way or another. */
function tell(seed: number, change: Partial<Telling>): Told {
  const { mirrored, scale, renamed, split, hesitant, contract, jump, units } = { ...plain, ...change };
  const draw = new Draw(seed);
  const venue = new Driver([{ ...contract, lotStep: scale }]);
  venue.audits = false;
  const names = Array.from({ length: USERS }, (_, i) => i);
  const users: number[] = [];
  for (const name of renamed ? names.toReversed() : names)
    users[name] = venue.user(`user ${name}`, units * scale);
  venue.deposit(INSURANCE_ACCOUNT, 1_000_000 * scale);
  const reflected = (ticks: number): number => (mirrored ? 1_200_000 - ticks : ticks);
  venue.index(MARK);
  // What a side must hold to move the mark is an amount of money: it grows with the market.
  const markRule = { method: MARK_MEAN_BASIS, window: 30, boundRate: 500_000, impactUnits: 40_000 * scale };
  venue.accept({ type: "setMarkRule", contract: 0, ...markRule });
  for (const user of users) venue.leverage(user, 2_000);
  let ticks = 600_000;
  let liquidations = 0;
  for (let i = 0; i < 120; i++) {
    if (draw.below(6) === 0) {
      ticks = Math.max(300_000, Math.min(900_000, ticks + draw.below(2 * jump) - jump));
      const { events } = venue.index(reflected(ticks) * 100);
      liquidations += eventsOf(events, "liquidationStarted").length;
      continue;
    }
    const account = users[draw.below(USERS)]!;
    const drawn = draw.of([OPEN_LONG, OPEN_SHORT, OPEN_LONG, OPEN_SHORT, CLOSE_LONG, CLOSE_SHORT]);
    const price = reflected(ticks + draw.below(7) - 3);
    const action = mirrored ? mirror[drawn]! : drawn;
    const size = (1 + draw.below(40)) * 20;
    const order = placeOrder({ account, contract: 0, action, price, size, closeCapped: true });
    if (hesitant) {
      const far = action === OPEN_LONG || action === CLOSE_SHORT ? 400_000 : 800_000;
      const { id, rejection } = venue.execute(
        placeOrder({ account, contract: 0, action, price: far, size: 1 }),
      );
      if (rejection === undefined)
        venue.accept({ type: "cancelOrder", account, order: id, plansOnly: false, clientId: "" });
    }
    if (!split) venue.execute(order);
    else for (const part of [size / 2, size / 2]) venue.execute({ ...order, size: part } as typeof order);
  }
  const assets = users.map((account) => venue.ask({ type: "assets", account })!);
  return {
    equities: assets.map(({ equity }) => equity),
    wallets: assets.map(({ wallet }) => wallet),
    liquidations,
  };
}

describe.each(SEEDS)("market %i", (seed) => {
  test("mirrored, everybody makes and loses the same", () => {
    const { equities, wallets } = tell(seed, { mirrored: true });
    const told = tell(seed, {});
    expect(new Set(told.equities).size).toBeGreaterThan(2);
    expect(equities).toEqual(told.equities);
    expect(wallets).toEqual(told.wallets);
  });

  test("with its accounts renamed, everybody has the same", () => {
    expect(tell(seed, { renamed: true, contract: btc })).toEqual(tell(seed, { contract: btc }));
  });

  test("with orders placed and canceled in between, everybody has the same", () => {
    expect(tell(seed, { hesitant: true, contract: btc })).toEqual(tell(seed, { contract: btc }));
  });

  test("with orders in halves, everybody has the same but for a quantum a fill", () => {
    const whole = tell(seed, { contract: btc });
    const halves = tell(seed, { contract: btc, split: true });
    for (const [i, equity] of whole.equities.entries()) near(halves.equities[i]!, equity, 500n);
  });

  test("ten times the size, crashes and liquidations included, everybody has ten times the money", () => {
    const wide = {
      contract: {
        ...btc,
        tiers: [{ boundUnits: 50_000_000, maintenanceRate: 1_000_000, leverageMax: 12_500 }],
      },
    };
    const once = tell(seed, { ...wide, jump: 60_000, units: 300 });
    const tenfold = tell(seed, { ...wide, jump: 60_000, units: 300, scale: 10 });
    expect(once.liquidations).toBeGreaterThan(0);
    expect(tenfold.liquidations).toBe(once.liquidations);
    for (const [i, equity] of once.equities.entries()) near(tenfold.equities[i]!, equity * 10n, 50_000n);
  });

  test("counterparties are deleveraged in the order of profit times leverage", () => {
    const { victims, expected } = deleveraged(seed);
    expect(victims.length).toBeGreaterThan(2);
    expect(victims).toEqual(expected.slice(0, victims.length));
  });
});

function near(actual: bigint, expected: bigint, by: bigint): void {
  const off = actual < expected ? expected - actual : actual - expected;
  expect(off <= by, `${actual} is ${expected} within ${by}`).toBe(true);
}

/** Shorts of all sorts against a long that goes bankrupt while the fund is empty and the book too. */
function deleveraged(seed: number): { victims: readonly number[]; expected: readonly number[] } {
  const draw = new Draw(seed);
  const venue = new Driver();
  const whale = venue.user("whale", 10_000_000);
  const bankrupt = venue.user("bankrupt", 200_000);
  venue.index(MARK);
  venue.mode(bankrupt, ISOLATED, COMBINED);
  venue.leverage(bankrupt, 1_000, 1_000, ISOLATED);
  const shorts: number[] = [];
  for (let i = 0; i < 8; i++) {
    const account = venue.user(`short ${i}`, draw.of([4_000, 9_000, 20_000]));
    const mode = draw.of([SHARED, ISOLATED]);
    const leverage = draw.of([500, 1_000, 2_000]);
    if (mode === ISOLATED) venue.mode(account, ISOLATED, COMBINED);
    venue.leverage(account, leverage, leverage, mode);
    const price = 590_000 + draw.below(200) * 100;
    const size = 500 + draw.below(2_500);
    venue.index(price * 100);
    const taker = i % 2 === 0 ? bankrupt : whale;
    venue.order({ account, action: OPEN_SHORT, price, size });
    venue.order({ account: taker, action: OPEN_LONG, price, size });
    shorts.push(account);
  }
  const mark = 50_000_000 + draw.below(90_000);
  const expected = shorts.map((account) => ({ account, score: scoreAt(venue, account, mark) }));
  expected.sort((a, b) => b.score - a.score);
  const { events } = venue.index(mark);
  const trades = eventsOf(events, "traded").filter(({ origin }) => origin === ORIGIN_DELEVERAGING);
  return {
    victims: trades.map((each) => each.makerAccount),
    expected: expected.map(({ account }) => account),
  };
}

/**
 * d·(M − entry)/entry · (M·s / equity), or divided where it is a loss; in doubles, from what is published.
 */
function scoreAt(venue: Driver, account: number, mark: number): number {
  const [position] = venue.ask({ type: "positions", account, contract: 0 });
  const { entries } = venue.ask({ type: "account", account })!;
  const entry = entries.find((each) => each.position === position!.position) ?? entries[0]!;
  const notional = (position!.size * mark) / 1e7;
  const openValue = Number(position!.openValue) / 1e8;
  const profit = (openValue - notional) / openValue;
  const leverage = notional / (Number(entry.amount) / 1e8 - notional);
  return profit > 0 ? profit * leverage : profit / leverage;
}

test("a hedged pair is worth the same at any mark", () => {
  const venue = new Driver();
  const [hedged, other] = [venue.user("hedged", 5_000), venue.user("other", 1_000_000)];
  venue.index(MARK);
  for (const [mine, theirs] of [
    [OPEN_LONG, OPEN_SHORT],
    [OPEN_SHORT, OPEN_LONG],
  ] as const) {
    venue.order({ account: other, action: theirs, price: 600_000, size: 5_000 });
    venue.order({ account: hedged, action: mine, price: 600_000, size: 5_000 });
  }
  const { equity } = venue.ask({ type: "assets", account: hedged })!;
  for (const points of [60_000_001, 12_345_678, 250_000_000, 100, 99_999_999]) {
    venue.index(points);
    expect(venue.ask({ type: "assets", account: hedged })!.equity).toBe(equity);
  }
  expect(equity).toBe(money("5000") - money("36"));
});
