import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { Client } from "../venue/client.ts";

/*
 * Every filter of the fapi dialect's exchangeInfo is in force as it is announced: orders around all bounds at
 * once are refused by a filter that they break, and by none otherwise.
 */

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;

const SYMBOLS = ["BTCUSDT", "XRPUSDT"] as const;
let venue: Venue;
let rich: Client;
const symbols = new Map<string, Any>();
const marks = new Map<string, number>();

beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000, xrp: 0.5 },
    balance: "100000000000",
    accounts: [{ name: "rich", positionMode: "one-way" }],
  });
  rich = new Client(venue.baseUrl, venue.accounts[0]!);
  for (const [i, contract] of (await venue.engine.query({ type: "contracts" })).entries()) {
    const { symbol: _, ...terms } = contract;
    const change = {
      ...{ ...terms, type: "changeContract", contract: contract.contract, anyway: false },
      ...{ notionalMinUnits: 5 + i, orderLotsMin: 2, orderLotsMax: 50_000, openOrdersMax: 3 },
      ...{ marketLotsMax: 40_000, marketOpenLotsMax: 30_000, positionLotsMax: 1_000_000_000 },
      ...{ tiers: [{ ...terms.tiers[0]!, boundUnits: 1_000_000_000 }] },
    };
    expect((await venue.engine.submit(change as never)).rejection).toBeUndefined();
  }
  const info = (await rich.get("/fapi/v1/exchangeInfo")).body;
  for (const each of info.symbols) symbols.set(each.symbol, each);
  for (const symbol of SYMBOLS)
    marks.set(symbol, Number((await rich.get(`/fapi/v1/premiumIndex?symbol=${symbol}`)).body.markPrice));
});
afterAll(() => venue.stop());

const filterOf = (symbol: string, type: string): Any =>
  symbols.get(symbol).filters.find(({ filterType }: Any) => filterType === type);

/** A whole number of steps as decimal text; `finer` adds a tenth of one. */
function textOf(steps: number, step: string, finer: boolean): string {
  const decimals = (step.split(".")[1] ?? "").length;
  const text = (steps * Number(step)).toFixed(decimals);
  return finer ? `${decimals === 0 ? `${text}.` : text}1` : text;
}

interface Order {
  readonly symbol: string;
  readonly side: "BUY" | "SELL";
  readonly isMarket: boolean;
  readonly price: string;
  readonly quantity: string;
}

/** A price that rests is at most so many times the mark, or such a part of it. */
const FARTHEST = 10;

/** The codes of the filters that an order breaks. */
function broken({ symbol, side, isMarket, price, quantity }: Order): readonly number[] {
  const { minPrice, maxPrice, tickSize } = filterOf(symbol, "PRICE_FILTER");
  const { minQty, maxQty, stepSize } = filterOf(symbol, isMarket ? "MARKET_LOT_SIZE" : "LOT_SIZE");
  const { notional } = filterOf(symbol, "MIN_NOTIONAL");
  const { multiplierUp, multiplierDown } = filterOf(symbol, "PERCENT_PRICE");
  const mark = marks.get(symbol)!;
  const [p, q] = [isMarket ? mark : Number(price), Number(quantity)];
  const isOff = (value: number, step: number) => Math.abs(value / step - Math.round(value / step)) > 1e-6;
  return [
    ...(q <= 0 ? [-4003] : q < Number(minQty) - 1e-9 ? [-4004] : []),
    ...(q > Number(maxQty) + 1e-9 ? [-4005] : []),
    ...(isOff(q, Number(stepSize)) ? [-1111, -4023] : []),
    ...(p * q < Number(notional) - 1e-9 ? [-4164] : []),
    ...(isMarket
      ? []
      : [
          ...(p < Number(minPrice) - 1e-9 ? [-4013] : []),
          ...(p > Number(maxPrice) + 1e-9 ? [-4002, -4016] : []),
          ...(isOff(p, Number(tickSize)) ? [-1111, -4014] : []),
          // No filter says it (docs/reference/where-we-differ.md).
          ...(p * FARTHEST < mark || p > mark * FARTHEST ? [-4016] : []),
          ...(side === "BUY" && p > mark * Number(multiplierUp) + 1e-9 ? [-4016] : []),
          ...(side === "SELL" && p < mark * Number(multiplierDown) - 1e-9 ? [-4024] : []),
        ]),
  ];
}

