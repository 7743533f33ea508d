import { expect, test } from "vitest";
import { Driver } from "../../../../test/core/driver.ts";
import type { ExchangeClient, ExchangeInstrument, LeverageTier, OhlcvRow } from "./exchangeClient.ts";
import { fundingInterval } from "./fundingInterval.ts";
import { SizeReading } from "./sizeReading.ts";
import type { ListedInstrument } from "./sourceListing.ts";
import { ownListing, sourceListing } from "./sourceListing.ts";
import { sourcePast } from "./sourcePast.ts";

/** What of a followed exchange's contracts and past is taken over, and how it fits the numbers here. */

const client = (more: Partial<ExchangeClient> = {}): ExchangeClient => ({
  id: "fake",
  has: {},
  loadMarkets: async () => undefined,
  fetchOrderBook: async () => ({ bids: [], asks: [] }),
  fetchTrades: async () => [],
  ...more,
});
function instrumentOf(base: string, price: number, amount: number, more: Partial<ExchangeInstrument> = {}) {
  return { symbol: `${base}/USDT:USDT`, base, quote: "USDT", precision: { price, amount }, ...more };
}

const UNTOLD = { book: undefined, trades: undefined, candles: undefined, dayVolume: undefined, evidence: "" };
/** An instrument whose sizes are contracts, as the operator says. */
const listed = (client: ExchangeClient, instrument: ExchangeInstrument, price: number): ListedInstrument => ({
  ...{ client, instrument, price, funding: { intervalMs: undefined, notes: [] } },
  reading: new SizeReading(instrument, "contracts", UNTOLD),
});

test.each<[string, readonly [number, number, number], object, boolean?]>([
  ["a plain grid", [0.01, 0.1, 1], { priceDecimals: 2, priceStep: 1, sizeDecimals: 1, lotStep: 1 }],
  ["a tick of halves", [0.5, 1, 0.001], { priceDecimals: 1, priceStep: 5, sizeDecimals: 3, lotStep: 1 }],
  ["lots of hundreds", [0.0001, 1, 100], { priceDecimals: 4, priceStep: 1, sizeDecimals: 0, lotStep: 100 }],
  ["a lot that is too fine", [0.0001, 0.001, 1], { priceDecimals: 4, sizeDecimals: 2, lotStep: 1 }, true],
  ["a price that needs lots of ten", [1e-7, 1, 1], { priceDecimals: 7, sizeDecimals: 0, lotStep: 10 }, true],
  ["a price that needs lots of a hundred", [1e-8, 1, 1], { priceDecimals: 8, lotStep: 100 }, true],
])(
  "%s is listed exactly, and its arithmetic told where lots had to grow",
  (_, [tick, amount, contractSize], grid, isCut = false) => {
    const instrument = instrumentOf("NEW", tick, amount, { contractSize });
    const { listing, notes } = ownListing(listed(client(), instrument, tick * 50_000));
    expect(listing).toMatchObject({ symbol: "cmt_newusdt", baseCoin: "NEW", ...grid });
    expect(new Driver([listing]).ask({ type: "contracts" })[0]!.quantaPerTickLot % 100).toBe(0);
    expect(notes).toHaveLength(isCut ? 1 : 0);
    if (isCut)
      expect(notes[0]).toMatch(/decimals of its price \+ 2 of the mark \+ those of its lot are more than 8/);
  },
);

test("a price with more decimals than values have is refused with the sum", () => {
  expect(() => ownListing(listed(client(), instrumentOf("PEPE", 1e-9, 1), 1e-5))).toThrow(
    "PEPE/USDT:USDT: its prices have 9 decimals; more than 8 are not exact in 1e-8, whatever the lot",
  );
});

test("precision that is told as decimals is read as such; significant digits are no steps", () => {
  const decimals = instrumentOf("NEW", 2, 1);
  const { listing } = ownListing(listed(client({ precisionMode: 2 }), decimals, 10));
  expect(listing).toMatchObject({ priceDecimals: 2, sizeDecimals: 1 });
  expect(() => ownListing(listed(client({ precisionMode: 3 }), decimals, 10))).toThrow(
    "does not say tick and lot",
  );
});

