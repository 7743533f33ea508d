import { createHmac } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { takesBody } from "../../src/interface/wire/index.ts";
import { apiVersionOf } from "../../src/service/gateway/apiVersion.ts";
import { operations } from "../../src/service/gateway/index.ts";
import type { Operation } from "../../src/service/gateway/operation.ts";
import { codePoint } from "../codePoint.ts";
import type { RawReply, RawRequest } from "../host/rawConnection.ts";
import { RawConnection } from "../host/rawConnection.ts";
import { Client } from "../venue/client.ts";
import { marketState } from "../venue/marketState.ts";
import { RequestSocket } from "../venue/requestSocket.ts";
import { placeSome } from "../venue/someOrders.ts";

/**
 * Malformed, oversized, badly signed and badly encoded requests to every operation of the route table: a new
 * route is tried without a new test. Never a 5xx but where V3 says so, every refusal names code and cause,
 * and a refused request changes nothing.
 */

const LONG = process.env.OUTCRY_LONG === "1";
/**
 * At most; every day an operation's requests end with the first batch that brought no answer of a new form.
 */
const REQUESTS_AN_OPERATION = LONG ? 10_000 : 1_000;
/** No request takes longer. */
const SLOWEST_MS = 1_000;
/** The state of the market is compared after so many requests. */
const BATCH = 100;
const SYMBOL = "cmt_btcusdt";

let venue: Venue;
let client: Client;
let connection: RawConnection;
const failures: unknown[] = [];

beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000 },
    leaderboard: "public",
    requests: "all",
    log: { info() {}, warn() {}, error: (fields, message) => failures.push([message, fields]) },
  });
  client = new Client(venue.baseUrl, venue.accounts[0]!);
  const other = new Client(venue.baseUrl, venue.accounts[1]!);
  await client.get("/capi/v3/sim/balance"); // opens the paper account: no later request does
  await placeSome(SYMBOL, client, other);
  connection = await RawConnection.open(venue.port);
});

afterAll(async () => {
  connection.close();
  venue.engine.audit();
  expect(failures).toEqual([]);
  await venue.stop();
});

