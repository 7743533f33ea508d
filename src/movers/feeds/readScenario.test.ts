import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { parseScenario, readScenario } from "./readScenario.ts";
import { defaultScenario, ScenarioError, withPrices } from "./scenario.ts";

const CSV = "1000,10,13,9,12,1,60999,0,0,0,0,0\n";
const parse = (value: unknown) => parseScenario(value, async () => CSV);

describe("a scenario", () => {
  test("that says nothing is the simulated market", async () => {
    expect(await parse({})).toEqual(defaultScenario("simulated"));
  });

  test("fills in what it leaves out", async () => {
    const scenario = await parse({
      seed: 9,
      clock: { start: "2026-01-01T00:00:00Z", speed: 0 },
      contracts: [
        { symbol: "cmt_btcusdt", leverageMax: 50, makerFeeRate: -0.0001 },
        { symbol: "cmt_newusdt", baseCoin: "NEW", priceDecimals: 2, sizeDecimals: 1 },
      ],
      feeds: {
        cmt_btcusdt: { type: "scripted", steps: [{ atMs: 1000, gap: -0.1 }] },
        "*": { type: "recorded", file: "x.csv", layout: "klines" },
      },
      participants: { flow: 0.5 },
      prehistory: 0,
    });
    expect(scenario).toMatchObject({
      seed: 9,
      clockStart: 1_767_225_600_000,
      clockSpeed: 0,
      listings: [
        {
          symbol: "cmt_btcusdt",
          leverageMax: 5_000,
          leverageDefault: 2_000,
          makerRate: -10_000,
          orderLotsMax: 1e9,
        },
        { symbol: "cmt_newusdt", leverageMax: 7_500, orderLotsMax: 1e8 },
      ],
      feeds: {
        cmt_btcusdt: { type: "scripted", price: 60_000 },
        cmt_newusdt: { type: "recorded", loop: true },
      },
      house: { depth: 1, flow: 0.5, contracts: {} },
      prehistory: 0,
    });
  });

  test("may have no house", async () => {
    expect((await parse({ participants: false })).house).toBeUndefined();
  });
});

const feed = (spec: unknown) => ({ feeds: { cmt_btcusdt: spec } });

