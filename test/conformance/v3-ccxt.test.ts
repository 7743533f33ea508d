import type { Order } from "ccxt";
import ccxt from "ccxt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { FIRST_USER_ACCOUNT } from "../../src/kernel/core/index.ts";
import { tellInOrder } from "../inOrder.ts";
import { ccxtOptions } from "./ccxtClient.ts";
import { holder, MASTER_KEY } from "./key-holders.ts";
import { keyed } from "./traders.ts";

/**
 * ccxt as npm gives it, against a live venue, with nothing but its URLs overridden, and the time that it
 * signs with (`ccxtClient.ts`). Where ccxt itself reads an answer wrong the test says so in one line; nothing
 * here works around the venue.
 */

const BTC = "BTC/USDT:USDT";
const ETH = "ETH/USDT:USDT";

let venue: Venue;
let alice: InstanceType<typeof ccxt.weex>;
let bob: InstanceType<typeof ccxt.weex>;

function client(apiKey: string, secret = "secret"): InstanceType<typeof ccxt.weex> {
  return new ccxt.weex(ccxtOptions(venue.baseUrl, venue.wsUrl, { apiKey, secret, passphrase: "pass" }));
}

tellInOrder();
beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000, eth: 3_000 },
    seed: 1,
    prehistory: 50,
    masterKey: MASTER_KEY,
    accounts: keyed("alice", "bob"),
  });
  alice = client("alice");
  bob = client("bob");
  await alice.loadMarkets();
  await bob.loadMarkets();
});
afterAll(async () => {
  await venue.settle();
  venue.engine.audit();
  await venue.stop();
});

const refused = (run: Promise<unknown>) =>
  run.then(
    () => "accepted",
    (error: Error) => error.constructor.name,
  );
const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id).toSorted();

describe("market data", () => {
  test("loadMarkets", () => {
    const market = alice.market(BTC);
    expect(market).toMatchObject({
      id: "BTCUSDT",
      swap: true,
      linear: true,
      settle: "USDT",
      active: true,
      maker: 0.0002,
      taker: 0.0006,
      precision: { amount: 0.0001, price: 0.1 },
      limits: { leverage: { min: 1, max: 200 }, amount: { min: 0.0001, max: 100_000 } },
    });
    expect(Object.keys(alice.markets ?? {})).toHaveLength(8);
  });

  test("time", async () => {
    expect(await alice.fetchTime()).toBe(venue.clock.now());
  });

  test("tickers, best prices, mark prices", async () => {
    await bob.createOrder(BTC, "limit", "buy", 0.03, 59_000);
    await bob.createOrder(BTC, "limit", "sell", 0.02, 60_500);
    const ticker = await alice.fetchTicker(BTC);
    expect(ticker).toMatchObject({ symbol: BTC, last: 60_000, markPrice: 60_000, indexPrice: 60_000 });
    expect(ticker.percentage).toBeCloseTo(((ticker.last! - ticker.open!) / ticker.open!) * 100, 3);
    expect(Object.keys(await alice.fetchTickers())).toHaveLength(8);
    expect((await alice.fetchBidsAsks([BTC]))[BTC]!).toMatchObject({
      bid: 59_000,
      bidVolume: 0.03,
      ask: 60_500,
      askVolume: 0.02,
    });
    expect((await alice.fetchMarkPrice(BTC)).markPrice).toBe(60_000);
    expect(Object.keys(await alice.fetchMarkPrices())).toHaveLength(8);
  });

  test("order book", async () => {
    const book = await alice.fetchOrderBook(BTC);
    expect(book).toMatchObject({ bids: [[59_000, 0.03]], asks: [[60_500, 0.02]] });
    expect((await alice.fetchOrderBook(BTC, 200)).nonce).toBe(book.nonce);
    await bob.cancelAllOrders(BTC);
  });

  test("trades", async () => {
    await bob.createOrder(ETH, "limit", "sell", 1, 3_000);
    await alice.createOrder(ETH, "limit", "buy", 1, 3_000);
    expect(await bob.fetchTrades(ETH, undefined, 10)).toMatchObject([
      { symbol: ETH, price: 3_000, amount: 1, cost: 3_000, side: "buy" },
    ]);
    await bob.createOrder(ETH, "limit", "buy", 1, 2_999);
    await alice.closePosition(ETH);
  });

  test("candles of every price, and of the past", async () => {
    const latest = await alice.fetchOHLCV(BTC, "1m", undefined, 5);
    expect(latest).toHaveLength(5);
    expect(latest.at(-1)![4]).toBe(60_000);
    const times = latest.map(([time]) => time!);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const price of ["mark", "index"])
      expect(await alice.fetchOHLCV(BTC, "1h", undefined, 3, { price })).toHaveLength(3);
    const since = venue.clock.now() - 20 * 60_000;
    const past = await alice.fetchOHLCV(BTC, "1m", since, 5, { until: since + 4 * 60_000, historical: true });
    expect(past.map(([time]) => time)).toEqual([0, 1, 2, 3, 4].map((minute) => since + minute * 60_000));
  });

  test("funding, open interest", async () => {
    const funding = await alice.fetchFundingRate(BTC);
    expect(funding).toMatchObject({ symbol: BTC, interval: "8h", interestRate: 0.0001 });
    expect(funding.nextFundingTimestamp).toBeGreaterThan(venue.clock.now());
    expect(Object.keys(await alice.fetchFundingRates())).toHaveLength(8);
    const [newest] = (await alice.fetchFundingRateHistory(BTC, undefined, 3)).slice(-1);
    expect(newest!.fundingRate).toBe(funding.fundingRate);
    expect((await alice.fetchOpenInterest(ETH)).openInterestAmount).toBeGreaterThanOrEqual(0);
  });
});

