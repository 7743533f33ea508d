import { describe, expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { fapiOperations, limitProfiles } from "../../src/service/gateway/index.ts";
import { Listener } from "../sockets/listener.ts";
import { Client, send } from "./client.ts";
import { control } from "./control.ts";
import { FaultDesk } from "./faultyVenue.ts";
import { registered } from "./keyPairs.ts";
import { RequestSocket } from "./requestSocket.ts";
import { venueOfFile, venueOfTest } from "./venueOfTest.ts";

/*
 * Requests of the fapi dialect as messages: what REST is asked and answers. Each method is compared with its
 * operation, and whatever the gateway does with a request it does with a message.
 */

const BTC = { symbol: "BTCUSDT" };
const bid = { ...BTC, side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.01", price: "59000" };
const STOP = { algoType: "CONDITIONAL", ...BTC, side: "BUY", type: "STOP_MARKET", quantity: "0.01" };

const venue = await venueOfFile({
  prices: { btc: 60_000 },
  clock: "test",
  accounts: [{ name: "own", positionMode: "one-way" }, { name: "other" }],
  requests: "all",
});
const own = new Client(venue.baseUrl, venue.accounts[0]!);
const other = new Client(venue.baseUrl, venue.accounts[1]!);
const order = { symbol: "cmt_btcusdt", client_oid: "", size: "1", order_type: "0", match_price: "0" };
await other.post("order/placeOrder", { ...order, type: "1", price: "59900" });
await other.post("order/placeOrder", { ...order, type: "2", price: "60100" });
await own.post(`/fapi/v1/order?symbol=BTCUSDT&side=BUY&type=MARKET&quantity=0.02`);
const socket = await RequestSocket.open(venue, venue.accounts[0]!);
/** Of the same account. */
const edKey = await registered(venue, "own", "Ed25519");

const of = (name: string) => fapiOperations.find(({ messages = [] }) => messages.includes(name))!;

describe("a method is an operation", () => {
  test.each([
    ["ticker.price", BTC],
    ["ticker.price", {}],
    ["ticker.book", BTC],
    ["depth", { ...BTC, limit: 5 }],
    ["account.status", {}],
    ["v2/account.status", {}],
    ["account.balance", {}],
    ["v2/account.balance", {}],
    ["account.position", BTC],
    ["v2/account.position", {}],
    ["userDataStream.start", {}],
    ["userDataStream.ping", {}],
  ])("%s %j is answered as REST is", async (method, params) => {
    const { path, method: verb, access } = of(method);
    const { status, result } = await socket.askSigned(method, params);
    const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const rest = await own[verb.toLowerCase() as "get"](`${path}?${query}`);
    expect(access).toBeDefined();
    expect(status).toBe(200);
    expect(result).toEqual(rest.body);
  });

  test("an order is placed, read, changed and cancelled", async () => {
    const { status, result: placed } = await socket.askSigned("order.place", bid);
    expect(status).toBe(200);
    expect(placed).toMatchObject({ ...BTC, side: "BUY", status: "NEW", price: "59000.0", origQty: "0.0100" });
    const { orderId } = placed;
    const shown = await socket.askSigned("order.status", { ...BTC, orderId });
    expect(shown.result).toEqual((await own.get(`/fapi/v1/order?symbol=BTCUSDT&orderId=${orderId}`)).body);
    const change = { ...BTC, orderId, side: "BUY", quantity: 0.02, price: 58_000.5 };
    expect((await socket.askSigned("order.modify", change)).result).toMatchObject({
      ...{ orderId, price: "58000.5", origQty: "0.0200" },
    });
    const cancel = { ...BTC, origClientOrderId: placed.clientOrderId };
    expect((await socket.askSigned("order.cancel", cancel)).result).toMatchObject({ status: "CANCELED" });
    expect(await socket.askSigned("order.cancel", cancel)).toMatchObject({
      status: 400,
      error: { code: -2011, msg: "Unknown order sent." },
    });
  });

  test("a conditional order is placed and cancelled", async () => {
    const { result } = await socket.askSigned("algoOrder.place", { ...STOP, triggerPrice: "61000" });
    expect(result).toMatchObject({ algoStatus: "NEW", triggerPrice: "61000.0" });
    const { algoId } = result;
    expect((await own.get("/fapi/v1/openAlgoOrders")).body).toMatchObject([{ algoId }]);
    expect((await socket.askSigned("algoOrder.cancel", { algoId })).result).toMatchObject({
      algoId,
      code: "200",
    });
  });

  test("a version in front of a method that has none of its own says no more", async () => {
    const { result, error } = await socket.askSigned("v3/order.place", bid);
    expect(error).toBeUndefined();
    const named = { ...BTC, orderId: result.orderId };
    expect((await socket.askSigned("v1/order.cancel", named)).result).toMatchObject({ status: "CANCELED" });
    const own = await socket.askSigned("v2/account.status");
    expect(Object.keys(own.result)).not.toContain("feeTier");
    expect((await socket.askSigned("v1/account.status")).result).toMatchObject({ feeTier: 0 });
  });

  test("every method that is declared is served, and no other", async () => {
    const { status, error } = await socket.ask("order.destroy");
    expect({ status, code: error.code }).toEqual({ status: 400, code: -5000 });
    const served = error.msg.split("served are ")[1].split(", ");
    const declared = fapiOperations.flatMap(({ hidden, messages = [] }) => (hidden ? [] : messages));
    expect(served).toEqual([...declared, "session.logon", "session.status", "session.logout"]);
    expect(new Set(served).size).toBe(served.length);
  });
});

describe("a message", () => {
  /** The text of the next message after `sent`. */
  async function raw(sent: string): Promise<string> {
    const plain = new WebSocket(`ws://127.0.0.1:${venue.port}/ws-fapi/v1`);
    const answer = new Promise<string>((resolve) => {
      plain.addEventListener("message", ({ data }) => resolve(data as string), { once: true });
    });
    plain.addEventListener("open", () => plain.send(sent), { once: true });
    const text = await answer;
    plain.close();
    return text;
  }

  test.each(["12", '"text"', "null", "-1", "12345678901234567890", "1.50", "1e3"])(
    "its id %s comes back as it was sent",
    async (id) => {
      expect(await raw(`{"id":${id},"method":"ticker.price","params":{"symbol":"BTCUSDT"}}`)).toMatch(
        `{"id":${id},"status":200,`,
      );
    },
  );

  test.each([
    ['{"id":[1],"method":"depth"}', -1130, "'id'"],
    [`{"id":"${"x".repeat(65)}","method":"depth"}`, -1130, "at most 64 characters"],
    ['{"id":true,"method":"depth"}', -1130, "'id'"],
    ['{"id":7,"method":"depth","params":[1]}', -1130, "'params'"],
    ['{"id":7,"method":"depth","params":3}', -1130, "'params'"],
    ['{"id":7,"method":7}', -5000, "Unknown method"],
    ['{"id":7}', -5000, "Unknown method"],
    ['{"id":7,"method":"__proto__"}', -5000, "Unknown method"],
    ['{"id":7,"id":8,"method":"depth"}', -1102, "given twice"],
    ['{"id":7,"method":"depth","params":{"symbol":"A","symbol":"B"}}', -1102, "given twice"],
    ["{", -1102, "not valid JSON"],
    ["[]", -1102, "not valid JSON"],
    ["", -1102, "validation failed"],
    ['{"id":7,"method":"depth","params":{"symbol":"NONE"}}', -1121, "Invalid symbol"],
    ['{"id":7,"method":"depth","params":{"symbol":"BTCUSDT","limit":6}}', -4021, "limit"],
    ['{"id":7,"method":"order.place","params":{"symbol":"BTCUSDT"}}', -2014, "API-key"],
    [
      '{"id":7,"method":"order.place","params":{"apiKey":"none","timestamp":1,"signature":"a"}}',
      -2015,
      "API-key",
    ],
    ['{"id":7,"method":"order.place","params":{"apiKey":"none"}}', -1102, "timestamp"],
  ])("%s is refused with %i", async (sent, code, says) => {
    const { status, error, result } = JSON.parse(await raw(sent));
    expect({ code: error.code, result }).toEqual({ code, result: undefined });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(error.msg).toContain(says);
  });

  test("another signature, a time that is over and another's key are refused", async () => {
    const { signature, ...rest } = socket.signed({ ...bid }) as Record<string, string>;
    const spoilt = { ...rest, signature: signature!.replace(/.$/, (end) => (end === "a" ? "b" : "a")) };
    expect((await socket.ask("order.place", spoilt)).error.code).toBe(-1022);
    expect((await socket.ask("order.place", { ...rest, price: "1", signature })).error.code).toBe(-1022);
    const late = socket.signed({ ...bid, recvWindow: 60_001 });
    expect((await socket.ask("order.place", { ...late, recvWindow: 60_001 })).error.code).toBe(-1131);
    expect((await own.get("/fapi/v1/openOrders?symbol=BTCUSDT")).body).toEqual([]);
  });

  test("the same again gets the first answer", async () => {
    const params = socket.signed({ ...bid, newClientOrderId: "once" });
    const first = await socket.ask("order.place", params);
    expect((await socket.ask("order.place", params)).result).toEqual(first.result);
    expect((await own.get("/fapi/v1/openOrders?symbol=BTCUSDT")).body).toHaveLength(1);
    expect((await socket.askSigned("order.cancel", { ...BTC, origClientOrderId: "once" })).status).toBe(200);
  });

  test("two operations asked with the same parameters at one moment are both done", async () => {
    const { orderId } = (await socket.askSigned("order.place", bid)).result;
    await socket.askSigned("algoOrder.place", { ...STOP, triggerPrice: "61000" });
    const all = own.sign("DELETE", "/fapi/v1/allOpenOrders?symbol=BTCUSDT");
    const [first, second] = [all, { ...all, url: all.url.replace("allOpenOrders", "algoOpenOrders") }];
    expect([(await send(first)).status, (await send(second)).status]).toEqual([200, 200]);
    expect((await own.get("/fapi/v1/openAlgoOrders")).body).toEqual([]);
    expect((await own.get(`/fapi/v1/order?symbol=BTCUSDT&orderId=${orderId}`)).body.status).toBe("CANCELED");
  });

  test("a sixth that cannot be read closes the connection", async () => {
    const line = await Listener.open(`ws://127.0.0.1:${venue.port}/ws-fapi/v1`);
    for (let i = 0; i < 6; i++) line.send("?");
    expect(await line.ended).toMatchObject({ code: 1007 });
  });
});

describe("limits", () => {
  const HOUR = 3_600_000;
  /** How exchangeInfo would say it. */
  const weight = { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 60 };
  const orders = { rateLimitType: "ORDERS", interval: "MINUTE" };

  /** A venue on which an address has so much weight an hour. */
  async function limited(max: number) {
    const fapi = {
      ...limitProfiles.seed.fapi,
      ipWeight: { max, windowMs: HOUR },
      placements: { max: 1_200, windowMs: HOUR },
      burst: { max: 300, windowMs: HOUR + HOUR },
    };
    const started = await venueOfTest({
      prices: { btc: 60_000 },
      accounts: [{ name: "own", positionMode: "one-way" }],
      limits: { ...limitProfiles.off, fapi },
    });
    return started;
  }

  test("what a request used is told with its answer, unless that is not wanted", async () => {
    const busy = await limited(2_400);
    const key = busy.accounts[0]!;
    const line = await RequestSocket.open(busy, key);
    expect((await line.ask("ticker.price", BTC)).rateLimits).toEqual([{ ...weight, limit: 2_400, count: 1 }]);
    const deep = await line.ask("depth", { ...BTC, limit: 1000 });
    expect(deep.rateLimits).toMatchObject([{ count: 21 }]);
    const rest = await new Client(busy.baseUrl, key).get("/fapi/v1/ticker/price?symbol=BTCUSDT");
    expect(rest.headers.get("x-mbx-used-weight-60m")).toBe("22");
    expect((await line.askSigned("order.place", bid)).rateLimits).toEqual([
      { ...weight, limit: 2_400, count: 22 },
      { ...orders, intervalNum: 60, limit: 1_200, count: 1 },
      { ...orders, intervalNum: 120, limit: 300, count: 1 },
    ]);
    expect(await line.ask("ticker.price", { ...BTC, returnRateLimits: false })).not.toHaveProperty(
      "rateLimits",
    );
    const silent = await RequestSocket.open(busy, key, { query: "?returnRateLimits=false" });
    expect(await silent.ask("ticker.price", BTC)).not.toHaveProperty("rateLimits");
    expect(await silent.ask("ticker.price", { ...BTC, returnRateLimits: true })).toHaveProperty("rateLimits");
  });

  test("an address that has used its weight up is refused with 429, here as by REST", async () => {
    const narrow = await limited(2);
    const line = await RequestSocket.open(narrow, narrow.accounts[0]!);
    for (const count of [1, 2])
      expect((await line.ask("ticker.price", BTC)).rateLimits).toEqual([{ ...weight, limit: 2, count }]);
    expect(await line.ask("ticker.price", BTC)).toMatchObject({ status: 429, error: { code: -1003 } });
    expect((await fetch(`${narrow.baseUrl}/fapi/v1/ping`)).status).toBe(429);
  });
});

describe("the session", () => {
  test("an Ed25519 key logs on, and its requests need no signature", async () => {
    const line = await RequestSocket.open(venue, edKey);
    const serverTime = expect.any(Number);
    const nobody = {
      apiKey: null,
      authorizedSince: null,
      connectedSince: serverTime,
      returnRateLimits: true,
    };
    expect((await line.ask("session.status")).result).toEqual({ ...nobody, serverTime });
    expect((await line.ask("account.status", { timestamp: Date.now() })).error.code).toBe(-2014);
    const logon = await line.askSigned("session.logon");
    expect(logon.result).toMatchObject({ apiKey: edKey.apiKey, authorizedSince: serverTime });
    expect((await line.ask("session.status")).result.apiKey).toBe(edKey.apiKey);
    const { timestamp } = line.signed();
    const placed = await line.ask("order.place", { ...bid, timestamp });
    expect(placed).toMatchObject({ status: 200, result: { status: "NEW" } });
    const second = await line.ask("order.place", { ...bid, timestamp });
    expect(second.result.orderId).toBeGreaterThan(placed.result.orderId);
    for (const { result } of [placed, second])
      expect((await line.ask("order.cancel", { ...BTC, orderId: result.orderId, timestamp })).status).toBe(
        200,
      );
    expect((await line.ask("order.place", bid)).error.code).toBe(-1102);
    expect((await line.ask("order.place", { ...bid, timestamp: 1 })).error.code).toBe(-1021);
    const foreign = { ...bid, timestamp, apiKey: own.key.apiKey };
    expect((await line.ask("order.place", foreign)).error).toMatchObject({ code: -1102 });
    expect((await line.ask("session.logout")).result.apiKey).toBeNull();
    expect((await line.ask("account.status", { timestamp: Date.now() })).error.code).toBe(-2014);
    await line.listener.close();
  });

  test("what is sent behind a logon waits for it", async () => {
    const line = await RequestSocket.open(venue, edKey);
    line.listener.send({ id: "a", method: "session.logon", params: line.signed() });
    line.listener.send({ id: "b", method: "account.balance", params: { timestamp: Date.now() } });
    expect(await line.listener.find(({ id }) => id === "b")).toMatchObject({ status: 200 });
    await line.listener.close();
  });

  test("another kind of key signs each request", async () => {
    expect((await socket.askSigned("session.logon")).error).toMatchObject({
      code: -4056,
      msg: expect.stringMatching(/^Invalid api key type\..*HMAC/),
    });
  });

  test("it ends with the key", async () => {
    const key = await registered(venue, "own", "Ed25519");
    const line = await RequestSocket.open(venue, key);
    await line.askSigned("session.logon");
    await control(venue, "keys/disable", { apiKey: key.apiKey });
    expect(await line.listener.ended).toMatchObject({ code: 1008 });
  });
});

describe("what the gateway does with requests", () => {
  test("the log of requests has them", async () => {
    await socket.askSigned("order.cancel", { ...BTC, orderId: 5 });
    await socket.ask("nothing.there");
    const { body } = await control(venue, "requests?limit=5");
    const paths = body.entries.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    expect(paths).toContain("/fapi/v1/order -2011");
    expect(paths).toContain("/ws-fapi/v1 -5000");
  });

  test("faults meet them", async () => {
    const faults = new FaultDesk(venue);
    await faults.add("rate-limited", { retryAfter: 7 });
    expect(await socket.ask("ticker.price", BTC)).toMatchObject({ status: 429, error: { code: -1003 } });
    await faults.clearAndAudit();
    await faults.add("slow", { ms: 1 });
    expect((await socket.ask("ticker.price", BTC)).status).toBe(200);
    await faults.clearAndAudit();
    await faults.add("answer-lost", {});
    const line = await RequestSocket.open(venue, own.key);
    line.listener.send({ id: 1, method: "ticker.price", params: BTC });
    expect(await line.listener.ended).toMatchObject({ code: 1006 });
    await faults.clearAndAudit();
  });

  test("a market that begins anew ends the connection, as those of streams", async () => {
    const again = await venueOfTest({ prices: { btc: 60_000 } });
    const line = await RequestSocket.open(again, again.accounts[0]!);
    await again.reset();
    expect(await line.listener.ended).toMatchObject({ code: 1012 });
  });

  test("an order's client id carries a directive where its key may", async () => {
    const { body: direct } = await control(venue, "keys/create", {
      account: "own",
      permissions: ["futures", "direct"],
    });
    const line = await RequestSocket.open(venue, direct);
    const refused = await line.askSigned("order.place", { ...bid, newClientOrderId: "do:reject:-2010/7" });
    expect(refused).toMatchObject({ status: 400, error: { code: -2010 } });
    expect((await own.get("/fapi/v1/openOrders?symbol=BTCUSDT")).body).toEqual([]);
  });

  test("a dialect that is off has none of it", async () => {
    const off = await startVenue({ prices: { btc: 60_000 }, dialects: ["v2"] });
    const { status, body } = await new Client(off.baseUrl, off.accounts[0]!).get("/ws-fapi/v1");
    expect({ status, code: body.code }).toEqual({ status: 404, code: -5000 });
    expect(body.msg).toContain("--dialects v2");
    await off.stop();
  });
});
