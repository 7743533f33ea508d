import Value from "typebox/value";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { Refused, Result, sockets } from "../../src/interface/wire/fapi/sockets/index.ts";
import type { Message } from "../sockets/listener.ts";
import { Listener } from "../sockets/listener.ts";
import { type Client, look } from "../venue/client.ts";
import { placeFor } from "../venue/placeLimit.ts";
import { binanceApiNode, binanceStreams, ccxtPro, connector, nodeBinanceApi } from "./fapiClients.ts";
import { onlyThisMachine } from "./onlyThisMachine.ts";
import { clientsOf, keyed } from "./traders.ts";

/**
 * The market streams of the fapi dialect: grammar, books kept by snapshot and events, and what five public
 * clients make of them.
 */

const order = { symbol: "cmt_btcusdt", type: "1", order_type: "0", match_price: "0", size: "0.01" };

onlyThisMachine();

let venue: Venue;
let alice: Client;
let bob: Client;
const open: Listener[] = [];

beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000, eth: 3_000 },
    seed: 1,
    prehistory: 2,
    balance: "100000000",
    accounts: keyed("alice", "bob"),
  });
  [alice, bob] = clientsOf(venue);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  for (const who of [alice, bob])
    expect((await who.post("order/cancelAllOrders", { cancelOrderType: "normal" })).status).toBe(200);
});
afterAll(() => venue.stop());

async function connect(path: string): Promise<Listener> {
  const listener = await Listener.open(`${venue.wsUrl}${path}`);
  open.push(listener);
  return listener;
}

let requests = 0;
async function ask(listener: Listener, method: string, params?: readonly unknown[]): Promise<Message> {
  const id = ++requests;
  listener.send({ method, ...(params && { params }), id });
  return listener.find((message) => message.id === id);
}

const place = (who: Client, type: string, price: string, size = "0.01") =>
  placeFor(who, { type, price, size });

/** Bob and alice trade 0.01 with each other. */
async function trade(): Promise<void> {
  await place(bob, "2", "60000");
  await place(alice, "1", "60000");
}

describe("the session", () => {
  test("ids are echoed as they were sent; lists and properties", async () => {
    const socket = await connect("/ws");
    for (const id of ["1", '"0123456789abcdef0123456789abcdef"', "900719925474099312"]) {
      socket.send(`{"method":"SUBSCRIBE","params":["btcusdt@aggTrade"],"id":${id}}`);
      expect(await socket.next()).toEqual(JSON.parse(`{"result":null,"id":${id}}`));
    }
    expect(await ask(socket, "LIST_SUBSCRIPTIONS")).toMatchObject({ result: ["btcusdt@aggTrade"] });
    expect(await ask(socket, "GET_PROPERTY", ["combined"])).toMatchObject({ result: false });
    expect(await ask(socket, "SET_PROPERTY", ["combined", true])).toMatchObject({ result: null });
    await trade();
    expect(await socket.next()).toMatchObject({
      stream: "btcusdt@aggTrade",
      data: { e: "aggTrade", p: "60000.0" },
    });
    const left = await ask(socket, "UNSUBSCRIBE", ["btcusdt@aggTrade", "btcusdt@nothing"]);
    expect([...Value.Errors(Result, left)]).toEqual([]);
    expect(await ask(socket, "LIST_SUBSCRIPTIONS")).toMatchObject({ result: [] });
  });

  test("what is refused changes nothing, and the connection stays", async () => {
    const socket = await connect("/stream");
    for (const [request, text] of [
      [
        { method: "SUBSCRIBE", params: ["btcusdt@trade", "btcusdt@nothing"], id: 1 },
        "unknown stream btcusdt@nothing",
      ],
      [{ method: "SUBSCRIBE", params: ["nopeusdt@trade"], id: 1 }, "unknown symbol of nopeusdt@trade"],
      [{ method: "SUBSCRIBE", params: ["btcusdt@depth7"], id: 1 }, "unknown stream"],
      [{ method: "SUBSCRIBE", params: ["btcusdt@depth@50ms"], id: 1 }, "unknown stream"],
      [{ method: "SUBSCRIBE", params: ["btcusdt@kline_7m"], id: 1 }, "unknown stream"],
      [{ method: "SUBSCRIBE", params: ["!nothing@arr"], id: 1 }, "unknown stream"],
      [{ method: "SUBSCRIBE", params: "btcusdt@trade", id: 1 }, "params is required"],
      [{ method: "SET_PROPERTY", params: ["combined", 1], id: 1 }, "params of a property"],
      [{ method: "DANCE", id: 1 }, "unknown method DANCE"],
    ] as const) {
      socket.send(request);
      const refused = await socket.next();
      expect([...Value.Errors(Refused, refused)]).toEqual([]);
      expect(refused).toMatchObject({ error: { code: 2, msg: expect.stringContaining(text) }, id: 1 });
    }
    expect(await ask(socket, "LIST_SUBSCRIPTIONS")).toMatchObject({ result: [] });
    for (let i = 0; i < 5; i++) socket.send("{");
    for (let i = 0; i < 5; i++) expect(await socket.next()).toMatchObject({ error: { code: 3 }, id: null });
    socket.send("[]");
    expect((await socket.ended).code).toBe(1007);
  });

  test.each([
    "/ws/btcusdt@trade",
    "/ws/BTCUSDT@trade/ethusdt@trade",
    "/public/ws/btcusdt@trade",
    "/market/ws/btcusdt@trade",
    "/private/ws/btcusdt@trade",
    "/stream?streams=btcusdt@trade/ethusdt@trade",
    "/public/stream?streams=btcusdt%40trade",
    "/private/stream?streams=btcusdt@trade",
  ])("%s", async (path) => {
    const socket = await connect(path);
    await trade();
    const message = await socket.next();
    expect(path.includes("/stream") ? message.data : message).toMatchObject({
      e: "trade",
      s: "BTCUSDT",
      m: false,
    });
    if (path.includes("/stream")) expect(message.stream).toBe("btcusdt@trade");
  });

  test("an index in the address is no stream, and does no harm", async () => {
    const socket = await connect("/public/ws/0");
    expect(await ask(socket, "LIST_SUBSCRIPTIONS")).toMatchObject({ result: [] });
    const named = await connect("/ws/btcusdt@nothing");
    expect(await named.next()).toMatchObject({
      error: { code: 2, msg: expect.stringContaining("btcusdt@nothing") },
    });
  });
});

