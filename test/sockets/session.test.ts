import { createConnection } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import {
  CLOSE_GRACE_MS,
  MESSAGES_MAX,
  UNREADABLE_MAX,
} from "../../src/service/gateway/sockets/connection.ts";
import { MESSAGE_MAX_BYTES } from "../../src/service/gateway/sockets/sockets.ts";
import { Listener } from "./listener.ts";
import { shakeHands } from "./rawHandshake.ts";
import { ACCOUNT, EXPIRES, expiring, NOW, reader, SocketVenue } from "./socketVenue.ts";

const HOUR = 3_600_000;

let venue: SocketVenue;
let listener: Listener;
beforeEach(async () => {
  venue = await SocketVenue.open();
  listener = await venue.connect();
});
afterEach(() => venue.stop());

/** Answers a ping, and resolves once the venue has read that: it has answered what was sent after it. */
async function answer(time: string, key: string): Promise<void> {
  listener.send({ [key]: "pong", time });
  listener.send({ event: "ping" });
  await listener.find(({ event }) => event === "pong");
}

describe("subscribing", () => {
  test("is acknowledged before the snapshot; unsubscribing ends the pushes", async () => {
    listener.send({ event: "subscribe", channel: "depth.cmt_btcusdt.15" });
    expect(await listener.next()).toEqual({ event: "subscribed", channel: "depth.cmt_btcusdt.15" });
    expect(await listener.next()).toMatchObject({ channel: "depth.cmt_btcusdt.15", event: "payload" });
    listener.send({ event: "unsubscribe", channel: "depth.cmt_btcusdt.15" });
    expect(await listener.next()).toEqual({ event: "unsubscribed", channel: "depth.cmt_btcusdt.15" });
    venue.rest(0, 600_000, 5);
    await venue.clock.advance(1_000);
    listener.send({ event: "ping" });
    expect(await listener.next()).toMatchObject({ event: "pong" });
  });

  test("to the same channel again starts it anew; to unsubscribe from nothing is acknowledged", async () => {
    await listener.subscribe("depth.cmt_btcusdt.15");
    await listener.next();
    await listener.subscribe("depth.cmt_btcusdt.15");
    expect((await listener.next()).data[0]).toMatchObject({ depthType: "SNAPSHOT" });
    venue.rest(0, 600_000, 5);
    await venue.clock.advance(100);
    expect((await listener.next()).data[0]).toMatchObject({ depthType: "CHANGED" });
    await listener.unsubscribe("depth.cmt_btcusdt.15");
    await listener.unsubscribe("depth.cmt_btcusdt.15");
    await listener.unsubscribe("whatever");
    expect(listener.take()).toEqual([]);
  });

  test.each([
    ["nope", /channel/],
    ["ticker", /channel/],
    ["ticker.cmt_btcusdt.1", /channel/],
    ["ticker.cmt_nopeusdt", /symbol: cmt_nopeusdt/],
    ["ticker.CMT_BTCUSDT", /symbol/],
    ["trades.", /symbol/],
    ["depth.cmt_btcusdt.50", /depth level: one of 15, 200, got '50'/],
    ["depth.cmt_btcusdt.15.0", /channel/],
    ["kline.INDEX_PRICE.cmt_btcusdt.MINUTE_1", /priceType: one of LAST_PRICE, MARK_PRICE, got 'INDEX_PRICE'/],
    ["kline.LAST_PRICE.cmt_btcusdt.MINUTE_2", /interval: one of MINUTE_1, /],
    ["kline.LAST_PRICE.cmt_btcusdt", /channel/],
    ["account", /channel/],
    ["constructor", /channel/],
  ])("to %s is refused, and the connection stays open", async (channel, msg) => {
    listener.send({ event: "subscribe", channel });
    const refusal = { event: "error", channel, code: "40020", msg: expect.stringMatching(msg) };
    expect(await listener.next()).toEqual(refusal);
    await listener.subscribe("trades.cmt_btcusdt");
  });

  test("a name of any length is refused, and not echoed as a whole", async () => {
    listener.send({ event: "subscribe", channel: "x".repeat(10_000) });
    const refused = await listener.next();
    expect(refused).toMatchObject({ event: "error", code: "40020" });
    expect(refused.channel).toHaveLength(128);
  });

  test("240 times an hour, a hundred channels", async () => {
    venue.gateway.limits.use(limitProfiles.seed);
    for (let i = 0; i < 300; i++) listener.send({ event: "unsubscribe", channel: "nope" }); // free
    for (let i = 0; i < 300; i++) expect(await listener.next()).toMatchObject({ event: "unsubscribed" });
    for (let i = 0; i < 240; i++) listener.send({ event: "subscribe", channel: "nope" });
    for (let i = 0; i < 240; i++) await listener.next();
    listener.send({ event: "subscribe", channel: "trades.cmt_btcusdt" });
    const msg = expect.stringMatching(/Rate limit exceeded: .* 240 of 240 in 3600 s, resets in 3600 s/);
    const refusal = { event: "error", channel: "trades.cmt_btcusdt", code: "429", msg };
    expect(await listener.next()).toEqual(refusal);
    const other = await venue.connect();
    await other.subscribe("trades.cmt_btcusdt"); // each connection has its own
    await other.close();
    for (let ms = 0; ms < HOUR; ms += 30_000) {
      await venue.clock.advance(30_000);
      const { time } = await listener.find(({ event }) => event === "ping");
      await answer(time, "event");
    }
    await listener.subscribe("trades.cmt_btcusdt");

    venue.gateway.limits.use({ ...limitProfiles.seed, sockets: { channels: 2 } });
    await listener.subscribe("ticker.cmt_btcusdt");
    await listener.find(({ event }) => event === "payload");
    listener.send({ event: "subscribe", channel: "depth.cmt_btcusdt.15" });
    expect(await listener.next()).toMatchObject({
      event: "error",
      code: "429",
      msg: expect.stringMatching(/channels.*2 of 2/),
    });
    await listener.subscribe("ticker.cmt_btcusdt"); // one it has already
    await listener.unsubscribe("trades.cmt_btcusdt");
    await listener.subscribe("depth.cmt_btcusdt.15");
  });
});

