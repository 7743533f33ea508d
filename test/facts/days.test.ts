import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ContractView } from "../../src/kernel/core/index.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { Fact, Minutes } from "../../src/movers/facts/index.ts";
import {
  compare,
  DAY_MINUTES,
  DISTANCE_BOUNDS,
  FACTS,
  figure,
  findingsOf,
  LARGEST_FACTS,
  MAJOR_FACTS,
  minutesOf,
  readTape,
} from "../../src/movers/facts/index.ts";
import { defaultContracts, defaultScenario } from "../../src/movers/feeds/index.ts";
import { pastOf } from "../../src/workbench/cli/marketReport/observe.ts";
import { outcry } from "../cli/inProcess.ts";

/*
 * The default market by fixed seeds. Whole days are measured by `npm run test:long`, and with
 * `OUTCRY_DAYS=write` written to `days.json` anew; what they came to is judged each time. Short runs of other
 * seeds, and markets that are none, are measured each time.
 */

/**
 * By seed and coin: every fact, how far each shape lies from its own past, with how loud that is beside the
 * day, what was liquidated, and funding.
 */
interface DayOfCoin {
  readonly facts: Figures;
  readonly apart: Figures;
  readonly level: Figures;
  readonly liquidations: Figures;
  readonly fundingRates: readonly number[];
}
type Days = Readonly<Record<string, Readonly<Record<string, DayOfCoin>>>>;
type Figures = Readonly<Record<string, number>>;

/**
 * Mean share of the open interest that is liquidated in a day: at least over all contracts, and at most in
 * bitcoin.
 */
const LIQUIDATED_SHARE = { low: 0.001_7, bitcoin: 0.054 };
/**
 * A coin that moves so many times as far as bitcoin comes as far as often as the square of that says: their
 * mean.
 */
const MOVES = defaultContracts.reduce(
  (sum, { volatility }) =>
    sum + (volatility / defaultContracts[0]!.volatility) ** 2 / defaultContracts.length,
  0,
);
/** Settlements whose rate is not that of no premium, and those in which shorts pay. */
const FUNDING_ANCHOR = 0.000_1;
const FUNDING_OFF = { low: 0.12, high: 0.6 };
const FUNDING_NEGATIVE_MOST = 0.15;

const FILE = join(import.meta.dirname, "days.json");
const days = JSON.parse(readFileSync(FILE, "utf8")) as Days;
const bounds = new Map<string, Fact>(
  [...FACTS, ...MAJOR_FACTS, ...LARGEST_FACTS].map((fact) => [fact.name, fact]),
);

const holds = (name: string, value: number): boolean => {
  const { low, high } = bounds.get(name)!;
  return value >= low && value <= high;
};

/** The rows of a report as the file keeps them. */
// biome-ignore lint/suspicious/noExplicitAny: a report as it was printed
function plainDay(contracts: readonly any[]): Days[string] {
  return Object.fromEntries(
    contracts.map(({ symbol, facts, comparisons, liquidations, fundingRates }) => [
      symbol.replace(/^cmt_|usdt$/g, ""),
      {
        facts: rounded(facts, ({ name, value }) => [name, value]),
        apart: rounded(comparisons[0].rows, ({ shape, distance }) => [shape, distance]),
        level: rounded(comparisons[0].rows, ({ shape, level }) => [shape, level]),
        liquidations: rounded(Object.entries(liquidations), ([name, value]) => [name, value]),
        fundingRates,
      },
    ]),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a report as it was printed
function rounded(rows: readonly any[], of: (row: any) => readonly [string, number | null]): Figures {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [name, value] = of(row);
      return value === null ? [] : [[name, Number(value.toPrecision(4))] as const];
    }),
  );
}

async function measured(seed: string, more: readonly string[]): Promise<Days[string]> {
  const html = join(tmpdir(), `outcry-days-${process.pid}.html`);
  const { code, stderr, json } = await outcry(
    "market",
    "report",
    "--seed",
    seed,
    "--html",
    html,
    "--json",
    ...more,
  );
  expect(code, stderr).toBe(0);
  return plainDay(json().contracts);
}

