import { Value } from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WireProfile } from "../../src/interface/wire/index.ts";
import { wireProfiles } from "../../src/interface/wire/index.ts";
import { marketOperations } from "../../src/service/gateway/v2/operations.ts";
import type { CandlesQuery } from "../../src/service/readmodel/index.ts";
import type { Answer, Transport, Venue } from "./v2-market-venue.ts";
import { DAY, HOUR, MINUTE, NOW, openVenue, operation, transports } from "./v2-market-venue.ts";

/**
 * The public market operations against the interface's description: every path, weight, parameter, default,
 * bound, field and JSON type is written down here a second time, apart from the code that serves them.
 */

/** The JSON type of each field, of the object or of each row. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  time: { epoch: "string", iso: "string", timestamp: "number" },
  contracts: {
    symbol: "string",
    underlying_index: "string",
    quote_currency: "string",
    coin: "string",
    contract_val: "string",
    delivery: "string[]",
    size_increment: "string",
    tick_size: "string",
    forwardContractFlag: "boolean",
    priceEndStep: "number",
    minLeverage: "number",
    maxLeverage: "number",
    buyLimitPriceRatio: "string",
    sellLimitPriceRatio: "string",
    makerFeeRate: "string",
    takerFeeRate: "string",
    minOrderSize: "string",
    maxOrderSize: "string",
    maxPositionSize: "string",
    marketOpenLimitSize: "string",
  },
  depth: { asks: "[string,string][]", bids: "[string,string][]", timestamp: "string" },
  ticker: {
    symbol: "string",
    last: "string",
    best_ask: "string",
    best_bid: "string",
    high_24h: "string",
    low_24h: "string",
    volume_24h: "string",
    timestamp: "string",
    priceChangePercent: "string",
    base_volume: "string",
    markPrice: "string",
    indexPrice: "string",
  },
  trades: {
    ticketId: "string",
    time: "number",
    price: "string",
    size: "string",
    value: "string",
    symbol: "string",
    isBestMatch: "boolean",
    isBuyerMaker: "boolean",
    contractVal: "string",
  },
  index: { symbol: "string", index: "string", timestamp: "string" },
  open_interest: {
    symbol: "string",
    base_volume: "string",
    target_volume: "string",
    timestamp: "string",
  },
  funding_time: { symbol: "string", fundingTime: "number" },
  currentFundRate: {
    symbol: "string",
    fundingRate: "string",
    collectCycle: "number",
    timestamp: "number",
  },
  forecastFundRate: {
    symbol: "string",
    fundingRate: "string",
    settlesAt: "number",
    forecastFundingRate: "string",
  },
  getHistoryFundRate: { symbol: "string", fundingRate: "string", fundingTime: "number" },
  source: {
    symbol: "string",
    market: "string",
    state: "string",
    problem: "string",
    sizes: "string",
    since: "number",
    leftOut: "object",
  },
  leaderboard: { time: "number", delayMs: "number", contest: "object", teams: "[]" },
};

/** Path, weight, and a request that is complete. */
const operations = [
  ["time", 1, ""],
  ["contracts", 10, ""],
  ["depth", 1, "symbol=cmt_btcusdt"],
  ["tickers", 40, ""],
  ["ticker", 1, "symbol=cmt_btcusdt"],
  ["trades", 5, "symbol=cmt_btcusdt"],
  ["candles", 1, "symbol=cmt_btcusdt&granularity=1m"],
  ["historyCandles", 5, "symbol=cmt_btcusdt&granularity=1m"],
  ["index", 1, "symbol=cmt_btcusdt"],
  ["open_interest", 2, "symbol=cmt_btcusdt"],
  ["funding_time", 1, "symbol=cmt_btcusdt"],
  ["currentFundRate", 1, ""],
  ["forecastFundRate", 1, ""],
  ["getHistoryFundRate", 5, "symbol=cmt_btcusdt"],
  ["source", 1, ""],
  ["leaderboard", 10, ""],
] as const;

const arrays = [
  "contracts",
  "tickers",
  "trades",
  "candles",
  "historyCandles",
  "open_interest",
  "currentFundRate",
  "forecastFundRate",
  "getHistoryFundRate",
  "source",
];