test("a stream of V3 is one, in whichever of its names; case matters in all but the symbol", async () => {
  const joined: string[] = [];
  const observed = await SocketVenue.open({
    onTraffic: (seen) => void (seen.type === "subscribed" && joined.push(seen.channel)),
  });
  onTestFinished(() => observed.stop());
  const v3 = await Listener.open(`${observed.url}/v3/ws/public`);
  const params = [
    ...["BTCUSDT@kline_1m", "btcusdt@kline_1m_LAST_PRICE", "BTCUSDT@kline_1M", "BTCUSDT@kline_1m_MARK_PRICE"],
    ...["BTCUSDT@depth", "btcusdt@depth15", "BTCUSDT@depth200", "btcusdt@trade"],
  ];
  v3.send({ method: "SUBSCRIBE", params, id: 1 });
  await v3.find(({ id }) => id === 1);
  expect(joined).toEqual([
    ...["BTCUSDT@kline_1m_LAST_PRICE", "BTCUSDT@kline_1M_LAST_PRICE", "BTCUSDT@kline_1m_MARK_PRICE"],
    ...["BTCUSDT@depth15", "BTCUSDT@depth200", "BTCUSDT@trade"],
  ]);
});

describe("messages", () => {
  test.each([
    "hello",
    "",
    "[]",
    "null",
    '{"event":"subscribe"',
    '{"event":"login"}',
    "{}",
    '{"event":"subscribe"}',
    '{"event":"subscribe","channel":["ticker.cmt_btcusdt"]}',
    '{"event":"subscribe","event":"subscribe","channel":"trades.cmt_btcusdt"}',
    '{"__proto__":{},"event":"ping"}',
    '{"method":"SUBSCRIBE","params":["BTCUSDT@ticker"],"id":1}',
  ])("%j is answered with an error", async (message) => {
    listener.send(message);
    const msg = expect.stringMatching(/^INVALID_ARGUMENT: /);
    expect(await listener.next()).toEqual({ event: "error", code: "40020", msg });
  });

  test.each([
    ["", "not a JSON object in a text frame"],
    ["[]", "not an object"],
    ['{"event":"ping","event":"ping"}', "the field event is given twice"],
    [
      '{"event":"SUBSCRIBE","channel":"trades.cmt_btcusdt"}',
      "unrecognized event 'SUBSCRIBE': one of subscribe, ",
    ],
  ])("%j: the answer says what is wrong with it", async (message, why) => {
    listener.send(message);
    expect((await listener.next()).msg).toContain(why);
  });

  test("of V3 are read as strictly: a name that is given twice is none", async () => {
    const v3 = await Listener.open(`${venue.url}/v3/ws/public`);
    await v3.next();
    for (const message of [
      '{"method":"PING","method":"PING","id":1}',
      '{"__proto__":{},"method":"PING","id":2}',
    ]) {
      v3.send(message);
      expect(await v3.next()).toEqual({
        result: false,
        msg: `INVALID_ARGUMENT: unrecognized message : ${message}`,
      });
    }
    v3.send('{"method":"PING","id":12345678901234567890}');
    expect(await v3.next()).toMatchObject({ result: true });
    await v3.close();
  });

  test("that nobody can read, several times, close the connection", async () => {
    for (let i = 0; i < UNREADABLE_MAX; i++) {
      listener.send("hello");
      await listener.next();
    }
    await listener.subscribe("trades.cmt_btcusdt");
    listener.send("hello");
    expect(await listener.ended).toMatchObject({ code: 1007 });
  });

  test("in binary frames are none", async () => {
    listener.socket.send(new TextEncoder().encode('{"event":"ping"}'));
    expect(await listener.next()).toMatchObject({ event: "error", msg: expect.stringMatching(/text frame/) });
  });

  test("over 64 KiB close the connection", async () => {
    listener.send(JSON.stringify({ event: "ping", time: "1".repeat(MESSAGE_MAX_BYTES) }));
    expect(await listener.ended).toMatchObject({ code: 1009 });
  });

  test("in floods close the connection", async () => {
    for (let i = 0; i <= MESSAGES_MAX; i++) listener.send({ event: "pong" });
    await expect.poll(() => listener.socket.readyState).not.toBe(WebSocket.OPEN);
    await venue.clock.advance(CLOSE_GRACE_MS); // its answer to the close is not read
    expect(await listener.ended).toMatchObject({
      code: 1008,
      reason: expect.stringMatching(/more than 1000 messages in 10 s/),
    });
  });
});