/** Rows of the page: every figure outside its bounds, by seed, coin and name, with what was asked. */
const outside = Object.entries(days).flatMap(([seed, coins]) =>
  Object.entries(coins).flatMap(([coin, { facts, apart }]) => [
    ...Object.entries(facts).flatMap(([name, value]) => {
      if (holds(name, value)) return [];
      const { low, high } = bounds.get(name)!;
      const asked = value < low ? `at least ${figure(low)}` : `at most ${figure(high)}`;
      return [`| \`${seed} ${coin} ${name}\` | ${figure(value)} | ${asked} |`];
    }),
    ...Object.entries(apart).flatMap(([shape, distance]) => {
      const bound = DISTANCE_BOUNDS[shape as keyof typeof DISTANCE_BOUNDS];
      if (distance <= bound) return [];
      return [
        `| \`${seed} ${coin} beside its past: ${shape}\` | ${figure(distance)} | at most ${figure(bound)} |`,
      ];
    }),
  ]),
);

/** A row of the page: a figure of what was liquidated, coin by coin, of each seed. */
function liquidated(title: string, of: (liquidations: Figures) => number): string {
  const coins = Object.keys(Object.values(days)[0]!);
  const cells = coins.map((coin) =>
    Object.values(days)
      .map((day) => Math.round(of(day[coin]!.liquidations)))
      .join(", "),
  );
  return `| ${[title, ...cells].join(" | ")} |`;
}