describe("coins", () => {
  test("those of the contracts, and the paper one", async () => {
    const currencies = await alice.fetchCurrencies();
    expect(Object.keys(currencies)).toEqual(expect.arrayContaining(["USDT", "BTC", "DOGE"]));
    const response = await fetch(`${venue.baseUrl}/capi/v3/market/exchangeInfo`);
    const information = (await response.json()) as { assets: unknown };
    expect(information.assets).toEqual([
      { asset: "USDT", marginAvailable: true },
      { asset: "SUSDT", marginAvailable: true },
    ]);
  });
});

describe("settings", () => {
  test("balance, fee", async () => {
    const { USDT } = await bob.fetchBalance();
    expect(USDT!.total).toBeGreaterThan(99_000);
    expect(USDT!.free! + USDT!.used!).toBeCloseTo(USDT!.total!, 6);
    expect(await alice.fetchTradingFee(BTC)).toMatchObject({ maker: 0.0002, taker: 0.0006 });
  });

  test("leverage and margin mode", async () => {
    await alice.setLeverage(10, BTC);
    expect(await alice.fetchLeverage(BTC)).toMatchObject({ marginMode: "cross", longLeverage: 10 });
    // The margin mode goes with the leverage.
    await alice.setLeverage(25, BTC, { marginMode: "isolated" });
    expect(await alice.fetchMarginMode(BTC)).toMatchObject({ marginMode: "isolated" });
    expect(await alice.fetchLeverage(BTC)).toMatchObject({ longLeverage: 25, shortLeverage: 25 });
    expect(Object.keys(await alice.fetchLeverages())).toContain(ETH);
    expect(Object.keys(await alice.fetchMarginModes())).toContain(ETH);
    await alice.setMarginMode("cross", BTC);
    expect(await refused(alice.setLeverage(500, BTC))).toBe("InvalidOrder");
  });

  test("position mode", async () => {
    await alice.setPositionMode(true, BTC, { marginMode: "cross" });
    // ccxt reads SEPARATED as hedged; both sides exist in COMBINED too.
    expect(await alice.fetchPositionMode(BTC)).toMatchObject({ hedged: true });
    await alice.setPositionMode(false, BTC, { marginMode: "cross" });
    expect(await alice.fetchPositionMode(BTC)).toMatchObject({ hedged: false });
  });
});