describe("liveness", () => {
  test("a client's ping is answered at once, its time echoed, under either key", async () => {
    listener.send({ event: "ping", time: "1693208170000" });
    expect(await listener.next()).toEqual({ event: "pong", type: "pong", time: "1693208170000" });
    listener.send({ type: "ping", time: 1693208170000 });
    expect(await listener.next()).toEqual({ event: "pong", type: "pong", time: "1693208170000" });
    listener.send({ event: "ping" });
    expect(await listener.next()).toEqual({ event: "pong", type: "pong", time: String(NOW) });
  });

  test.each(["event", "type"])("a ping every 30 s; who answers under %s stays", async (key) => {
    for (let i = 1; i <= 12; i++) {
      await venue.clock.advance(30_000);
      const time = String(NOW + i * 30_000);
      expect(await listener.next()).toEqual({ event: "ping", type: "ping", time });
      await answer(time, key);
    }
  });

  test("who leaves five pings unanswered is cut when the sixth is due, whatever else it sends", async () => {
    for (let i = 1; i <= 5; i++) {
      await venue.clock.advance(30_000);
      expect(await listener.next()).toMatchObject({ event: "ping" });
      listener.send({ event: "ping" });
      await listener.next();
    }
    await venue.clock.advance(29_999);
    await listener.subscribe("trades.cmt_btcusdt");
    await venue.clock.advance(1);
    expect(await listener.ended).toMatchObject({ code: 1006 });
  });

  test("market time has no say in it", async () => {
    venue.time += 30 * 24 * HOUR;
    venue.rest(0, 600_000, 1);
    await venue.clock.advance(29_999);
    expect(listener.take()).toEqual([]);
  });
});