describe.each(Object.keys(transports) as (keyof typeof transports)[])("through %s", (name) => {
  beforeAll(async () => {
    venue = await openVenue();
    transport = await transports[name]();
  });
  afterAll(() => transport.close());

  describe("each operation", () => {
    test("is there, and no other", () => {
      expect(marketOperations.map(({ path }) => path)).toEqual(
        operations.map(([name]) => `/capi/v2/market/${name}`),
      );
    });

    test.each(operations)("%s: anybody may GET it, at its weight", (name, weight) => {
      expect(operation(name)).toMatchObject({
        method: "GET",
        access: "public",
        weight: { ip: weight, uid: 0 },
      });
    });

    test.each(operations)("%s: answers what it declares, bare", async (name, _, query) => {
      const answer = await get(name, query);
      expect(Array.isArray(answer)).toBe(arrays.includes(name));
      expect([...Value.Errors(operation(name).response, answer)]).toEqual([]);
      for (const row of Array.isArray(answer) ? answer : [answer]) {
        if (name === "candles" || name === "historyCandles")
          expect(jsonType(row)).toBe(`[${Array(7).fill("string")}]`);
        else expect(jsonTypes(row)).toEqual(fields[name === "tickers" ? "ticker" : name]);
      }
    });

    test.each(operations)("%s: ignores parameters it does not have", async (name, _, query) => {
      expect(await get(name, `${query}&locale=en-US&foo=1`)).toEqual(await get(name, query));
    });
  });

  describe("refusals", () => {
    const unknown = "40020 Parameter symbol is invalid";
    const refused: readonly (readonly [string, string, string])[] = [
      ["depth", "", "40017"],
      ["depth", "symbol=", "40019"],
      ["depth", "symbol=cmt_nosuch", unknown],
      ["depth", "symbol=CMT_BTCUSDT", unknown],
      ["contracts", "symbol=cmt_nosuch", unknown],
      ["currentFundRate", "symbol=cmt_nosuch", unknown],
      ["ticker", "", "40017"],
      ["trades", "", "40017"],
      ["candles", "granularity=1m", "40017"],
      ["candles", "symbol=cmt_btcusdt", "40017"],
      ["historyCandles", "symbol=cmt_btcusdt", "40017"],
      ["index", "", "40017"],
      ["open_interest", "", "40017"],
      ["funding_time", "", "40017"],
      ["getHistoryFundRate", "", "40017"],
      ...["0", "1", "14", "16", "199", "201", "-15", "abc", "15.0"].map(
        (limit) =>
          ["depth", `symbol=cmt_btcusdt&limit=${limit}`, "40020 Parameter limit is invalid"] as const,
      ),
      ...bounds("trades", "symbol=cmt_btcusdt", 1_000),
      ...bounds("candles", "symbol=cmt_btcusdt&granularity=1m", 1_000),
      ...bounds("historyCandles", "symbol=cmt_btcusdt&granularity=1m", 100),
      ...bounds("getHistoryFundRate", "symbol=cmt_btcusdt", 100),
      ...["2m", "1M", "60", "1y", "1 m"].flatMap((word) =>
        ["candles", "historyCandles"].map(
          (name) =>
            [
              name,
              `symbol=cmt_btcusdt&granularity=${word}`,
              "40020 Parameter granularity is invalid",
            ] as const,
        ),
      ),
      ["candles", "symbol=cmt_btcusdt&granularity=1m&priceType=BID", "40020 Parameter priceType is invalid"],
      ["index", "symbol=cmt_btcusdt&priceType=LAST", "40020 Parameter priceType is invalid"],
    ];

    test.each(refused)("%s?%s: %s", async (name, query, expected) => {
      const [code, phrase = ""] = expected.split(/ (.*)/);
      expect(await request(name, query)).toMatchObject({
        status: 400,
        body: { code, msg: expect.stringContaining(phrase) },
      });
    });
  });

  test("time: market time in three forms", async () => {
    expect(await get("time")).toEqual({
      epoch: "1764505776.347",
      iso: "2025-11-30T12:29:36.347Z",
      timestamp: 1764505776347,
    });
  });

  describe("contracts", () => {
    test("an array of one with a symbol, every field as configured", async () => {
      expect(await get("contracts", "symbol=cmt_btcusdt")).toEqual([
        {
          symbol: "cmt_btcusdt",
          underlying_index: "BTC",
          quote_currency: "USDT",
          coin: "USDT",
          contract_val: "0.000001",
          delivery: ["00:00:00", "08:00:00", "16:00:00"],
          size_increment: "4",
          tick_size: "1",
          forwardContractFlag: true,
          priceEndStep: 1,
          minLeverage: 1,
          maxLeverage: 200,
          buyLimitPriceRatio: "0.015",
          sellLimitPriceRatio: "0.02",
          makerFeeRate: "0.0002",
          takerFeeRate: "0.0006",
          minOrderSize: "0.0001",
          maxOrderSize: "100000",
          maxPositionSize: "1000000",
          marketOpenLimitSize: "120.5",
        },
      ]);
    });

    test("all that are listed without one; a step of ten has no decimal places", async () => {
      const rows = (await get("contracts")) as { symbol: string }[];
      expect(rows.map(({ symbol }) => symbol)).toEqual(["cmt_btcusdt", "cmt_xrpusdt"]);
      expect(rows[1]).toMatchObject({
        contract_val: "1",
        size_increment: "0",
        tick_size: "4",
        minOrderSize: "10",
        delivery: ["01:00:00", "05:00:00", "09:00:00", "13:00:00", "17:00:00", "21:00:00"],
      });
      expect(await get("contracts", "symbol=cmt_goneusdt")).toHaveLength(1);
    });
  });

  describe("depth", () => {
    test("best first on both sides, at the contract's scale", async () => {
      expect(await get("depth", "symbol=cmt_xrpusdt")).toEqual({
        asks: [["2.0001", "30"]],
        bids: [],
        timestamp: "1764505776347",
      });
      const { asks, bids } = (await get("depth", "symbol=cmt_btcusdt&limit=15")) as Sides;
      expect(asks.slice(0, 2)).toEqual([
        ["90755.5", "0.0001"],
        ["90755.6", "0.0002"],
      ]);
      expect(bids.slice(0, 2)).toEqual([
        ["90755.3", "0.0001"],
        ["90755.2", "0.0002"],
      ]);
    });

    test.each([
      ["", 15],
      ["&limit=", 15],
      ["&limit=15", 15],
      ["&limit=200", 200],
    ])("limit '%s' gives %i levels", async (limit, count) => {
      const { asks, bids } = (await get("depth", `symbol=cmt_btcusdt${limit}`)) as Sides;
      expect([asks.length, bids.length]).toEqual([count, count]);
    });
  });

  describe("ticker and tickers", () => {
    test("figures of the rolling day", async () => {
      const row = {
        symbol: "cmt_btcusdt",
        last: "90755.3",
        best_ask: "90755.5",
        best_bid: "90755.3",
        high_24h: "91000.0",
        low_24h: "89000.5",
        volume_24h: "2321170547.37995",
        timestamp: "1764505776347",
        priceChangePercent: "0.008392",
        base_volume: "25615.0755",
        markPrice: "90760.125",
        indexPrice: "90797.161",
      };
      expect(await get("ticker", "symbol=cmt_btcusdt")).toEqual(row);
      expect(((await get("tickers")) as unknown[])[0]).toEqual(row);
      expect(await get("tickers")).toHaveLength(2);
    });

    test("without a trade, the mark price stands in for the last; what there is none of is 0", async () => {
      expect(await get("ticker", "symbol=cmt_xrpusdt")).toMatchObject({
        last: "2.0001",
        high_24h: "2.0001",
        low_24h: "2.0001",
        best_ask: "2.0001",
        best_bid: "0.0000",
        priceChangePercent: "0.000000",
        volume_24h: "0",
        base_volume: "0",
        markPrice: "2.000051",
        indexPrice: "0.000000",
      });
    });
  });

  describe("trades", () => {
    test("newest first", async () => {
      expect(await get("trades", "symbol=cmt_btcusdt&limit=2")).toEqual([
        {
          ticketId: "00000000-0000-8000-8003-8d7ea4c68002",
          time: NOW - 1_000,
          price: "90755.3",
          size: "0.0010",
          value: "90.7553",
          symbol: "cmt_btcusdt",
          isBestMatch: true,
          isBuyerMaker: true,
          contractVal: "0.000001",
        },
        expect.objectContaining({
          ticketId: "00000000-0000-8000-8003-8d7ea4c68001",
          time: NOW - 2_000,
          isBuyerMaker: false,
        }),
      ]);
    });

    test.each([
      ["", 100],
      ["&limit=1", 1],
      ["&limit=1000", 150],
    ])("limit '%s' gives %i of 150", async (limit, count) => {
      expect(await get("trades", `symbol=cmt_btcusdt${limit}`)).toHaveLength(count);
    });
  });

  describe("candles", () => {
    const base = "symbol=cmt_btcusdt&granularity=";

    test.each([
      ["1m", MINUTE],
      ["5m", 5 * MINUTE],
      ["15m", 15 * MINUTE],
      ["30m", 30 * MINUTE],
      ["1h", HOUR],
      ["1H", HOUR],
      ["4h", 4 * HOUR],
      ["4H", 4 * HOUR],
      ["12h", 12 * HOUR],
      ["12H", 12 * HOUR],
      ["1d", DAY],
      ["1D", DAY],
      ["1w", 7 * DAY],
      ["1W", 7 * DAY],
    ])("granularity %s is %i ms", async (word, intervalMs) => {
      for (const name of ["candles", "historyCandles"]) {
        await get(name, base + word);
        expect(asked()).toEqual({ contract: 0, price: "last", intervalMs, limit: 100, now: NOW });
      }
    });

    test.each([
      ["&priceType=LAST", "last"],
      ["&priceType=MARK", "mark"],
      ["&priceType=INDEX", "index"],
      ["", "last"],
    ])("priceType '%s' follows the %s price", async (parameter, price) => {
      for (const name of ["candles", "historyCandles"]) {
        await get(name, `${base}1m${parameter}`);
        expect(asked().price).toBe(price);
      }
    });

    test("oldest first, the running one last and drawn from live data; newest first in the observed profile", async () => {
      const rows = [
        ["1764505680000", "90700.0", "90800.0", "90600.0", "90750.0", "0.0500", "4530.5"],
        ["1764505740000", "90751.0", "91000.0", "89000.5", "90755.3", "25615.0755", "2321170547.37995"],
      ];
      expect(await get("candles", `${base}1m`)).toEqual(rows);
      expect(await get("candles", `${base}1m`, wireProfiles["strict-sdk"])).toEqual(rows);
      expect(await get("candles", `${base}1m`, wireProfiles.observed)).toEqual(rows.toReversed());
      expect(await get("historyCandles", `${base}1m`, wireProfiles.observed)).toEqual(rows.toReversed());
    });

    test("mark and index candles have two decimals more and no volume", async () => {
      expect(await get("candles", `${base}1m&priceType=MARK`)).toEqual([
        ["1764505680000", "907.000", "908.000", "906.000", "907.500", "0.0500", "4530.5"],
        ["1764505740000", "90760.125", "90760.125", "90760.125", "90760.125", "0.0000", "0"],
      ]);
    });

    test.each([
      ["candles", "&limit=1", 1],
      ["candles", "&limit=1000", 1_000],
      ["candles", "", 100],
      ["historyCandles", "&limit=1", 1],
      ["historyCandles", "&limit=100", 100],
      ["historyCandles", "", 100],
    ])("%s: limit '%s' asks for %i rows", async (name, limit, expected) => {
      await get(name, `${base}1m${limit}`);
      expect(asked().limit).toBe(expected);
    });

    test.each([
      ["", {}],
      ["&startTime=5", { from: 5 }],
      ["&endTime=9", { to: 9 }],
      ["&startTime=5&endTime=9", { to: 9 }],
      ["&startTime=&endTime=9", { to: 9 }],
      ["&startTime=x", {}],
      ["&startTime=-5", {}],
      ["&startTime=5&endTime=1.5", {}],
      ["&startTime=yesterday&endTime=9", {}],
    ])("historyCandles: '%s'", async (times, span) => {
      await get("historyCandles", `${base}1m${times}`);
      expect(asked()).toEqual({
        contract: 0,
        price: "last",
        intervalMs: MINUTE,
        limit: 100,
        now: NOW,
        ...span,
      });
    });

    test("candles pays no heed to times", async () => {
      await get("candles", `${base}1m&startTime=5&endTime=9`);
      expect(asked()).not.toHaveProperty("to", 9);
      expect(asked()).not.toHaveProperty("from", 5);
    });
  });

  test.each([
    ["", "90797.161"],
    ["&priceType=INDEX", "90797.161"],
    ["&priceType=MARK", "90760.125"],
  ])("index: '%s' gives %s", async (parameter, price) => {
    expect(await get("index", `symbol=cmt_btcusdt${parameter}`)).toEqual({
      symbol: "cmt_btcusdt",
      index: price,
      timestamp: "1764505776347",
    });
  });

  test("open_interest: one row, worth what it is at mark", async () => {
    expect(await get("open_interest", "symbol=cmt_btcusdt")).toEqual([
      {
        symbol: "cmt_btcusdt",
        base_volume: "12.5000",
        target_volume: "1134501.5625",
        timestamp: "1764505776347",
      },
    ]);
  });

  describe("funding", () => {
    test("settles next when the contract's period ends", async () => {
      const next = Date.UTC(2025, 10, 30, 16);
      expect(await get("funding_time", "symbol=cmt_btcusdt")).toEqual({
        symbol: "cmt_btcusdt",
        fundingTime: next,
      });
      expect(await get("funding_time", "symbol=cmt_xrpusdt")).toMatchObject({
        fundingTime: Date.UTC(2025, 10, 30, 13),
      });
    });

    test("the current rate is the running period's, paid at its end; collectCycle is in minutes", async () => {
      const btc = {
        symbol: "cmt_btcusdt",
        fundingRate: "0.0001",
        collectCycle: 480,
        timestamp: Date.UTC(2025, 10, 30, 16),
      };
      const xrp = {
        symbol: "cmt_xrpusdt",
        fundingRate: "-0.0005",
        collectCycle: 240,
        timestamp: Date.UTC(2025, 10, 30, 13),
      };
      expect(await get("currentFundRate", "symbol=cmt_btcusdt")).toEqual([btc]);
      expect(await get("currentFundRate")).toEqual([btc, xrp]);
      expect(await get("forecastFundRate", "symbol=cmt_btcusdt")).toMatchObject([
        { fundingRate: btc.fundingRate, settlesAt: btc.timestamp, forecastFundingRate: "0.0002" },
      ]);
    });

    test.each([
      ["", 10],
      ["&limit=1", 1],
      ["&limit=100", 100],
    ])("past rates: limit '%s' gives %i, newest first", async (limit, count) => {
      const rows = (await get("getHistoryFundRate", `symbol=cmt_btcusdt${limit}`)) as unknown[];
      expect(rows).toHaveLength(count);
      expect(rows[0]).toEqual({
        symbol: "cmt_btcusdt",
        fundingRate: "-0.0001036",
        fundingTime: Date.UTC(2025, 10, 30, 8),
      });
    });
  });
});