test.each([
  [{ sed: 1 }, "sed: is not a known field, got 1"],
  [{ seed: "x" }, 'seed: must be integer, got "x"'],
  [
    { clock: { start: "now" } },
    'clock.start: must match pattern "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$", got "now"',
  ],
  [
    { clock: { start: "2026-02-31T00:00:00Z" } },
    "clock.start: must be a moment of the calendar, got 2026-02-31T00:00:00Z",
  ],
  [
    { contracts: [{ symbol: "btc" }] },
    'contracts.0.symbol: must match pattern "^cmt_[a-z0-9]{2,20}usdt$", got "btc"',
  ],
  [
    { contracts: [{ symbol: "cmt_newusdt", baseCoin: "NEW", priceDecimals: 1 }] },
    "contracts.0.sizeDecimals: must be given: the contract is not one out of the box, got nothing",
  ],
  [
    { contracts: [{ symbol: "cmt_btcusdt", sizeDecimals: 6 }] },
    "contracts.0: priceDecimals + 2 + sizeDecimals must be at most 8, or 9 with lotStep a multiple of 10, or 10 of 100, so that every value is exact, got 1 + 2 + 6, lotStep 1",
  ],
  [
    { contracts: [{ symbol: "cmt_btcusdt" }, { symbol: "cmt_btcusdt" }] },
    "contracts.1.symbol: must be listed once, got cmt_btcusdt",
  ],
  [
    { contracts: [{ symbol: "cmt_btcusdt", leverageDefault: 300 }] },
    "contracts.0.leverageDefault: must be at most leverageMax, 200, got 300",
  ],
  [
    { contracts: [{ symbol: "cmt_btcusdt", makerFeeRate: -0.001 }] },
    "contracts.0.takerFeeRate: must be at least 0, and with makerFeeRate at least 0, got 0.0006",
  ],
  [
    {
      contracts: [
        {
          symbol: "cmt_btcusdt",
          tiers: [
            { notionalMax: 5, maintenanceRate: 0.01, leverageMax: 9 },
            { notionalMax: 6, maintenanceRate: 0.02, leverageMax: 10 },
          ],
        },
      ],
    },
    "contracts.0.tiers.1: must have more notional",
  ],
  [
    { feeds: { cmt_nousdt: { type: "constant" } } },
    "feeds.cmt_nousdt: must name a listed contract or *, got cmt_nousdt",
  ],
  [
    feed({ type: "magic" }),
    'feeds.cmt_btcusdt.type: must be one of generated, constant, scripted, recorded, pushed, got "magic"',
  ],
  [feed({ type: "constant", price: -1 }), "feeds.cmt_btcusdt.price: must be > 0, got -1"],
  [
    feed({ type: "constant", price: 0.01 }),
    "feeds.cmt_btcusdt.price: must be at least the tick, 0.1, got 0.01",
  ],
  [feed({ type: "constant", volatility: 1 }), "feeds.cmt_btcusdt.volatility: is not a known field, got 1"],
  [
    feed({ type: "scripted", steps: [{ atMs: 1 }] }),
    'feeds.cmt_btcusdt.steps.0: must have one of price, gap and ramp, got {"atMs":1}',
  ],
  [
    feed({ type: "scripted", steps: [{ atMs: 1, ramp: 5 }] }),
    'feeds.cmt_btcusdt.steps.0: must have overMs if it has ramp, got {"atMs":1,"ramp":5}',
  ],
  [
    feed({
      type: "scripted",
      steps: [
        { atMs: 5, gap: 0.1 },
        { atMs: 5, gap: 0.1 },
      ],
    }),
    'feeds.cmt_btcusdt.steps.1: must come after the step at 5 ms, got {"atMs":5,"gap":0.1}',
  ],
  [
    feed({ type: "recorded", file: "x.csv", layout: "aggTrades" }),
    "feeds.cmt_btcusdt.file: must follow the layout: x.csv:1: column 6 is a time",
  ],
  [{ participants: true }, "participants: must be one of the forms in docs/reference/market.md, got true"],
])("%j is refused: path, rule, value", async (value, message) => {
  const error = await parseScenario(value, async () => CSV.replace(",12,1,", ",12,x,")).catch(
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(ScenarioError);
  expect((error as ScenarioError).message).toContain(message);
});

test("prices may be given by coin or symbol", () => {
  const scenario = withPrices(defaultScenario("empty"), { btc: 50_000, cmt_ethusdt: 2_000, SOL: 99.5 });
  expect(scenario.feeds).toMatchObject({
    cmt_btcusdt: { type: "generated", price: 50_000, volatility: 0.5 },
    cmt_ethusdt: { price: 2_000 },
    cmt_solusdt: { price: 99.5 },
    cmt_bnbusdt: { price: 600 },
  });
  expect(() => withPrices(scenario, { no: 1 })).toThrow("price no: must name one of BTC, ETH");
  expect(() => withPrices(scenario, { btc: 0 })).toThrow("price btc: must be a price above 0, got 0");
});

const EXAMPLES = join(import.meta.dirname, "../../../examples/scenarios");

test.each(readdirSync(EXAMPLES).filter((name) => name.endsWith(".json")))(
  "the example %s can be read",
  async (name) => {
    const scenario = await readScenario(join(EXAMPLES, name));
    expect(scenario.listings.length).toBeGreaterThan(0);
    for (const { symbol } of scenario.listings) expect(scenario.feeds[symbol]).toBeDefined();
  },
);

test("a file that is not JSON is refused as a whole", async () => {
  await expect(readScenario(join(EXAMPLES, "btc-1m-klines.csv"))).rejects.toThrow(
    /btc-1m-klines\.csv: must be JSON \(Unexpected .*\), got "[^\n]*…$/,
  );
});

test("a file is refused however many of its fields are not known, each with the file's name", async () => {
  const file = join(temporaryDirectory(), "storm.json");
  for (const count of [1, 8, 9, 100]) {
    const names = Array.from({ length: count }, (_, i) => `field${i}`);
    writeFileSync(file, JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))));
    const lines = names.map((name) => `${file}: ${name}: is not a known field, got 1`);
    await expect(readScenario(file)).rejects.toMatchObject({ message: lines.join("\n") });
  }
});