test("a coin out of the box keeps our contract unless the source's is asked for", async () => {
  const fees = { maker: 0.0001, taker: 0.0004 };
  const instrument = instrumentOf("BTC", 0.01, 0.5, { ...fees, limits: { amount: { min: 2 } } });
  const own = ownListing(listed(client(), instrument, 60_000));
  expect(own.listing).toMatchObject({ priceDecimals: 1, sizeDecimals: 4 });
  const { listing, notes } = await sourceListing(listed(client(), instrument, 60_000));
  const lots = { sizeDecimals: 1, lotStep: 5, orderLotsMin: 4 };
  expect(listing).toMatchObject({ priceDecimals: 2, ...lots, makerRate: 10_000, takerRate: 40_000 });
  expect(notes).toEqual(["its tiers are not public: ours hold"]);
});

const tier = (maxNotional: number, maintenanceMarginRate: number, maxLeverage: number): LeverageTier => ({
  ...{ maxNotional, maintenanceMarginRate, maxLeverage, currency: "USDT" },
});
test("tiers are taken over; those that ask for no more than the one before are one with it, and others' units are not taken", async () => {
  const tiered = (tiers: readonly LeverageTier[]) =>
    sourceListing(
      listed(
        client({ has: { fetchMarketLeverageTiers: true }, fetchMarketLeverageTiers: async () => tiers }),
        instrumentOf("BTC", 0.1, 0.001),
        60_000,
      ),
    );
  const good = await tiered([tier(10_000, 0.01, 50), tier(50_000, 0.01, 40), tier(90_000, 0.025, 20)]);
  expect(good.listing.tiers).toEqual([
    { boundUnits: 50_000, maintenanceRate: 1_000_000, leverageMax: 50_00 },
    { boundUnits: 90_000, maintenanceRate: 2_500_000, leverageMax: 20_00 },
  ]);
  expect(good.listing).toMatchObject({ leverageMax: 50_00, leverageDefault: 20_00 });
  expect(() => new Driver([good.listing])).not.toThrow();
  const inCoins = await tiered([{ ...tier(100, 0.01, 50), currency: "BTC" }]);
  expect(inCoins.notes).toContain("its tiers are not public: ours hold");
});

test("tiers under which the house could show nothing are not taken, and the note says so", async () => {
  const tiered = (bound: number, leverage: number) =>
    sourceListing(
      listed(
        client({
          has: { fetchMarketLeverageTiers: true },
          fetchMarketLeverageTiers: async () => [tier(bound, 0.05, leverage)],
        }),
        instrumentOf("BTC", 0.1, 0.001),
        60_000,
      ),
    );
  const small = await tiered(2_999, 50);
  expect(small.notes).toContain(
    "its tiers allow a position of 2999 USDT, too little to show its book in lots of 60.0 USDT: ours hold",
  );
  expect(small.listing.leverageMax).toBe(75_00);
  // Ten lots of 60 USDT are a fifth of this. A contract of three times is shown at three times.
  for (const leverage of [50, 3])
    expect((await tiered(3_000, leverage)).listing.tiers).toMatchObject([{ boundUnits: 3_000 }]);
});

test("a lot is in the unit of the book; without that unit there is none, and the sentence says which option decides", async () => {
  const instrument = instrumentOf("BTC", 0.1, 0.001, {
    contractSize: 0.01,
    limits: { amount: { min: 0.002 } },
  });
  const of = (unit: "auto" | "base" | "contracts") => ({
    ...listed(client(), instrument, 60_000),
    reading: new SizeReading(instrument, unit, { ...UNTOLD, evidence: "it has no trades" }),
  });
  expect((await sourceListing(of("base"))).listing).toMatchObject({
    sizeDecimals: 3,
    lotStep: 1,
    orderLotsMin: 2,
  });
  expect((await sourceListing(of("contracts"))).listing).toMatchObject({
    sizeDecimals: 5,
    lotStep: 1,
    orderLotsMin: 2,
  });
  await expect(sourceListing(of("auto"))).rejects.toThrow(
    "BTC/USDT:USDT at fake: the unit of sizes cannot be told (it has no trades: --source-sizes base or --source-sizes contracts decides)",
  );
});

