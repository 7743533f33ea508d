import { createHmac } from "node:crypto";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as shapes from "../../src/interface/wire/v3/sockets/index.ts";
import { placeFor } from "../venue/placeLimit.ts";
import type { Message } from "../venue/pushes.ts";
import { Pushes } from "../venue/pushes.ts";
import type { Stage } from "./seed-venue.ts";
import { BTC, openStage } from "./seed-venue.ts";

/** The sockets of V3: grammar, streams and private channels, field by field. */

let stage: Stage;
const open: Pushes[] = [];

beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close();
  await stage.venue.stop();
});

async function connect(path: string): Promise<Pushes> {
  const isPrivate = path.endsWith("private");
  const socket = new Pushes(stage.venue.wsUrl, path, isPrivate ? stage.alice.key : undefined);
  open.push(socket);
  await socket.until((each) => each.cid !== undefined);
  return socket;
}

let requests = 0;

/** Sends a request and returns its answer. */
async function ask(socket: Pushes, method: string, ...params: readonly string[]): Promise<Message> {
  const id = ++requests;
  socket.send({ method, params, id });
  return socket.until((each) => each.id === id);
}

async function pushed(socket: Pushes): Promise<readonly Message[]> {
  await ask(socket, "PING");
  const pushes = socket.messages.filter((each) => each.e !== undefined);
  socket.messages.length = 0;
  return pushes;
}

async function place(who: "alice" | "bob", type: string, price: string, size = "0.1"): Promise<string> {
  return (await placeFor(stage[who], { size, type, price })).order_id;
}

const isShaped = (shape: TSchema, message: Message) => expect([...Value.Errors(shape, message)]).toEqual([]);

test("the session: greeting, ids as they were sent, pings, unsubscribing", async () => {
  const socket = await connect("/v3/ws/public");
  isShaped(shapes.Greeting, socket.messages[0]);
  expect(socket.messages[0]).toMatchObject({ event: "connected" });
  socket.send({ method: "SUBSCRIBE", params: ["btcusdt@ticker"], id: "seven" });
  expect(await socket.until((each) => each.id === "seven")).toEqual({ result: true, id: "seven" });
  expect(await ask(socket, "SUBSCRIBE", "BTCUSDT@ticker")).toMatchObject({ result: true });
  expect(await ask(socket, "PING")).toMatchObject({ result: true });
  socket.send({ method: "PONG", id: 99 });
  expect(await socket.until((each) => each.id === 99)).toEqual({ result: true, id: 99 });
  expect(await ask(socket, "UNSUBSCRIBE", "BTCUSDT@ticker")).toMatchObject({ result: true });
});

test("refusals keep the socket open; one request is all or nothing", async () => {
  const socket = await connect("/v3/ws/public");
  for (const [stream, msg] of [
    ["NOPEUSDT@ticker", "INVALID_ARGUMENT: invalid symbol : cmt_nopeusdt"],
    ["BTCUSDT@depth50", "INVALID_ARGUMENT: invalid depth level : 50"],
    ["BTCUSDT@nope", "INVALID_ARGUMENT: invalid event : nope"],
    ["BTCUSDT@kline_7m", "INVALID_ARGUMENT: invalid kline interval : 7m"],
  ] as const) {
    expect(await ask(socket, "SUBSCRIBE", "BTCUSDT@trade", stream)).toMatchObject({ result: false, msg });
  }
  expect(await pushed(socket)).toEqual([]);
});

test("the sixth message that is none closes the connection", async () => {
  const socket = await connect("/v3/ws/public");
  socket.send("hello");
  expect(await socket.until((each) => each.result === false)).toEqual({
    result: false,
    msg: "INVALID_ARGUMENT: unrecognized message : hello",
  });
  for (let i = 0; i < 5; i++) socket.send({ method: "DANCE" });
  expect(await socket.closed).toMatchObject({
    code: 1007,
    reason: "Unrecognized message sent multiple times",
  });
});