describe("orders", () => {
  test("limit: placed, found, edited, cancelled", async () => {
    const placed = await alice.createOrder(BTC, "limit", "buy", 0.01, 59_000, { clientOrderId: "mine-1" });
    expect(await alice.fetchOrder(placed.id!, BTC)).toMatchObject({
      id: placed.id,
      clientOrderId: "mine-1",
      status: "open",
      type: "limit",
      side: "buy",
      price: 59_000,
      amount: 0.01,
      filled: 0,
      remaining: 0.01,
      timeInForce: "GTC",
      reduceOnly: false,
    });
    const edited = await alice.editOrder(placed.id!, BTC, "limit", "buy", 0.02, 59_100);
    expect(idsOf(await alice.fetchOpenOrders(BTC))).toEqual([edited.id]);
    expect(await alice.fetchOrder(placed.id!, BTC)).toMatchObject({ status: "canceled" });
    await alice.cancelOrder(edited.id!, BTC);
    expect(await alice.fetchOpenOrders(BTC)).toEqual([]);
    // ccxt makes InvalidOrder, not OrderNotFound, of code -3200.
    expect(await refused(alice.cancelOrder(edited.id!, BTC))).toBe("InvalidOrder");
  });

  test("market, with the fills, the position and the bills that it makes", async () => {
    await bob.createOrder(BTC, "limit", "sell", 0.05, 60_100);
    const { id } = await alice.createOrder(BTC, "market", "buy", 0.02);
    expect(await alice.fetchOrder(id!, BTC)).toMatchObject({
      status: "closed",
      filled: 0.02,
      average: 60_100,
      cost: 1_202,
      timeInForce: "IOC",
    });
    expect(await alice.fetchMyTrades(BTC)).toMatchObject([
      { order: id, side: "buy", price: 60_100, amount: 0.02, takerOrMaker: "taker", fee: { cost: 0.7212 } },
    ]);
    expect(await bob.fetchMyTrades(BTC)).toMatchObject([{ side: "sell", takerOrMaker: "maker" }]);
    expect(await alice.fetchOrderTrades(id!, BTC)).toHaveLength(1);
    expect(await alice.fetchPositions([BTC])).toMatchObject([
      { symbol: BTC, side: "long", contracts: 0.02, entryPrice: 60_100, leverage: 10, marginMode: "cross" },
    ]);
    expect(await alice.fetchPosition(BTC)).toMatchObject({ side: "long", contracts: 0.02 });
    expect(await alice.fetchPositionsForSymbol(BTC)).toHaveLength(1);
  });

  test("post-only", async () => {
    const { id } = await alice.createOrder(BTC, "limit", "buy", 0.01, 58_900, { timeInForce: "POST_ONLY" });
    // ccxt sets its own flag postOnly for "PO" alone, which it does not send.
    const resting = { timeInForce: "POST_ONLY", status: "open" };
    expect(await alice.fetchOrder(id!, BTC)).toMatchObject(resting);
    const crossing = await alice.createOrder(BTC, "limit", "buy", 0.01, 60_200, { timeInForce: "POST_ONLY" });
    expect(await alice.fetchOrder(crossing.id!, BTC)).toMatchObject({ status: "canceled", filled: 0 });
    // ccxt sends postOnly:true with GTC.
    const flagged = await alice.createOrder(BTC, "limit", "buy", 0.01, 58_800, { postOnly: true });
    expect(await alice.fetchOrder(flagged.id!, BTC)).toMatchObject(resting);
  });

  test("reduce-only closes, and never opens", async () => {
    const { id } = await alice.createOrder(BTC, "limit", "sell", 5, 60_800, { reduceOnly: true });
    // Capped at the position of 0.02.
    expect(await alice.fetchOrder(id!, BTC)).toMatchObject({ reduceOnly: true, amount: 0.02 });
    await alice.cancelOrder(id!, BTC);
    expect(await refused(alice.createOrder(ETH, "limit", "buy", 1, 2_900, { reduceOnly: true }))).not.toBe(
      "accepted",
    );
  });

  test("trigger, with what is attached to it", async () => {
    const { id } = await alice.createOrder(BTC, "limit", "buy", 0.01, 61_000, {
      triggerPrice: 60_900,
      takeProfit: { triggerPrice: 62_000 },
      stopLoss: { triggerPrice: 60_000 },
    });
    expect(await alice.fetchOpenOrders(BTC, undefined, undefined, { trigger: true })).toMatchObject([
      { id, triggerPrice: 60_900, price: 61_000, type: "limit", status: "open", reduceOnly: false },
    ]);
    expect(await alice.cancelOrder(id!, BTC, { trigger: true })).toMatchObject({ id, status: "canceled" });
    // ccxt asks for a STOP whatever the price: one that is met already is refused.
    const met = { triggerPrice: 59_000 };
    expect(await refused(alice.createOrder(BTC, "market", "buy", 0.01, undefined, met))).toBe("BadRequest");
  });

  test("stop and take profit of a position", async () => {
    const stop = await alice.createOrder(BTC, "market", "sell", 0.02, undefined, { stopLossPrice: 58_000 });
    const take = await alice.createOrder(BTC, "limit", "sell", 0.02, 61_900, { takeProfitPrice: 61_800 });
    const waiting = await alice.fetchOpenOrders(BTC, undefined, undefined, { trigger: true });
    expect(idsOf(waiting)).toEqual([stop.id, take.id].toSorted());
    expect(waiting.map(({ triggerPrice }) => triggerPrice).toSorted()).toEqual([58_000, 61_800]);
    expect(waiting.every(({ reduceOnly, status }) => reduceOnly && status === "open")).toBe(true);
    expect(idsOf(await alice.cancelAllOrders(BTC, { trigger: true }))).toEqual([stop.id, take.id].toSorted());
  });

  test("attached to an order: they appear with its fill", async () => {
    const { id } = await alice.createOrder(BTC, "limit", "buy", 0.01, 60_100, {
      takeProfit: { triggerPrice: 62_000 },
      stopLoss: { triggerPrice: 57_000, triggerPriceType: "mark" },
    });
    expect(await alice.fetchOrder(id!, BTC)).toMatchObject({ status: "closed" });
    const attached = await alice.fetchOpenOrders(BTC, undefined, undefined, { trigger: true });
    expect(attached.map(({ triggerPrice, type }) => [triggerPrice, type]).toSorted()).toEqual([
      [57_000, "market"],
      [62_000, "market"],
    ]);
    expect(attached.map(({ triggerPrice, info }) => [triggerPrice, info.workingType]).toSorted()).toEqual([
      [57_000, "MARK_PRICE"],
      [62_000, "CONTRACT_PRICE"],
    ]);
    await alice.cancelAllOrders(BTC, { trigger: true });
  });

  test("several at once, and cancelled at once", async () => {
    const rows = [58_000, 58_100, 58_200].map((price) => ({
      symbol: BTC,
      type: "limit" as const,
      side: "buy" as const,
      amount: 0.01,
      price,
    }));
    const before = idsOf(await alice.fetchOpenOrders(BTC));
    const placed = await Promise.all(
      rows.map((row) => alice.createOrder(row.symbol, row.type, row.side, row.amount, row.price)),
    );
    // ccxt reads an object here where the interface sends a list, and returns nothing.
    expect(
      await alice.cancelOrders(
        placed.slice(0, 2).map(({ id }) => id!),
        BTC,
      ),
    ).toEqual([]);
    expect(idsOf(await alice.fetchOpenOrders(BTC))).toEqual([...before, placed[2]!.id].toSorted());
    const canceled = await alice.cancelAllOrders(BTC);
    expect(idsOf(canceled)).toEqual([...before, placed[2]!.id].toSorted());
    expect(await alice.fetchOpenOrders(BTC)).toEqual([]);
  });

  test("what is refused", async () => {
    const place = (amount: number, price: number, params = {}) =>
      refused(alice.createOrder(BTC, "limit", "buy", amount, price, params));
    expect(await place(90, 59_000)).toBe("InsufficientFunds");
    expect(await place(0.01, 70_000)).toBe("BadRequest"); // beyond the price band
    expect(await place(200_000, 59_000)).toBe("InvalidOrder");
    expect(await place(0.01, 59_000, { clientOrderId: "a b" })).toBe("InvalidOrder");
    const stranger = client("stranger");
    expect(await refused(stranger.fetchBalance())).toBe("AuthenticationError");
    const forger = client("alice");
    forger.secret = "other";
    expect(await refused(forger.fetchBalance())).toBe("AuthenticationError");
  });
});