/** Around a bound, in steps. */
const near = (bound: string, step: string) =>
  fc.integer({ min: -2, max: 2 }).map((by) => Math.max(0, Math.round(Number(bound) / Number(step)) + by));

const anyOrder = fc.constantFrom(...SYMBOLS).chain((symbol) => {
  const filter = (type: string) => filterOf(symbol, type);
  const [{ tickSize, maxPrice }, lots, market] = [
    filter("PRICE_FILTER"),
    filter("LOT_SIZE"),
    filter("MARKET_LOT_SIZE"),
  ];
  const { multiplierUp, multiplierDown } = filter("PERCENT_PRICE");
  const mark = marks.get(symbol)!;
  const least = Number(filter("MIN_NOTIONAL").notional) / mark;
  const prices = [0, mark * Number(multiplierUp), mark * Number(multiplierDown), mark, Number(maxPrice)];
  const sizes = [0, lots.minQty, lots.maxQty, market.maxQty, least, 10 * least];
  return fc.record({
    symbol: fc.constant(symbol as string),
    side: fc.constantFrom("BUY" as const, "SELL" as const),
    isMarket: fc.boolean(),
    price: fc
      .tuple(fc.oneof(...prices.map((price) => near(String(price), tickSize))), fc.boolean())
      .map(([ticks, isFine]) => textOf(ticks, tickSize, isFine && ticks % 3 === 0)),
    quantity: fc
      .tuple(fc.oneof(...sizes.map((size) => near(String(size), lots.stepSize))), fc.boolean())
      .map(([steps, isFine]) => textOf(steps, lots.stepSize, isFine && steps % 3 === 0)),
  });
});

test("an order is refused by a filter that it breaks, and by none otherwise", async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(anyOrder, async (order) => {
      const { symbol, side, isMarket, price, quantity } = order;
      const how = isMarket ? { type: "MARKET" } : { type: "LIMIT", timeInForce: "GTC", price };
      const query = new URLSearchParams({ symbol, side, quantity, ...how });
      const { status, body } = await rich.post(`/fapi/v1/order/test?${query}`);
      const codes = broken(order);
      if (codes.length === 0) {
        expect([status, body], JSON.stringify(order)).toMatchObject([200, {}]);
        return;
      }
      seen.add(body.code);
      expect([status, codes], `${JSON.stringify(order)}: ${body.msg}`).toEqual([
        400,
        expect.arrayContaining([body.code]),
      ]);
    }),
    { numRuns: 600, seed: 1 },
  );
  expect([...seen].toSorted((a, b) => b - a)).toEqual(
    [-1111, -4003, -4004, -4005, -4013, -4016, -4024, -4164].toSorted((a, b) => b - a),
  );
});

test("as many orders, and as many conditional ones, as the filters allow", async () => {
  const limits = ["MAX_NUM_ORDERS", "MAX_NUM_ALGO_ORDERS"].map((type) => filterOf("BTCUSDT", type).limit);
  expect(limits).toEqual([3, 3]);
  const order = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.01&price=59";
  const stop = "symbol=BTCUSDT&side=BUY&type=STOP_MARKET&quantity=0.01&triggerPrice=61";
  const refusalsOf = async (path: string, query: string, n: number) => {
    const refusals: unknown[] = [];
    for (let i = 0; i <= n; i++) {
      const { code, msg } = (await rich.post(`/fapi/v1/${path}?${query}${100 + i}`)).body;
      refusals.push(code && [code, msg]);
    }
    return refusals;
  };
  const taken = [undefined, undefined, undefined];
  const tooManyStops = [-4045, expect.stringMatching(/^Reach max stop order limit\. /)];
  const tooMany = [-2025, expect.stringMatching(/^Reach max open order limit\. /)];
  expect(await refusalsOf("algoOrder", stop, 3)).toEqual([...taken, tooManyStops]);
  expect(await refusalsOf("order", order, 3)).toEqual([...taken, tooMany]);
  for (const path of ["allOpenOrders", "algoOpenOrders"])
    expect((await rich.delete(`/fapi/v1/${path}?symbol=BTCUSDT`)).status).toBe(200);
});