describe("days of fixed seeds", () => {
  test("are all there", () => {
    expect(Object.keys(days).length).toBeGreaterThanOrEqual(4);
    for (const coins of Object.values(days)) {
      expect(Object.keys(coins)).toEqual(["btc", "eth", "sol", "bnb", "ltc", "xrp", "ada", "doge"]);
      for (const { facts, apart } of Object.values(coins)) {
        expect(Object.keys(facts)).toEqual(
          expect.arrayContaining(["wick", "openInterest", "levels", "spreadBp"]),
        );
        expect(Object.keys(apart)).toEqual(Object.keys(DISTANCE_BOUNDS));
      }
    }
  });

  /** `vitest run test/facts/days.test.ts --update` writes the page anew. */
  test("are a page", async () => {
    const coins = Object.keys(Object.values(days)[0]!).map((coin) => coin.toUpperCase());
    const rows = [...bounds.values()].map(({ name, title, low, high, basis }) => {
      const all = Object.values(days).map((coins) => Object.values(coins).map(({ facts }) => facts[name]));
      const cells = Object.keys(Object.values(days)[0]!).map((_, i) => {
        const values = all.flatMap((day) => (day[i] === undefined ? [] : [day[i]]));
        return values.length === 0 ? "" : [...new Set(values.map(figure))].join(", ");
      });
      return `| ${[title, `${figure(low)} … ${figure(high)}`, basis, ...cells].join(" | ")} |`;
    });
    const page = [
      "<!-- Written by test/facts/days.test.ts from days.json beside it. -->",
      "# Facts, bounds and days",
      "",
      "What each fact is, and what its bounds go by: [realism](realism.md). The figures are of whole days of the",
      `default market, seeds ${Object.keys(days).join(", ")} in this order, equal ones once.`,
      "",
      `| Fact | Bounds | Basis | ${coins.join(" | ")} |`,
      `|${"---|".repeat(coins.length + 3)}`,
      ...rows,
      "",
      "## Outside their bounds",
      "",
      "| Seed, coin, fact | Measured | Asked |",
      "|---|---|---|",
      ...outside,
      "",
      "## Liquidated in a day, by seed",
      "",
      `| | ${coins.join(" | ")} |`,
      `|${"---|".repeat(coins.length + 1)}`,
      liquidated("accounts", ({ entries }) => entries!),
      liquidated("in thousands of USDT", ({ value }) => value! / 1000),
      liquidated("insurance fund received, USDT", ({ received }) => received!),
    ];
    await expect(`${page.join("\n")}\n`).toMatchFileSnapshot("../../docs/reference/realism-days.md");
  });

  test("open interest is a tenth of the volume and more, and BTC trades twice a second and more, on every day", () => {
    for (const coins of Object.values(days)) {
      expect(coins.btc!.facts.largestTrades).toBeGreaterThanOrEqual(2);
      for (const [coin, { facts }] of Object.entries(coins)) {
        expect(facts.openInterest, coin).toBeGreaterThanOrEqual(0.1);
        expect(facts.tradesASecond, coin).toBeGreaterThanOrEqual(1 / 3);
      }
    }
  });

  /**
   * Over all days and contracts, where one day or contract says too little; docs/reference/realism.md says
   * from where.
   */
  const pooled = Object.values(days).flatMap((coins) => Object.values(coins));

  test("somebody is liquidated in every contract, on nineteen of twenty days, and as much of what is open as in real markets", () => {
    for (const coin of Object.keys(Object.values(days)[0]!))
      expect(
        Object.values(days).some((coins) => coins[coin]!.liquidations.entries! > 0),
        coin,
      ).toBe(true);
    const withSome = pooled.filter(({ liquidations }) => liquidations.entries! > 0).length;
    expect(withSome / pooled.length).toBeGreaterThan(0.95);
    const shareOf = (of: readonly DayOfCoin[]): number =>
      of.reduce((sum, { facts }) => sum + facts.liquidated!, 0) / of.length;
    expect(shareOf(pooled)).toBeGreaterThan(LIQUIDATED_SHARE.low);
    expect(shareOf(pooled)).toBeLessThan(LIQUIDATED_SHARE.bitcoin * MOVES);
    expect(shareOf(Object.values(days).map(({ btc }) => btc!))).toBeLessThan(LIQUIDATED_SHARE.bitcoin);
  });

  test("the insurance fund gets more than it pays", () => {
    const sum = (name: string): number =>
      pooled.reduce((all, { liquidations }) => all + liquidations[name]!, 0);
    expect(sum("received")).toBeGreaterThan(sum("paid"));
  });

  test("funding is off its anchor in a part of the settlements, and negative in few", () => {
    const rates = pooled.flatMap(({ fundingRates }) => fundingRates);
    expect(rates).toHaveLength(3 * pooled.length);
    const off = rates.filter((rate) => Math.abs(rate - FUNDING_ANCHOR) > 1e-9).length / rates.length;
    expect(off).toBeGreaterThan(FUNDING_OFF.low);
    expect(off).toBeLessThan(FUNDING_OFF.high);
    expect(rates.filter((rate) => rate < 0).length / rates.length).toBeLessThan(FUNDING_NEGATIVE_MOST);
  });

  test.each(["volume", "trades"])(
    "the past is as loud as they are, by %s: within a fifth over the seeds",
    (shape) => {
      for (const coin of Object.keys(Object.values(days)[0]!)) {
        const levels = Object.values(days).map((coins) => coins[coin]!.level[shape]!);
        const pooled = levels.length / levels.reduce((sum, level) => sum + 1 / level, 0);
        expect(pooled, coin).toBeGreaterThan(0.8);
        expect(pooled, coin).toBeLessThan(1.25);
      }
    },
  );

  test.skipIf(process.env.OUTCRY_LONG !== "1")(
    "are measured again",
    async () => {
      const all: Record<string, Days[string]> = {};
      for (const [seed, known] of Object.entries(days)) {
        const again = await measured(seed, ["--hours", "24"]);
        if (process.env.OUTCRY_DAYS === "write") {
          all[seed] = again;
          writeFileSync(FILE, `${JSON.stringify({ ...days, ...all }, null, 1)}\n`);
          continue;
        }
        for (const [coin, { facts, apart, level, liquidations, fundingRates }] of Object.entries(again)) {
          expect(facts).toEqual(known[coin]!.facts);
          expect(liquidations).toEqual(known[coin]!.liquidations);
          expect(fundingRates).toEqual(known[coin]!.fundingRates);
          for (const [shape, distance] of Object.entries(apart))
            expect(Math.abs(distance - known[coin]!.apart[shape]!)).toBeLessThan(0.01);
          for (const [shape, loud] of Object.entries(level))
            expect(Math.abs(loud / known[coin]!.level[shape]! - 1)).toBeLessThan(0.05);
        }
      }
    },
    3_600_000,
  );
});