describe("the past", () => {
  test("closed and cancelled orders", async () => {
    const closed = await alice.fetchClosedOrders(BTC);
    expect(closed.every(({ status }) => status === "closed")).toBe(true);
    expect(closed.some(({ type, filled }) => type === "market" && filled === 0.02)).toBe(true);
    const canceled = await alice.fetchCanceledOrders(BTC);
    expect(canceled.every(({ status }) => status === "canceled")).toBe(true);
    const both = await alice.fetchCanceledAndClosedOrders(BTC);
    expect(both).toHaveLength(closed.length + canceled.length);
  });

  test("isolated margin", async () => {
    await bob.createOrder(ETH, "limit", "sell", 1, 3_000);
    await alice.setMarginMode("isolated", ETH);
    await alice.createOrder(ETH, "limit", "buy", 1, 3_000);
    const before = await alice.fetchPosition(ETH);
    expect(before).toMatchObject({ marginMode: "isolated", contracts: 1 });
    await alice.addMargin(ETH, 50, { isolatedPositionId: before.id });
    await alice.reduceMargin(ETH, 20, { isolatedPositionId: before.id });
    expect((await alice.fetchPosition(ETH)).initialMargin).toBeCloseTo(before.initialMargin! + 30, 6);
  });

  test("ledger and funding", async () => {
    const ledger = await alice.fetchLedger("USDT");
    const deposit = ledger.find(({ amount }) => amount === 100_000);
    expect(deposit).toMatchObject({ currency: "USDT", direction: "in", type: "transfer", before: 0 });
    const since = venue.clock.now() - 1_000;
    expect(await alice.fetchLedger("USDT", since, 5, { until: venue.clock.now() })).toHaveLength(5);
    // ccxt sends one time without the other, which the interface refuses.
    expect(await refused(alice.fetchLedger("USDT", since))).toBe("ArgumentsRequired");
    await venue.step(8 * 3_600_000);
    const funding = await alice.fetchFundingHistory(BTC, since, 10, {
      until: venue.clock.now(),
    });
    expect(funding).toMatchObject([{ symbol: BTC, code: "USDT" }]);
  });

  test("closing", async () => {
    const bids = async (symbol: string, amount: number) => {
      const { markPrice } = await bob.fetchMarkPrice(symbol);
      await bob.createOrder(symbol, "limit", "buy", amount, markPrice! * 0.999);
    };
    await bids(BTC, 0.05);
    await bids(ETH, 1);
    await alice.closePosition(BTC);
    expect(await alice.fetchPositions([BTC])).toEqual([]);
    await alice.closeAllPositions();
    expect(await alice.fetchPositions()).toEqual([]);
  });
});