test("depth is as deep as its name says when the book is", async () => {
  for (const [who, from] of [
    ["alice", 58_000],
    ["bob", 58_500],
  ] as const) {
    const orders = Array.from({ length: 120 }, (_, i) => ({
      client_oid: "",
      size: "0.001",
      type: "1",
      order_type: "0",
      match_price: "0",
      price: String(from + i),
    }));
    for (let at = 0; at < orders.length; at += 20) {
      const orderDataList = orders.slice(at, at + 20);
      const { body } = await stage[who].post("order/batchOrders", { symbol: BTC, orderDataList });
      expect(
        body.order_info.every(({ result }: { result: boolean }) => result),
        JSON.stringify(body),
      ).toBe(true);
    }
  }
  const socket = await connect("/v3/ws/public");
  await ask(socket, "SUBSCRIBE", "BTCUSDT@depth200", "BTCUSDT@depth15");
  const snapshots = (await pushed(socket)).filter(({ e }) => e === "depthSnapshot");
  expect(snapshots.map(({ l, b }) => [l, b.length])).toEqual([
    [200, 200],
    [15, 15],
  ]);
  const v2 = new Pushes(stage.venue.wsUrl, "/v2/ws/public");
  open.push(v2);
  await v2.subscribe(`depth.${BTC}.200`);
  const { data } = await v2.until(
    ({ channel, event }) => event === "payload" && channel === `depth.${BTC}.200`,
  );
  expect(data[0]).toMatchObject({ depthType: "SNAPSHOT", level: 200 });
  expect(data[0].bids).toHaveLength(200);
  for (const who of ["alice", "bob"] as const) await stage[who].post("order/cancelAllOrders");
});

test("depth: a snapshot, then deltas that chain, rebuild the book", async () => {
  const socket = await connect("/v3/ws/public");
  await place("alice", "1", "59900");
  await ask(socket, "SUBSCRIBE", "btcusdt@depth");
  const order = await place("bob", "2", "60100", "0.3");
  const first = await socket.until((each) => each.e === "depth");
  await stage.bob.post("order/cancel_order", { orderId: order });
  await socket.until((each) => each.e === "depth" && each.U === first.u);
  const bids = new Map<string, string>();
  const asks = new Map<string, string>();
  let last: number | undefined;
  for (const frame of socket.messages.filter((each) => each.e?.startsWith("depth"))) {
    isShaped(shapes.DepthFrame, frame);
    expect(frame).toMatchObject({ s: "BTCUSDT", l: 15, d: frame.e === "depth" ? "CHANGED" : "SNAPSHOT" });
    if (last !== undefined) expect(frame.U).toBe(last);
    last = frame.u;
    for (const [side, levels] of [
      [bids, frame.b],
      [asks, frame.a],
    ]) {
      for (const [price, size] of levels) {
        if (size === "0") side.delete(price);
        else side.set(price, size);
      }
    }
  }
  const { body } = await stage.alice.get("/capi/v3/market/depth?symbol=BTCUSDT&limit=15");
  expect(last).toBe(body.lastUpdateId);
  expect([...bids]).toEqual(body.bids);
  expect([...asks]).toEqual(body.asks);
});

test("trades, ticker and candles have the fields of their tables", async () => {
  const socket = await connect("/v3/ws/public");
  await ask(
    socket,
    "SUBSCRIBE",
    "BTCUSDT@trade",
    "BTCUSDT@ticker",
    "BTCUSDT@kline_1m",
    "BTCUSDT@kline_1m_MARK_PRICE",
  );
  await place("bob", "2", "60000");
  await place("alice", "1", "60000");
  const trade = await socket.until((each) => each.e === "trade");
  isShaped(shapes.TradeFrame, trade);
  expect(trade.d).toMatchObject([{ p: "60000.0", q: "0.1000", v: "6000", m: false }]);
  isShaped(shapes.TradeFrame, await socket.until((each) => each.e === "tradeSnapshot"));
  const ticker = await socket.until((each) => each.e === "ticker" && each.d[0].n > 0);
  isShaped(shapes.TickerFrame, ticker);
  expect(ticker.d[0]).toMatchObject({ c: "60000.0", v: "0.1000", q: "6000", w: "60000.0", n: 1 });
  const isLast = ({ p }: Message) => p === "LAST_PRICE";
  isShaped(shapes.KlineFrame, await socket.until((each) => each.e === "klineSnapshot" && isLast(each)));
  await place("bob", "2", "60000");
  await place("alice", "1", "60000");
  const candle = await socket.until((each) => each.e === "kline" && isLast(each));
  isShaped(shapes.KlineFrame, candle);
  expect(candle.d.at(-1)).toMatchObject({ i: "1m", s: "BTCUSDT", c: "60000.0", v: "0.2000" });
  isShaped(
    shapes.KlineFrame,
    await socket.until((each) => each.e === "klineSnapshot" && each.p === "MARK_PRICE"),
  );
});