/** A book as a client keeps it: a snapshot, and events that go on from it. */
class KeptBook {
  readonly #sides = { b: new Map<string, string>(), a: new Map<string, string>() };
  #update = 0;
  /** Events that came before the first that fits the snapshot, and others that were applied. */
  applied = 0;

  constructor({ bids, asks, lastUpdateId }: Message) {
    for (const [price, size] of bids) this.#sides.b.set(price, size);
    for (const [price, size] of asks) this.#sides.a.set(price, size);
    this.#update = lastUpdateId;
  }

  apply(event: Message): void {
    if (event.u < this.#update) return;
    if (this.applied === 0)
      expect(event.U <= this.#update && this.#update <= event.u, "straddles").toBe(true);
    else expect(event.pu).toBe(this.#update);
    for (const side of ["b", "a"] as const)
      for (const [price, size] of event[side]) {
        if (Number(size) === 0) this.#sides[side].delete(price);
        else this.#sides[side].set(price, size);
      }
    this.#update = event.u;
    this.applied++;
  }

  get update(): number {
    return this.#update;
  }

  shown() {
    const rows = (side: "a" | "b") =>
      [...this.#sides[side]].toSorted(([x], [y]) => (side === "a" ? 1 : -1) * (Number(x) - Number(y)));
    return { bids: rows("b"), asks: rows("a") };
  }
}

describe("books", () => {
  const snapshot = async (limit = 1_000): Promise<Message> =>
    (await look(venue.baseUrl, `/fapi/v1/depth?symbol=BTCUSDT&limit=${limit}`)).body;

  test.each(["depth", "depth@100ms", "depth@500ms"])(
    "%s: a snapshot taken at any time is gone on from",
    async (name) => {
      const socket = await connect(`/ws/btcusdt@${name}`);
      let drawn = 7;
      const draw = (below: number): number => {
        drawn = (drawn * 48_271) % 2_147_483_647;
        return drawn % below;
      };
      const change = async () => {
        const price = 60_000 + draw(40) - 20;
        await place(draw(2) === 0 ? alice : bob, draw(2) === 0 ? "1" : "2", String(price), "0.001");
      };
      for (const before of [0, 1, 5]) {
        for (let i = 0; i < before; i++) await change();
        const book = new KeptBook(await snapshot());
        for (let i = 0; i < 8; i++) await change();
        const { lastUpdateId, bids, asks } = await snapshot();
        while (book.update < lastUpdateId) book.apply(await socket.find(({ e }) => e === "depthUpdate"));
        expect(book.update).toBe(lastUpdateId);
        expect(book.shown()).toEqual({ bids, asks });
      }
    },
  );

  test("one taken while nothing happens is gone on from by what happens next", async () => {
    const socket = await connect("/ws/btcusdt@depth@100ms");
    const book = new KeptBook(await snapshot());
    await place(bob, "2", "60100");
    book.apply(await socket.next());
    expect(book.applied).toBe(1);
    await place(alice, "1", "59000");
    book.apply(await socket.next());
    const { bids, asks } = await snapshot();
    expect(book.shown()).toEqual({ bids, asks });
  });

  test.each([5, 10, 20])("the best %i levels", async (levels) => {
    for (let i = 0; i < 12; i++) await place(bob, "2", String(60_200 + i));
    const socket = await connect(`/ws/btcusdt@depth${levels}@100ms`);
    const { bids, asks, lastUpdateId } = await snapshot(20);
    const best = { b: bids.slice(0, levels), a: asks.slice(0, levels), u: lastUpdateId };
    expect(await socket.next()).toMatchObject(best);
    await place(alice, "1", "59990");
    const [first] = (await snapshot(5)).bids;
    const next = await socket.next();
    expect(next.b[0]).toEqual(first);
    expect(next.pu).toBe(best.u);
    expect([...Value.Errors(sockets.channels.partialDepth.push, next)]).toEqual([]);
  });
});

test("what an order takes at one price is one event, with ids that REST shows as well", async () => {
  const [aggregates, trades] = await Promise.all([
    connect("/ws/ethusdt@aggTrade"),
    connect("/ws/ethusdt@trade"),
  ]);
  const eth = (price: string, size: string) => ({ ...order, symbol: "cmt_ethusdt", price, size });
  for (const size of ["0.1", "0.2"]) await bob.post("order/placeOrder", { ...eth("3000", size), type: "2" });
  await bob.post("order/placeOrder", { ...eth("3001", "0.1"), type: "2" });
  await alice.post("order/placeOrder", eth("3001", "0.4"));
  const events = [await aggregates.next(), await aggregates.next()];
  const singles = [await trades.next(), await trades.next(), await trades.next()];
  const rest = (await look(venue.baseUrl, "/fapi/v1/aggTrades?symbol=ETHUSDT")).body;
  expect(events.map(({ e, E, s, ...same }) => same)).toEqual(rest);
  expect(singles.map(({ t, q }) => [t, q])).toEqual([
    [rest[0].f, "0.100"],
    [rest[0].l, "0.200"],
    [rest[1].f, "0.100"],
  ]);
});

describe("clients", () => {
  /**
   * Waits for what a client is told of each name, while alice and bob trade: clients do not say when they
   * have subscribed.
   */
  async function told(got: ReadonlyMap<string, Message>, names: readonly string[]): Promise<void> {
    while (names.some((name) => !got.has(name))) await trade();
  }

  test("binance", async () => {
    const client = binanceStreams(venue);
    const got = new Map<string, Message>();
    client.on("message", (message: Message) => got.set((message[0] ?? message).e, message));
    client.on("exception", (error: unknown) => got.set("exception", error));
    await client.subscribe(["btcusdt@depth@100ms", "btcusdt@bookTicker"], "usdmPublic");
    await client.subscribe(
      ["btcusdt@aggTrade", "btcusdt@markPrice@1s", "btcusdt@kline_1m", "!miniTicker@arr"],
      "usdmMarket",
    );
    await told(got, ["depthUpdate", "bookTicker", "aggTrade", "markPriceUpdate", "kline", "24hrMiniTicker"]);
    expect(got.get("aggTrade")).toMatchObject({ s: "BTCUSDT", p: "60000.0", q: "0.0100" });
    expect(got.has("exception")).toBe(false);
    client.closeAll(true);
  });

  test("binance-api-node", async () => {
    const client = binanceApiNode(venue);
    const got = new Map<string, Message>();
    const note = (name: string) => (event: Message) => got.set(name, event);
    const stops = [
      client.ws.futuresDepth("BTCUSDT", note("depth")),
      client.ws.futuresPartialDepth({ symbol: "BTCUSDT", level: 5 }, note("partial")),
      client.ws.futuresAggTrades("BTCUSDT", note("aggTrade")),
      client.ws.futuresCandles("BTCUSDT", "1m", note("candle")),
      client.ws.futuresTicker("BTCUSDT", note("ticker")),
    ];
    await told(got, ["depth", "partial", "aggTrade", "candle", "ticker"]);
    expect(got.get("aggTrade")).toMatchObject({ symbol: "BTCUSDT", price: "60000.0", quantity: "0.0100" });
    for (const stop of stops) stop({ delay: 0, fastClose: true, keepClosed: true });
  });

  test("node-binance-api", async () => {
    const client = nodeBinanceApi(venue);
    const got = new Map<string, Message>();
    const note = (name: string) => (event: Message) => got.set(name, event);
    const endpoints: string[] = [
      await client.futuresBookTickerStream("BTCUSDT", note("book")),
      await client.futuresAggTradeStream("BTCUSDT", note("aggTrade")),
      await client.futuresMiniTickerStream("BTCUSDT", note("mini")),
      await client.futuresMarkPriceStream("BTCUSDT", note("mark"), "@1s"),
    ].map((each) => each?.endpoint ?? each);
    await told(got, ["book", "aggTrade", "mini", "mark"]);
    expect(got.get("aggTrade")).toMatchObject({ symbol: "BTCUSDT", price: "60000.0", amount: "0.0100" });
    for (const endpoint of endpoints) client.futuresTerminate(endpoint);
  });

  test("the vendor's own connector", async () => {
    const { websocketStreams } = connector(venue, venue.accounts[0]!);
    const connection = await websocketStreams.connect({ stream: ["btcusdt@depth"] });
    const got = new Map<string, Message>();
    const [symbol, interval] = [{ symbol: "btcusdt" }, "1m"];
    const streams = {
      aggregateTradeStreams: symbol,
      diffBookDepthStreams: symbol,
      partialBookDepthStreams: { ...symbol, levels: 5 },
      individualSymbolBookTickerStreams: symbol,
      allBookTickersStream: {},
      markPriceStream: symbol,
      markPriceStreamForAllMarket: {},
      klineCandlestickStreams: { ...symbol, interval },
      continuousContractKlineCandlestickStreams: { pair: "btcusdt", contractType: "perpetual", interval },
      individualSymbolTickerStreams: symbol,
      individualSymbolMiniTickerStream: symbol,
      allMarketTickersStreams: {},
      allMarketMiniTickersStream: {},
    };
    for (const [name, params] of Object.entries(streams))
      connection[name](params).on("message", (event: Message) => got.set(name, event));
    await told(got, Object.keys(streams));
    expect(got.get("aggregateTradeStreams")).toMatchObject({ e: "aggTrade", p: "60000.0" });
    await connection.disconnect();
  });

  test("ccxt", async () => {
    const client = await ccxtPro(venue);
    const BTC = "BTC/USDT:USDT";
    await place(bob, "2", "60300");
    await place(alice, "1", "58000");
    const seen = async <T>(watched: Promise<T>): Promise<T> => {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      watched.then(over, over);
      while (!isOver) await trade();
      return watched;
    };
    const book = await seen(client.watchOrderBook(BTC));
    expect(book.bids.length).toBeGreaterThan(0);
    const [latest] = await seen(client.watchTrades(BTC));
    expect(latest).toMatchObject({ price: 60_000, amount: 0.01, side: "buy" });
    expect((await seen(client.watchOHLCV(BTC, "1m"))).length).toBeGreaterThan(0);
    expect((await seen(client.watchTicker(BTC))).last).toBe(60_000);
    expect((await seen(client.watchTickers([BTC])))[BTC]?.last).toBe(60_000);
    expect((await seen(client.watchBidsAsks([BTC])))[BTC]?.ask).toBeGreaterThan(58_000);
    expect((await seen(client.watchMarkPrice(BTC))).markPrice).toBe(60_000);
    // The book goes on from its snapshot: ccxt throws where an id is missing.
    for (let i = 0; i < 3; i++) await seen(client.watchOrderBook(BTC));
    await client.close();
  });
});