test("a refusal of the market is the same error with either HTTP status", async () => {
  const { key } = await holder(venue, "observing", FIRST_USER_ACCOUNT, { wireProfile: "observed" });
  const observing = client(key.apiKey, key.secret);
  await observing.loadMarkets();
  for (const [exchange, status] of [
    [alice, 400],
    [observing, 500],
  ] as const) {
    expect(await refused(exchange.createOrder(ETH, "limit", "buy", 1_000, 2_900))).toBe("InsufficientFunds");
    const met = { triggerPrice: 30_000 };
    expect(await refused(exchange.createOrder(BTC, "market", "buy", 0.01, undefined, met))).toBe(
      "BadRequest",
    );
    expect(exchange.last_http_response).toContain('"code":-1054');
    const order = {
      symbol: "BTCUSDT",
      side: "BUY",
      positionSide: "LONG",
      type: "MARKET",
      quantity: "0.00001",
    };
    const who = exchange === alice ? "plain" : "observer";
    const raw = await holder(venue, who, FIRST_USER_ACCOUNT, {
      wireProfile: status === 500 ? "observed" : "",
    });
    expect((await raw.post("/capi/v3/order", { ...order, newClientOrderId: who })).status).toBe(status);
  }
});

test("own trades are paged forward by since without one missing, and from the newest under the switch", async () => {
  await venue.step(1_000);
  const since = venue.clock.now();
  const { markPrice } = await alice.fetchMarkPrice(ETH);
  const price = Math.floor(markPrice!);
  for (let i = 0; i < 7; i++) {
    await bob.createOrder(ETH, "limit", "sell", 0.01, price);
    await alice.createOrder(ETH, "limit", "buy", 0.01, price);
    await venue.step(1_000);
  }
  const all = (await alice.fetchMyTrades(ETH, since)).map(({ id }) => id!).toSorted();
  expect(all).toHaveLength(7);
  const found = async (of: typeof alice) => {
    const seen = new Set<string>();
    for (let from = since; ; ) {
      const page = await of.fetchMyTrades(ETH, from, 3);
      if (page.every(({ id }) => seen.has(id!))) return [...seen].toSorted();
      for (const { id } of page) seen.add(id!);
      from = page.at(-1)!.timestamp!;
    }
  };
  expect(await found(alice)).toEqual(all);
  const wireProfile = "seed,tradesSince=newest";
  const { key } = await holder(venue, "newest", FIRST_USER_ACCOUNT, { wireProfile });
  const newest = client(key.apiKey, key.secret);
  await newest.loadMarkets();
  expect(await found(newest)).toEqual(all.slice(-3));
});