/** Values of every type, small and large; of the right type often enough to get past the first check. */
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, false, "", " ", "0", "-1", 1, 3, 0, -1, 1.5, 1e308, -0, "1e5", "0x10", "nan", "Infinity"],
    ...["99999999999999999999", "9007199254740993", "CMT_BTCUSDT", "cmt_nothing", "constructor", "__proto__"],
    ...[SYMBOL, "USDT", "0.00000000000000000001", "60000", "60000.05", "0.1", "1m", "long", "profit_plan"],
    ...[
      "plan",
      "' OR 1=1 --",
      "\u0000",
      "💥",
      "x".repeat(5_000),
      [],
      {},
      [[]],
      [null],
      ["1", 2, {}],
      { a: 1 },
    ],
    Array(200).fill("1"),
    ...["XRPUSDT", "NOUSDT", "bot-2", "BUY", "SHORT", "MARKET", "STOP_MARKET", "GTC", "CROSSED", "+1", "01"],
  ),
  fc.string(),
  fc.string({ unit: codePoint, maxLength: 50 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(
    fc.dictionary(fc.constantFrom("size", "type", "order_type", "price"), fc.constantFrom("1", "0", "x")),
    {
      maxLength: 3,
    },
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** What is right for a field, or nearly. */
const plausible: Readonly<Record<string, unknown>> = {
  symbol: SYMBOL,
  size: "0.01",
  type: "1",
  order_type: "0",
  match_price: "0",
  match_type: "0",
  price: "59000.05",
  execute_price: "59000.05",
  trigger_price: "59000.05",
  triggerPrice: "1",
  planType: "profit_plan",
  positionSide: "long",
  marginMode: 1,
  longLeverage: "0.001",
  shortLeverage: "0.001",
  orderId: "1000000000000001",
  isolatedPositionId: 1,
  collateralAmount: "0",
  positionId: 1,
  autoAppendMargin: true,
  orderDataList: [{}],
  coin: "USDT",
  granularity: "1m",
};

/** What is right for a field of V3, or nearly. */
const plausibleV3: Readonly<Record<string, unknown>> = {
  ...plausible,
  symbol: "BTCUSDT",
  type: "LIMIT",
  side: "BUY",
  positionSide: "LONG",
  quantity: "0.01",
  timeInForce: "GTC",
  interval: "1m",
  limit: 10,
};

/** How a request is spoilt on its way, besides what it says. */
const spoiling = fc.oneof(
  { weight: 12, arbitrary: fc.constant("not" as const) },
  fc.constantFrom("wrong signature", "cut body", "not UTF-8", "late", "oversized", "doubled" as const),
);

function requestOf(operation: Operation) {
  const { parameters } = operation;
  const entries = Object.keys(parameters).map(
    (name) =>
      [
        name,
        fc.oneof(
          { weight: 2, arbitrary: fc.constant(isV2(operation) ? plausible[name] : plausibleV3[name]) },
          { weight: 3, arbitrary: anyValue },
        ),
      ] as const,
  );
  const fields = fc.record({ ...Object.fromEntries(entries), extra: anyValue }, { requiredKeys: [] });
  return fc.tuple(fields, spoiling);
}

/** The requests of a seed from one on, drawn when it is their turn: mostly few of all are asked for. */
function batchOf<T>(requests: fc.Arbitrary<T>, from: number, seed: number): T[] {
  return fc.sample(requests, { numRuns: BATCH, seed, path: String(from) });
}

/** All that were sent: every request is one of its own, none the repetition of another. */
const signatures = new Set<string>();

/** The bytes of a request that says `fields`, signed as a client would sign what it sends. */
function rawOf(operation: Operation, fields: Readonly<Record<string, unknown>>, spoilt: string): RawRequest {
  const hasBody = takesBody(operation);
  const query = !hasBody ? queryOf(fields) + (spoilt === "doubled" ? "&extra=1&extra=2" : "") : "";
  const path = query === "" ? operation.path : `${operation.path}?${query}`;
  const body = hasBody ? bodyOf(fields, spoilt) : Buffer.alloc(0);
  if (operation.access === "public") return { method: "GET", path, headers: {}, body };
  const timestamp = Date.now() - (spoilt === "late" ? 31_000 : 0);
  const request = signedRequest(operation, path, body, timestamp);
  if (spoilt !== "wrong signature") return request;
  if (operation.api.name === "fapi")
    return { ...request, path: request.path.replace(/.$/, (digit) => (digit === "a" ? "b" : "a")) };
  const wrong = request.headers["ACCESS-SIGN"]!.replace(/^./, (c) => (c === "A" ? "B" : "A"));
  return { ...request, headers: { ...request.headers, "ACCESS-SIGN": wrong } };
}

/** As a client signs it, at `timestamp` or so long before that it is none that was sent. */
function signedRequest(
  { method }: Operation,
  path: string,
  body: Buffer,
  timestamp = Date.now(),
): RawRequest {
  if (apiVersionOf(path).name === "fapi") return signedQuery(method, path, body, timestamp);
  const { apiKey, secret, passphrase } = client.key;
  const signatureAt = (time: number) =>
    createHmac("sha256", secret).update(`${time}${method}${path}`).update(body).digest("base64");
  let time = timestamp;
  while (signatures.has(signatureAt(time))) time--;
  const signature = signatureAt(time);
  signatures.add(signature);
  return {
    method,
    path,
    headers: {
      "ACCESS-KEY": apiKey,
      "ACCESS-PASSPHRASE": passphrase,
      "ACCESS-TIMESTAMP": String(time),
      "ACCESS-SIGN": signature,
      "Content-Type": "application/json",
    },
    body,
  };
}

/** A request as a client of the fapi dialect signs it, where time and signature are parameters. */
function signedQuery(method: string, path: string, body: Buffer, timestamp: number): RawRequest {
  const [name, query = ""] = path.split("?");
  const asked = (time: number) => `${query === "" ? "" : `${query}&`}timestamp=${time}`;
  const signed = (time: number) =>
    createHmac("sha256", client.key.secret).update(asked(time)).update(body).digest("hex");
  let time = timestamp;
  while (signatures.has(signed(time))) time--;
  signatures.add(signed(time));
  const target = `${name}?${asked(time)}&signature=${signed(time)}`;
  return { method, path: target, headers: { "X-MBX-APIKEY": client.key.apiKey }, body };
}

function bodyOf(fields: object, spoilt: string): Buffer {
  const whole = Buffer.from(JSON.stringify(fields));
  if (spoilt === "cut body") return whole.subarray(0, whole.length - 1);
  if (spoilt === "not UTF-8") return Buffer.concat([whole.subarray(0, -1), Buffer.from([0xc3, 0x28, 0x7d])]);
  if (spoilt === "oversized") return Buffer.concat([whole, Buffer.alloc(65_536, 32)]);
  if (spoilt === "doubled") return Buffer.from('{"extra":1,"extra":2}');
  return whole;
}

/** Codes that a spoilt request must meet, whatever it says. */
const spoiltCodes: Readonly<Record<string, string>> = {
  "wrong signature": "40009",
  late: "40008",
  "cut body": "40017",
  "not UTF-8": "40017",
  oversized: "413",
  doubled: "40017",
};

test("bodies that are hardly JSON", async () => {
  const pieces = ['{"', '"size"', ":", ",", "}", "[", "]", "1", "e", "-", '"', "\\u00", "null", "\u00e9"];
  for (const drawn of fc.sample(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), 300)) {
    for (const path of ["/capi/v2/order/placeOrder", "/capi/v3/order"]) {
      const operation = operations.find((each) => each.path === path && each.method === "POST")!;
      connection.write([signedRequest(operation, path, Buffer.from(drawn.join("")))]);
      const [reply] = await connection.read(1);
      if (reply!.status !== 400) expect.fail(`${drawn.join("")} → ${reply!.status} ${reply!.text}`);
    }
  }
});

describe("every operation, whatever it is sent", () => {
  test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    "%s",
    async (_, operation) => {
      const requests = requestOf(operation);
      const isSigned = operation.access !== "public";
      let before = await marketState(venue);
      const forms = new Set<string>();
      let known = -1;
      for (let from = 0; from < REQUESTS_AN_OPERATION && (LONG || forms.size > known); from += BATCH) {
        known = forms.size;
        const batch = batchOf(requests, from, 7);
        // The connection is closed behind an oversized body: it goes alone.
        const [alone, together] = [
          batch.filter(([, spoilt]) => spoilt === "oversized" && takesBody(operation)),
          batch.filter(([, spoilt]) => spoilt !== "oversized" || !takesBody(operation)),
        ];
        const begun = performance.now();
        const replies: RawReply[] = [];
        // One after the other: what is sent ahead is served at a pace of its own (gateway/http/intake.ts),
        // which others test.
        for (const [fields, spoilt] of together) {
          connection.write([rawOf(operation, fields, spoilt)]);
          replies.push(...(await connection.read(1)));
        }
        // All of a batch together are the bound of each; what a machine is busy with counts, so only where
        // there is time.
        if (LONG) expect(performance.now() - begun).toBeLessThan(SLOWEST_MS);
        for (const [fields, spoilt] of alone.slice(0, 1)) {
          const single = await RawConnection.open(venue.port);
          single.write([rawOf(operation, fields, spoilt)]);
          replies.push(...(await single.read(1)));
          single.close();
        }
        const sent = [...together, ...alone.slice(0, 1)];
        let changed = false;
        for (const [i, { status, text }] of replies.entries()) {
          const [fields, spoilt] = sent[i]!;
          const why = () =>
            `${spoilt}: ${JSON.stringify(fields).slice(0, 500)} → ${status} ${text.slice(0, 300)}`;
          const body = JSON.parse(text);
          forms.add(formOf(status, body));
          if (status >= 500 && !isMarketRefusal(operation, body)) expect.fail(why());
          if (isSigned && (takesBody(operation) || !/body|UTF|oversized/.test(spoilt))) {
            const code = isV2(operation) ? spoiltCodes[spoilt] : undefined;
            if (code !== undefined) expect(body.code, why()).toBe(code);
          }
          if (status === 200) changed ||= operation.method !== "GET";
          else checkRefusal(body, operation, why);
        }
        const after = await marketState(venue);
        if (!changed) expect(after).toBe(before);
        before = after;
      }
    },
  );
});

describe("every method of the WebSocket API, whatever a message says", () => {
  const named = operations.flatMap((operation) =>
    operation.hidden ? [] : (operation.messages ?? []).map((name) => [name, operation] as const),
  );

  test.each(named)("%s", async (method, operation) => {
    expect(named.length).toBeGreaterThan(15);
    const requests = requestOf(operation);
    let before = await marketState(venue);
    const forms = new Set<string>();
    let known = -1;
    for (let from = 0; from < REQUESTS_AN_OPERATION && (LONG || forms.size > known); from += BATCH) {
      known = forms.size;
      const socket = await RequestSocket.open(venue, client.key); // a connection says so much in a while
      let changed = false;
      for (const [fields, spoilt] of batchOf(requests, from, 8)) {
        const params = { ...socket.signed(fields) };
        if (spoilt === "wrong signature") params["signature"] = "0".repeat(64);
        if (spoilt === "late") params["timestamp"] = 1;
        const { id: _, status, result, error, ...rest } = await socket.ask(method, params);
        const why = () =>
          `${spoilt}: ${JSON.stringify(params).slice(0, 500)} → ${status} ${JSON.stringify(error)}`;
        forms.add(formOf(status, error ?? {}));
        expect(
          Object.keys(rest).filter((name) => name !== "rateLimits"),
          why(),
        ).toEqual([]);
        const isRefused = status !== 200;
        expect([result === undefined, error === undefined], why()).toEqual([isRefused, !isRefused]);
        if (status >= 500) expect.fail(why());
        if (isRefused) checkV3Refusal(error, operation, why);
        else changed ||= operation.method !== "GET";
        if (
          operation.access !== "public" &&
          !operation.keyOnly &&
          /signature|late/.test(spoilt) &&
          !isRefused
        )
          expect.fail(why());
      }
      await socket.listener.close();
      const after = await marketState(venue);
      if (!changed) expect(after).toBe(before);
      before = after;
    }
  });

  test("messages that are no requests", async () => {
    const words = fc.constantFrom<unknown>("order.place", "session.logon", "depth", "id", null, 1, [], {});
    const message = fc.oneof(
      fc.record(
        { id: fc.oneof(words, fc.jsonValue()), method: words, params: fc.jsonValue() },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    );
    const before = await marketState(venue);
    for (const drawn of fc.sample(fc.array(message, { minLength: 1, maxLength: 20 }), {
      numRuns: 60,
      seed: 9,
    })) {
      const socket = await RequestSocket.open(venue, client.key);
      for (const each of drawn) socket.listener.send(JSON.stringify(each));
      socket.listener.send({ id: "last", method: "session.status" });
      const last = socket.listener.find(({ id }) => id === "last").catch(() => undefined); // too much of it was no JSON
      const answer = await last;
      if (answer === undefined) expect(await socket.listener.ended).toMatchObject({ code: 1007 });
      else expect(answer).toMatchObject({ status: 200, result: { apiKey: null } });
      await socket.listener.close();
    }
    expect(await marketState(venue)).toBe(before);
  });
});

/** What an answer says, without the values that it repeats. */
// biome-ignore lint/suspicious/noExplicitAny: an answer not yet looked at
function formOf(status: number, { code, msg, error, message }: any): string {
  const text = `${msg ?? error ?? message}`.replace(/'[^']*'|"[^"]*"|\S*\d\S*/g, "…");
  return status === 200 ? "200" : `${status} ${code} ${text}`;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer not yet looked at
function checkRefusal(body: any, operation: Operation, why: () => string): void {
  const { parameters } = operation;
  if (!isV2(operation)) return checkV3Refusal(body, operation, why);
  const { code, msg, requestTime, data, ...rest } = body;
  const isWhole =
    /^(400\d\d|40912|413|5000[57]|-105[24])$/.test(code) &&
    msg !== "" &&
    requestTime === venue.clock.now() &&
    data === null;
  if (!isWhole || Object.keys(rest).length > 0) expect.fail(why());
  if (/undefined|\[object|NaN'|\bat .*\.ts|node_modules/.test(msg)) expect.fail(why());
  if (code !== "40017" && code !== "40019" && code !== "40020") return;
  const names = [...Object.keys(parameters), "the body", "extra"];
  if (!names.some((name) => msg.includes(name))) expect.fail(why());
}

/** A number and a text, or what the server in front of the interface says. */
// biome-ignore lint/suspicious/noExplicitAny: an answer not yet looked at
function checkV3Refusal(body: any, { path }: Operation, why: () => string): void {
  const isCoded = Number.isInteger(body.code) && typeof body.msg === "string" && body.msg !== "";
  const isFront = Number.isInteger(body.status) && typeof body.error === "string" && body.path === path;
  if (!isCoded && !isFront) expect.fail(why());
  if (/undefined|\[object|NaN'|\bat .*\.ts|node_modules/.test(`${body.msg ?? ""}${body.message ?? ""}`))
    expect.fail(why());
}

/**
 * What the market refuses V3 answers with status 500, as the live interface does: a code of its own and a
 * text.
 */
function isMarketRefusal(operation: Operation, { code, msg }: { code: unknown; msg: unknown }): boolean {
  const text = /^(?:INVALID_ARGUMENT|FAILED_PRECONDITION|RESOURCE_EXHAUSTED): /;
  return !isV2(operation) && code === -1054 && text.test(String(msg));
}

function isV2({ path }: Operation): boolean {
  return apiVersionOf(path).name === "V2";
}

/** Text as a sloppy client would write it. */
function queryOf(input: Readonly<Record<string, unknown>>): string {
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(Buffer.from(textOf(value)).toString())}`)
    .join("&");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