const HOUR = 3_600_000;
test.each([
  ["it says, where it paid none", "8h", [], 8, 0],
  ["it paid by, which it does not say", undefined, [0, 4, 8, 12], 4, 0],
  ["it paid by, and not the one that it says", "8h", [0, 8, 16, 20, 24], 4, 1],
  ["it says, where its payments are not even", "8h", [0, 8, 9], 8, 0],
  ["nothing tells", undefined, [5], undefined, 0],
])("the funding interval is the one that %s", async (_, interval, hours, told, notes) => {
  const paying = client({
    has: { fetchFundingRateHistory: true },
    fetchFundingRate: async () => ({ interval }),
    fetchFundingRateHistory: async () =>
      hours.map((hour) => ({ fundingRate: 0, timestamp: hour * HOUR + 40 })),
  });
  const instrument = instrumentOf("BTC", 0.1, 0.001);
  const funding = await fundingInterval(paying, instrument);
  expect(funding.intervalMs).toBe(told && told * HOUR);
  expect(funding.notes).toHaveLength(notes);
  const of = { ...listed(paying, instrument, 60_000), funding };
  expect((await sourceListing(of)).listing.fundingIntervalMs).toBe((told ?? 8) * HOUR);
  const ours = ownListing(of);
  expect(ours.listing.fundingIntervalMs).toBe(8 * HOUR);
  expect(ours.notes).toEqual(
    told === 4
      ? [
          "its funding is paid every 4 h, and here every 8 h at the same rate: --contracts source takes its interval",
        ]
      : [],
  );
});

test("the past is read page by page, on our tick, its volume in coins from whichever unit it counts", async () => {
  const [contract] = new Driver().ask({ type: "contracts" });
  const end = 1_767_571_200_000 + 90_000_000;
  const asked: string[] = [];
  const source = () =>
    client({
      has: { fetchOHLCV: true, fetchFundingRateHistory: true },
      fetchOHLCV: async (_symbol, length, since, limit) => {
        asked.push(`${length} ${limit}`);
        const stepMs = length === "1m" ? 60_000 : 3_600_000;
        const rows: OhlcvRow[] = [];
        for (let time = since; time <= end && rows.length < 300; time += stepMs)
          rows.push([time, 60_000.04, 60_010, 59_990, 60_000.06, 500]);
        return rows;
      },
      fetchFundingRateHistory: async () => [
        { fundingRate: 0.000_1, timestamp: end - 5 },
        { fundingRate: 3, timestamp: 1 },
      ],
    });
  const instrument = instrumentOf("BTC", 0.1, 1, { contractSize: 0.01 });
  const past = await sourcePast(source(), instrument, contract!, { end, volumes: "contracts" });
  const candles = past.candles!.candles;
  expect(candles[0]).toMatchObject({ lengthMs: 3_600_000, open: "60000.0", close: "60000.1", volume: "5" });
  const minutes = candles.filter(({ lengthMs }) => lengthMs === 60_000);
  expect(minutes.length).toBeGreaterThanOrEqual(1_441);
  expect(new Set(candles.map(({ time }) => time)).size).toBe(candles.length);
  expect(minutes.at(-1)!.time + 60_000).toBeLessThanOrEqual(end);
  expect(past.rates).toEqual([{ time: end - 5, rate: 10_000 }]);
  expect(asked.filter((each) => each === "1m 1000").length).toBeGreaterThan(4);
  for (const [volumes, coins] of [
    ["base", 500],
    ["quote", 500 / 60_000.06],
  ] as const) {
    const counted = await sourcePast(source(), instrument, contract!, { end, volumes });
    expect(Number(counted.candles!.candles[0]!.volume)).toBeCloseTo(coins, 9);
  }
});