describe("an hour of other seeds", () => {
  /** What an hour can tell: the book, and what trades are like. */
  const TOLD = ["levels", "reach", "growth", "alive", "spreadBp", "sameSide", "busiestTenth", "medianSize"];

  test("each is as real markets are, in the largest contract and a small one", async () => {
    const calm: number[] = [];
    for (const seed of ["101", "102", "103"]) {
      const coins = await measured(seed, ["--hours", "1", "--symbols", "btc,doge"]);
      for (const [coin, { facts }] of Object.entries(coins)) {
        for (const name of TOLD)
          expect(`${seed} ${coin} ${name} ${holds(name, facts[name]!)}`).toBe(`${seed} ${coin} ${name} true`);
        // One of sixty minutes at most.
        expect(facts.flat).toBeLessThanOrEqual(1 / 60);
      }
      expect(holds("impact", coins.btc!.facts.impact!)).toBe(true);
      calm.push(coins.btc!.facts.spreadTicks!);
    }
    // An hour may be a storm; not all of them.
    expect(holds("spreadTicks", calm.reduce((sum, each) => sum + each) / calm.length)).toBe(true);
  });
});

/**
 * A day of the market of 4022ee4 as it was measured then; what is not said of each contract is of the
 * largest.
 */
const OF_4022EE4: Figures = {
  flat: 0.6,
  empty: 0.2,
  wickless: 0.6,
  tradesASecond: 1 / 35,
  largestTrades: 1 / 5,
  levels: 10,
  reach: 0.5,
  openInterest: 0.000_6,
  offAnchor: 0,
  spreadTicks: 0,
  busiestTenth: 1,
};

test.each(Object.entries(OF_4022EE4))("the market of 4022ee4 fails by %s, %f", (name, value) => {
  expect(holds(name, value)).toBe(false);
});

test("so does a market in which nobody is liquidated, and one whose fund pays more than it gets", () => {
  expect(holds("liquidated", 0)).toBe(false);
  expect(holds("insurance", 1.1)).toBe(false);
});

describe("beside a past of now", () => {
  const scenario = defaultScenario("empty");
  const [listing] = scenario.listings;
  const contract = {
    ...listing,
    contract: 0,
    quantaPerTickLot: 1_000,
    index: 60_000_000,
  } as unknown as ContractView;
  const end = Date.UTC(2026, 0, 1);
  const past = pastOf(contract, scenario, 7, end);
  const apart = (minutes: Minutes): readonly string[] =>
    compare(minutes, past).flatMap(({ shape, holds: holdsHere }) => (holdsHere ? [] : [shape]));

  test("another day of it passes, and each clusters as real days do", () => {
    const other = pastOf(contract, scenario, 21, end);
    expect(apart(other)).toEqual([]);
    for (const minutes of [past, other]) {
      const found = findingsOf({ symbol: "btc", source: "its past", tick: 0, minutes });
      const clustering = found.filter(({ fact }) => fact.name.toLowerCase().includes("clustering"));
      expect(clustering).toHaveLength(5);
      expect(clustering.filter((each) => each.holds !== true).map(({ fact }) => fact.name)).toEqual([]);
    }
  });

  test("the market of 4022ee4 does not", () => {
    const bytes = readFileSync(join(import.meta.dirname, "two-second-market.csv.gz"));
    const { minutes } = readTape(gunzipSync(bytes).toString("utf8"), "two-second-market.csv.gz", "btc");
    expect(apart(minutes)).toEqual(expect.arrayContaining(["wick"]));
  });

  test("nor does a plain random walk", () => {
    const rng = new SeededRng(1);
    const bell = (): number =>
      Array.from({ length: 6 }, () => rng.uint32() / 2 ** 32).reduce((a, b) => a + b) - 3;
    const walk = minutesOf(end, DAY_MINUTES);
    let price = 60_000;
    for (let i = 0; i < DAY_MINUTES; i++) {
      walk.open[i] = walk.high[i] = walk.low[i] = price;
      for (let step = 0; step < 12; step++) {
        price *= 1 + 0.000_2 * bell();
        walk.high[i] = Math.max(walk.high[i]!, price);
        walk.low[i] = Math.min(walk.low[i]!, price);
        const value = 20_000 * (1 + bell() / 3);
        walk.volume[i]! += value;
        walk.bought[i]! += rng.oneIn(2) ? value : 0;
        walk.trades[i]! += 1 + (rng.uint32() % 20);
      }
      walk.close[i] = price;
    }
    expect(apart(walk)).toEqual(expect.arrayContaining(["wick", "volume", "trades"]));
  });
});
