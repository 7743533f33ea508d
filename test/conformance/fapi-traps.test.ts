import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import { Listener } from "../sockets/listener.ts";
import type { Key } from "../venue/client.ts";
import { stamp } from "../venue/stamp.ts";

/*
 * What clients of the fapi dialect were seen to send, and in which no two agree: ten traps, each as bytes.
 * And what limits of the dialect answer to who goes on.
 */

let venue: Venue;
let key: Key;
afterEach(() => venue.stop());

async function start(options: VenueOptions = {}): Promise<void> {
  venue = await startVenue({
    prices: { btc: 60_000 },
    accounts: [{ name: "alice", positionMode: "one-way" }],
    ...options,
  });
  key = venue.accounts[0]!;
}

interface Asked {
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** Sends a request of these bytes. */
async function send(method: string, path: string, { query = "", body = "", headers = {} }: Asked) {
  const url = `${venue.baseUrl}/fapi/v1/${path}${query === "" ? "" : `?${query}`}`;
  const response = await fetch(url, {
    method,
    headers: { "X-MBX-APIKEY": key.apiKey, ...headers },
    ...(body === "" ? {} : { body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const answer: any = await response.json();
  return { status: response.status, answer, headers: response.headers };
}

const signatureOf = (text: string) => createHmac("sha256", key.secret).update(text).digest("hex");
const stamped = (text = "") => `${text === "" ? "" : `${text}&`}timestamp=${stamp(key)}`;

/** Signs a query and sends it; what it is answered, if it was not refused. */
async function done(method: string, path: string, text = "", headers: Asked["headers"] = {}) {
  const query = stamped(text);
  const reply = await send(method, path, { query: `${query}&signature=${signatureOf(query)}`, headers });
  expect(reply.status, JSON.stringify(reply.answer)).toBe(200);
  return reply.answer;
}

const order = (price: number, more = "") =>
  `symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.01&price=${price}${more}`;
const items = JSON.stringify([
  { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.01", price: "59000" },
]);

describe("ten traps", () => {
  beforeEach(() => start());

  test("1: a write has everything in its query, whatever content type it names, or in a form, or in both", async () => {
    const types = [undefined, "application/json", FORM["Content-Type"], "text/plain"];
    for (const [i, type] of types.entries())
      await done("POST", "order", order(59_000 - i), type ? { "Content-Type": type } : {});
    const body = stamped(order(58_000));
    const inForm = await send("POST", "order", {
      body: `${body}&signature=${signatureOf(body)}`,
      headers: FORM,
    });
    expect(inForm.status).toBe(200);
    const { orderId } = inForm.answer;
    for (const [method, rest] of [
      ["PUT", `&side=BUY&quantity=0.02&price=57000`],
      ["DELETE", ""],
    ] as const) {
      const query = "symbol=BTCUSDT";
      const form = stamped(`orderId=${orderId}${rest}`);
      const mixed = { query, body: `${form}&signature=${signatureOf(query + form)}`, headers: FORM };
      expect((await send(method, "order", mixed)).answer).toMatchObject({ orderId });
    }
  });

  test("2: a form is read as one also under the name of JSON", async () => {
    const form = stamped(order(59_000));
    const reply = await send("POST", "order", {
      body: `${form}&signature=${signatureOf(form)}`,
      headers: { "Content-Type": "application/json" },
    });
    expect(reply.answer).toMatchObject({ status: "NEW", price: "59000.0" });
    const json = JSON.stringify({ ...Object.fromEntries(new URLSearchParams(order(58_000))) });
    const query = stamped();
    const asJson = { query: `${query}&signature=${signatureOf(query + json)}`, body: json, headers: FORM };
    expect((await send("POST", "order", asJson)).answer).toMatchObject({ price: "58000.0" });
  });

  test("3: what is signed are the bytes as sent, escaped or not", async () => {
    const escaped = await done("POST", "batchOrders", `batchOrders=${encodeURIComponent(items)}`);
    expect(escaped).toMatchObject([{ status: "NEW" }]);
    const raw = stamped(`batchOrders=${items}`);
    const sent = { body: `${raw}&signature=${signatureOf(raw)}`, headers: FORM };
    expect((await send("POST", "batchOrders", sent)).answer).toMatchObject([{ status: "NEW" }]);
    const other = stamped(`batchOrders=${encodeURIComponent(items)}`);
    const wrong = `${other}&signature=${signatureOf(decodeURIComponent(other))}`;
    expect((await send("POST", "batchOrders", { query: wrong })).answer).toMatchObject({ code: -1022 });
  });

  test.each(["orderIdList", "orderidlist", "origClientOrderIdList", "origclientorderidlist"])(
    "4: %s, of numbers or texts, escaped or not",
    async (name) => {
      for (const form of [(text: string) => text, encodeURIComponent])
        for (const asText of [true, false]) {
          const { orderId, clientOrderId } = await done("POST", "order", order(59_000));
          const id = /^order/i.test(name) ? (asText ? String(orderId) : orderId) : clientOrderId;
          const list = form(JSON.stringify([id]));
          const query = stamped(`symbol=BTCUSDT&${name}=${list}`);
          const body = `${query}&signature=${signatureOf(query)}`;
          const { answer } = await send("DELETE", "batchOrders", { body, headers: FORM });
          expect(answer).toMatchObject([{ orderId, status: "CANCELED" }]);
        }
    },
  );

  test("5: parameters stand in any order, the signature among them, and the window is optional", async () => {
    const time = `timestamp=${stamp(key)}`;
    for (const query of [`${time}&${order(59_000)}`, `${order(58_000)}&${time}&recvWindow=10000`])
      expect(
        (await send("POST", "order", { query: `${query}&signature=${signatureOf(query)}` })).status,
      ).toBe(200);
    const [first, ...rest] = stamped(order(57_000)).split("&");
    const signature = signatureOf([first, ...rest].join("&"));
    const between = [first, `signature=${signature.toUpperCase()}`, ...rest].join("&");
    expect((await send("POST", "order", { query: between })).status).toBe(200);
  });

  test("6: a listen key is made, kept and ended by the key alone, with its name, or signed", async () => {
    for (const way of ["alone", "named", "signed"] as const) {
      const { listenKey } = (await send("POST", "listenKey", {})).answer;
      for (const method of ["PUT", "DELETE"]) {
        const named = `listenKey=${listenKey}`;
        if (way === "signed") await done(method, "listenKey", named);
        else
          expect((await send(method, "listenKey", way === "named" ? { query: named } : {})).status).toBe(200);
      }
      expect((await send("PUT", "listenKey", {})).answer).toMatchObject({ code: -1125 });
    }
  });

  test("7: any stream on any address, and an address that ends in a number", async () => {
    const { listenKey } = (await send("POST", "listenKey", {})).answer;
    const open: Listener[] = [];
    const subscribe = (name: string) => ({ method: "SUBSCRIBE", params: [name], id: 1 });
    for (const [path, name] of [
      ["/public/ws/0", "btcusdt@depth@100ms"],
      [`/private/ws?listenKey=${listenKey}`, "btcusdt@aggTrade"],
      ["/public/stream", "btcusdt@aggTrade"],
      ["/market/stream?streams=btcusdt@aggTrade", "!ticker@arr"],
      ["/private/stream?streams=btcusdt@depth", listenKey],
      ["/ws/btcusdt@depth", "btcusdt@trade"],
      [`/market/ws/${listenKey}`, "btcusdt@bookTicker"],
    ]) {
      const socket = await Listener.open(`${venue.wsUrl}${path}`);
      open.push(socket);
      socket.send(subscribe(name!));
      expect(await socket.find(({ id }) => id === 1), path).toEqual({ result: null, id: 1 });
    }
    for (const socket of open) await socket.close();
  });

  test("8: flags and numbers as every language writes them", async () => {
    for (const flag of ["true", "False", "TRUE", "false"])
      expect(await done("POST", "positionSide/dual", `dualSidePosition=${flag}`)).toMatchObject({
        code: 200,
      });
    const { orderId } = await done("POST", "order", order(59_000));
    const query = stamped();
    const fields = { symbol: "BTCUSDT", side: "BUY", orderId, quantity: 0.02, price: 58_000.5, x: true };
    const body = JSON.stringify(fields);
    const sent = { query: `${query}&signature=${signatureOf(query + body)}`, body };
    expect((await send("PUT", "order", sent)).answer).toMatchObject({ price: "58000.5", origQty: "0.0200" });
  });

  test("9: an answer about an order has no member `code`; one that acknowledges has the number 200", async () => {
    const placed = await done("POST", "order", order(59_000));
    const named = `symbol=BTCUSDT&orderId=${placed.orderId}`;
    for (const answer of [placed, await done("GET", "order", named), await done("DELETE", "order", named)])
      expect(Object.keys(answer)).not.toContain("code");
    expect(await done("DELETE", "allOpenOrders", "symbol=BTCUSDT")).toMatchObject({ code: 200 });
  });

  test("10: what a client with keys asks of another product at its start is answered by an empty list", async () => {
    for (const path of ["/sapi/v1/capital/config/getall", "/sapi/v1/margin/allPairs"]) {
      const query = stamped();
      const url = `${venue.baseUrl}${path}?${query}&signature=${signatureOf(query)}`;
      const response = await fetch(url, { headers: { "X-MBX-APIKEY": key.apiKey } });
      expect([response.status, await response.json()]).toEqual([200, []]);
    }
  });
});

describe("limits", () => {
  const HOUR_MS = 3_600_000;
  const budget = (max: number) => ({ max, windowMs: HOUR_MS });
  /** Windows that no slow machine outlasts; headers are named by them. */
  const fapi = {
    ...limitProfiles.published.fapi,
    ipWeight: budget(60),
    placements: budget(4),
    burst: { max: 3, windowMs: 7_200_000 },
  };
  const header = (headers: Headers, name: string) => headers.get(`x-mbx-${name}`);

  test("weights and orders are counted as they are announced; 429, then 418, both with Retry-After", async () => {
    await start({ limits: { ...limitProfiles.off, name: "small", fapi: { ...fapi, refusedMax: 3 } } });
    const depth = await send("GET", "depth", { query: "symbol=BTCUSDT&limit=1000" });
    expect(header(depth.headers, "used-weight-60m")).toBe("20");
    const few = await send("GET", "depth", { query: "symbol=BTCUSDT&limit=5" });
    expect(header(few.headers, "used-weight-60m")).toBe("22");
    for (let placed = 1; placed <= 4; placed++) {
      const query = stamped(order(59_000 - placed));
      const reply = await send("POST", "order", { query: `${query}&signature=${signatureOf(query)}` });
      if (placed > 3) {
        expect([reply.status, reply.answer.code]).toEqual([429, -1015]);
        expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
      } else {
        expect(reply.status).toBe(200);
        expect(header(reply.headers, "order-count-120m")).toBe(String(placed));
        expect(header(reply.headers, "order-count-60m")).toBe(String(placed));
        expect(header(reply.headers, "used-weight-60m")).toBe("22"); // orders have no weight
      }
    }
    const statuses: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      const { status, answer, headers } = await send("GET", "ticker/24hr", {});
      statuses.push([status, answer.code]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array(3).fill([429, -1003]), ...Array(3).fill([418, -1003])]);
  });

  test("exchangeInfo and rateLimit/order announce the limits that are published", async () => {
    await start();
    const { rateLimits } = (await send("GET", "exchangeInfo", {})).answer;
    expect(rateLimits).toEqual([
      { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 2_400 },
      { rateLimitType: "ORDERS", interval: "MINUTE", intervalNum: 1, limit: 1_200 },
      { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 300 },
    ]);
    expect(await done("GET", "rateLimit/order")).toEqual(rateLimits.slice(1));
  });
});