test("the private channels: every field, one version an event, equal to V2's", async () => {
  const socket = await connect("/v3/ws/private");
  expect(socket.messages[0]).toMatchObject({ type: "connected" });
  expect(await ask(socket, "SUBSCRIBE", "nope")).toMatchObject({ result: false });
  await ask(socket, "SUBSCRIBE", "account", "positions", "fill", "orders");
  const old = new Pushes(stage.venue.wsUrl, "/v2/ws/private", stage.alice.key);
  open.push(old);
  await old.subscribe("orders");
  const order = await place("alice", "1", "60000", "0.02");
  await place("bob", "2", "60000", "0.02");
  const pushes = await pushed(socket);
  expect(pushes.map(({ e, msgEvent }) => `${e} ${msgEvent}`)).toEqual([
    "orders OrderUpdate",
    "orders OrderUpdate",
    "account OrderUpdate",
    "positions OrderUpdate",
    "fill OrderUpdate",
    "orders OrderUpdate",
  ]);
  for (const push of pushes) {
    isShaped(shapes.privateChannels[push.e as keyof typeof shapes.privateChannels], push);
  }
  expect(new Set(pushes.slice(2).map(({ v }) => v)).size).toBe(1);
  expect(pushes.filter(({ e }) => e === "orders").map(({ d }) => d[0].status)).toEqual([
    "PENDING",
    "NEW",
    "FILLED",
  ]);
  const last = pushes.at(-1).d[0];
  expect(last).toMatchObject({
    id: order,
    coin: "USDT",
    symbol: "BTCUSDT",
    marginMode: "CROSSED",
    type: "LIMIT",
    timeInForce: "GTC",
    triggerPriceType: "UNKNOWN_PRICE_TYPE",
    cumFillSize: "0.0200",
  });
  await old.caughtUp();
  const same = old.messages.filter((each) => each.event === "payload").at(-1);
  expect(same.msg.version).toBe(pushes.at(-1).v);
  expect(same.msg.data.order[0].cumFillValue).toBe(last.cumFillValue);
});

test("the paper account's private channels: the same rows, under paper symbols, apart from the real ones", async () => {
  const socket = await connect("/v3/ws/private");
  expect(await ask(socket, "SUBSCRIBE", "sim.orders")).toMatchObject({
    result: false,
    msg: expect.stringContaining("/capi/v3/sim/balance"),
  });
  expect((await stage.alice.get("/capi/v3/sim/balance")).status).toBe(200);
  await ask(socket, "SUBSCRIBE", "sim.account", "sim.positions", "sim.fill", "sim.orders", "orders");
  await place("bob", "2", "60100", "0.02");
  const order = await stage.alice.post("/capi/v3/sim/order", {
    ...{ symbol: "BTCSUSDT", side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" },
    ...{ price: "60100", quantity: "0.02", newClientOrderId: "paper-push" },
  });
  const pushes = await pushed(socket);
  for (const push of pushes)
    isShaped(shapes.paperChannels[push.e as keyof typeof shapes.paperChannels], push);
  expect(new Set(pushes.map(({ e }) => e))).toEqual(
    new Set(["sim.orders", "sim.account", "sim.positions", "sim.fill"]),
  );
  const last = pushes.findLast(({ e }) => e === "sim.orders").d[0];
  expect(last).toMatchObject({ id: order.body.orderId, coin: "SUSDT", symbol: "BTCSUSDT", status: "FILLED" });
  expect(pushes.find(({ e }) => e === "sim.account").d[0]).toMatchObject({ coin: "SUSDT" });
});

test("a handshake signed over another path is refused", async () => {
  const timestamp = String(Date.now());
  const { apiKey, secret, passphrase } = stage.alice.key;
  const sign = createHmac("sha256", secret).update(`${timestamp}/v2/ws/private`).digest("base64");
  const headers = {
    "User-Agent": "test",
    "ACCESS-KEY": apiKey,
    "ACCESS-PASSPHRASE": passphrase,
    "ACCESS-TIMESTAMP": timestamp,
    "ACCESS-SIGN": sign,
  };
  const socket = new WebSocket(`${stage.venue.wsUrl}/v3/ws/private`, { headers } as unknown as string[]);
  await expect(
    new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error("refused")));
    }),
  ).rejects.toThrow("refused");
});