describe("the end", () => {
  test("a reset closes every connection, and the next one speaks for the next market", async () => {
    await listener.subscribe("trades.cmt_btcusdt");
    await venue.gateway.pause();
    const early = venue.connect(); // waits for the reset to end
    await venue.gateway.turnTo(venue.market());
    expect(await listener.ended).toMatchObject({ code: 1012, reason: expect.stringMatching(/starts over/) });
    const next = await early;
    await next.subscribe("trades.cmt_btcusdt");
    venue.trade(600_000);
    expect(await next.next()).toMatchObject({ channel: "trades.cmt_btcusdt" });
  });

  test("who waits for a reset and leaves, however, leaves nothing behind", async () => {
    venue.gateway.limits.use({ ...limitProfiles.off, loopback: "counted", sockets: { concurrent: 2 } });
    await venue.gateway.pause();
    const asked = Array.from({ length: 5 }, () => {
      const socket = createConnection(venue.port, "127.0.0.1");
      socket.write(
        "GET /v2/ws/public HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: test\r\nUpgrade: websocket\r\n" +
          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      );
      return socket;
    });
    const other = fetch(`http://127.0.0.1:${venue.port}/health`); // those before it have been read
    await other;
    for (const socket of asked) socket.resetAndDestroy();
    await fetch(`http://127.0.0.1:${venue.port}/health`);
    await venue.gateway.turnTo(venue.market());
    await listener.ended;
    const [one, two] = [await venue.connect(), await venue.connect()];
    await Promise.all([one.close(), two.close()]);
  });

  test("a stop says so", async () => {
    await venue.stop();
    expect(await listener.ended).toEqual({ code: 1001, reason: "the venue stops" });
  });

  test("a stop does not wait for peers that never answer", async () => {
    const deaf = await shakeHands(venue.port, "/v2/ws/public");
    expect(deaf.type).toBe("upgraded");
    await venue.stop();
  });
});

describe("private connections", () => {
  test("have the private channels, and only those, under every name that clients use", async () => {
    const own = await venue.connectOwn();
    const names = ["account", "positions", "position", "fill", "trade", "orders", "order"];
    const channels = ["account", "positions", "positions", "fill", "fill", "orders", "orders"];
    for (const name of names) await own.subscribe(name);
    expect(venue.opened).toEqual(names.map((name, i) => ({ account: ACCOUNT, channel: channels[i], name })));
    venue.push("positions", "hello");
    expect([await own.next(), await own.next()]).toEqual([
      { account: ACCOUNT, channel: "positions", name: "positions", text: "hello" },
      { account: ACCOUNT, channel: "positions", name: "position", text: "hello" },
    ]);
    own.send({ event: "subscribe", channel: "trades.cmt_btcusdt" });
    expect(await own.next()).toMatchObject({ event: "error", channel: "trades.cmt_btcusdt", code: "40020" });
    await own.unsubscribe("position");
    expect(venue.opened).toHaveLength(6);
    await own.close();
    await expect.poll(() => venue.opened).toEqual([]);
  });

  test("end with their key", async () => {
    const [one, two, other] = [
      await venue.connectOwn(),
      await venue.connectOwn(),
      await venue.connectOwn(reader),
    ];
    await one.subscribe("orders");
    venue.happen(["keyDisabled", { account: ACCOUNT, key: "key-1" }]);
    expect(await one.ended).toEqual({ code: 1008, reason: "the API key was disabled" });
    expect(await two.ended).toMatchObject({ code: 1008 });
    expect(venue.opened).toEqual([]);
    await other.subscribe("orders");
  });

  test("end with the restriction of their account, not with another change of it", async () => {
    const own = await venue.connectOwn();
    venue.happen(["accountChanged", { account: ACCOUNT, status: 1 }]);
    await own.subscribe("orders");
    venue.happen(["accountChanged", { account: ACCOUNT + 5, status: 2 }]);
    venue.happen(["accountChanged", { account: ACCOUNT, status: 2 }]);
    expect(await own.ended).toEqual({ code: 1008, reason: "the account was restricted" });
  });

  test("end when their key has expired", async () => {
    const own = await venue.connectOwn(expiring);
    venue.time = EXPIRES - 1;
    await venue.clock.advance(1_000);
    await own.subscribe("orders");
    venue.time = EXPIRES;
    await venue.clock.advance(1_000);
    expect(await own.ended).toEqual({ code: 1008, reason: "the API key has expired" });
  });

  test("end with the frame in which their key expires, before they are told of it", async () => {
    const [own, other] = await Promise.all([venue.connectOwn(expiring), venue.connectOwn()]);
    await Promise.all([own.subscribe("orders"), other.subscribe("orders")]);
    venue.time = EXPIRES;
    venue.happen(["accountChanged", { account: ACCOUNT + 5, status: 2 }]);
    venue.push("orders", "late");
    expect(await own.ended).toEqual({ code: 1008, reason: "the API key has expired" });
    expect(own.take()).toEqual([]);
    expect(await other.next()).toMatchObject({ text: "late" });
  });
});