/** The running transport's way to ask. */
let transport: Transport;
let venue: Venue;

function asked(): CandlesQuery {
  return venue.asked();
}

function request(
  name: string,
  query: string,
  profile: WireProfile = wireProfiles.seed,
  now = NOW,
): Promise<Answer> {
  return transport.request(name, query, { ...venue.context, profile, now: () => now });
}

/** The body of an answer that must be a success. */
async function get(name: string, query = "", profile?: WireProfile, now?: number): Promise<unknown> {
  const { status, body } = await request(name, query, profile, now);
  expect(status).toBe(200);
  return body;
}

function bounds(name: string, query: string, max: number) {
  return ["0", "-1", `${max + 1}`, "1.5", "x"].map(
    (limit) => [name, `${query}&limit=${limit}`, "40020 Parameter limit is invalid"] as const,
  );
}

interface Sides {
  readonly asks: readonly unknown[];
  readonly bids: readonly unknown[];
}

function jsonTypes(row: object): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, jsonType(value)]));
}

/**
 * "string", "number", "boolean"; "string[]" where all items are alike and there could be more;
 * "[string,string]" for a pair.
 */
function jsonType(value: unknown): string {
  if (!Array.isArray(value)) return typeof value;
  const items = value.map(jsonType);
  const [first = "unknown"] = items;
  if (Array.isArray(value[0]) || /^\d\d:/.test(String(value[0]))) return `${first}[]`;
  return `[${items}]`;
}
