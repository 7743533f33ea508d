import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EngineBusyError, EngineHaltedError } from "../../src/kernel/engine/index.ts";
import type { Answered } from "../../src/service/gateway/index.ts";
import { limitProfiles, operations, v2Operations } from "../../src/service/gateway/index.ts";
import { HistoryBehindError, HistoryFailedError } from "../../src/service/readmodel/index.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import type { Sent, Venue } from "./v2-private-venue.ts";
import {
  ACCOUNT,
  disabled,
  early,
  elsewhere,
  expired,
  frozen,
  full,
  NOW,
  ORDER,
  openVenue,
  readonly,
  spot,
} from "./v2-private-venue.ts";

/**
 * Who may do what, in both versions: headers, signatures, freshness, limits, retries, and what is no request
 * at all. Permissions, by every key and every route: authentication.test.ts.
 */

const place = { ...LIMIT, client_oid: "bot-1", price: "90000.5" };
let venue: Venue;
const served: Answered[] = [];
beforeAll(async () => {
  venue = await openVenue({ answerObservers: [(each) => served.push(each)] });
});
afterAll(() => venue.stop());
afterEach(() => {
  venue.commands.length = 0;
  venue.outcomes.length = 0;
});

const PLACE = "/capi/v3/order";
const placeV3 = {
  symbol: "BTCUSDT",
  ...{ side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" },
  ...{ quantity: "0.01", price: "90000.5", newClientOrderId: "bot-1" },
};

describe("order of checks", () => {
  // Every row has the fault it names and all those below it, so the first one found wins.
  const none = {
    "access-key": undefined,
    "access-sign": undefined,
    "access-timestamp": undefined,
    "access-passphrase": undefined,
  };
  const bad = {
    "access-key": "nobody",
    "access-sign": "x",
    "access-timestamp": "1",
    "access-passphrase": "x",
  };
  const plain = { "content-type": "text/plain" };
  const rows: readonly (readonly [what: string, v2: string, v3: number, statusV3: number, sent: Sent])[] = [
    ["no key", "40001", -1040, 401, { headers: none }],
    ["no signature", "40002", -1041, 401, { headers: { ...none, "access-key": "nobody" } }],
    ["no timestamp", "40003", -1042, 401, { headers: { ...bad, "access-timestamp": undefined } }],
    ["no passphrase", "40011", -1049, 401, { headers: { ...bad, "access-passphrase": undefined } }],
    ["timestamp not of 13 digits", "40005", -1043, 401, { headers: bad }],
    ["unknown key", "40006", -1044, 401, { headers: { ...bad, "access-timestamp": "1000000000000" } }],
    ["expired key", "40006", -1044, 401, { credentials: expired, headers: { "access-sign": "x" } }],
    ["key not effective yet", "40006", -1044, 401, { credentials: early, headers: { "access-sign": "x" } }],
    [
      "30 s and 1 ms old",
      "40008",
      -1046,
      401,
      { timestamp: NOW - 30_001, headers: { "access-passphrase": "x" } },
    ],
    [
      "30 s and 1 ms ahead",
      "40008",
      -1046,
      401,
      { timestamp: NOW + 30_001, headers: { "access-passphrase": "x" } },
    ],
    ["wrong passphrase", "40012", -1049, 401, { headers: { "access-passphrase": "x", "access-sign": "x" } }],
    ["wrong signature", "40009", -1047, 401, { credentials: elsewhere, headers: { "access-sign": "x" } }],
    ["address not on the list", "40018", -1056, 403, { credentials: elsewhere }],
    ["account frozen", "40013", -1050, 403, { credentials: frozen, headers: plain }],
    ["key disabled", "40753", -1051, 403, { credentials: disabled, headers: plain }],
    ["readonly key places", "-1052", -1052, 403, { credentials: readonly, headers: plain }],
    ["spot key places", "-1052", -1052, 403, { credentials: spot }],
    ["content type", "40007", -1045, 400, { headers: plain, body: "{" }],
    ["no content type", "40007", -1045, 400, { headers: { "content-type": undefined }, body: "{" }],
    ["not JSON", "40017", -1135, 400, { body: "{" }],
    ["parameters", "40017", -1141, 400, { body: {} }],
  ];
  test.each(rows)("%s: %s, in V3 %s", async (_, v2, v3, statusV3, sent) => {
    const reply = await venue.send("POST", "order/placeOrder", { body: place, ...sent });
    expect(reply.body).toEqual({ code: v2, msg: expect.any(String), requestTime: NOW, data: null });
    expect(reply.status).toBe(v2 === "-1052" ? 403 : 400);
    const { status, body } = await venue.send("POST", PLACE, { body: placeV3, ...sent });
    expect([status, body]).toEqual([statusV3, { code: v3, msg: expect.any(String) }]);
    expect(venue.commands).toEqual([]);
  });

  test.each([NOW - 30_000, NOW + 30_000])("within 30 s is fresh", async (timestamp) => {
    expect((await venue.send("GET", "account/getAccounts", { timestamp })).status).toBe(200);
  });

  const signed = operations.filter(({ access, api }) => access !== "public" && api.name !== "fapi");
  test.each(signed.map((each) => [`${each.method} ${each.path}`, each] as const))(
    "a frozen account may read, and nothing else: %s",
    async (_, { method, path, access, api }) => {
      const { status, body } = await venue.send(method, path, { credentials: frozen });
      expect(status).toBeLessThan(500);
      const isFrozen = String(body?.code) === (api.name === "V2" ? "40013" : "-1050");
      expect(isFrozen).toBe(access !== "read");
      expect(
        method !== "GET" && !/\/(bills|estimate|socketTicket|income|querySubChannelTransactions)$/.test(path),
      ).toBe(access !== "read");
    },
  );

  test("texts of V3 that clients know", async () => {
    const text = async (credentials: typeof full) =>
      (await venue.send("GET", "/capi/v3/account/balance", { credentials })).body.msg;
    expect(await text({ ...full, apiKey: "stranger" })).toBe("Invalid ACCESS_KEY.");
    expect(await text({ ...full, secret: "other" })).toMatch(/^API authentication failed/);
  });
});

describe("signatures", () => {
  test("the path with two slashes in front is the path with one", async () => {
    expect((await venue.send("GET", "//capi/v2/account/getAccounts")).status).toBe(200);
  });

  test("bytes, not meaning: blanks, order and escapes are signed as sent", async () => {
    const body = `{ "symbol": "cmt_btcusdt",\n "size":0.01, "type" : 1, "order_type": 0, "match_price":1, "extra":[1,{"x":null}]}`;
    expect((await venue.send("POST", "order/placeOrder", { body })).body.order_id).toBe(String(ORDER));
    const query = "orderId=12%2034&symbol=cmt_btcusdt";
    expect((await venue.send("GET", "order/currentPlan", { query })).body).toEqual([]);
  });

  test("a mismatch names the mistake, to the client and the operator, never a secret", async () => {
    const timestamp = String(NOW);
    const signedOver = createHmac("sha256", full.secret)
      .update(`${timestamp}POST/capi/v2/order/placeOrder`)
      .digest("base64");
    const reply = await venue.send("POST", "order/placeOrder", {
      body: place,
      headers: { "access-sign": signedOver },
    });
    expect(reply.body.msg).toBe(
      "API verification failed: the signature does not match: it was made over the request without its body",
    );
    const failure = venue.gateway.signatureFailures().at(-1)!;
    expect(failure).toEqual({
      time: NOW,
      key: full.apiKey,
      account: ACCOUNT,
      address: "127.0.0.1",
      received: signedOver,
      expectedOver: `${NOW}POST/capi/v2/order/placeOrder${JSON.stringify(place)}`,
      signedOver: `${NOW}POST/capi/v2/order/placeOrder`,
      diagnosis: "it was made over the request without its body",
    });
    expect(JSON.stringify(venue.gateway.signatureFailures())).not.toContain(full.secret);
  });

  test("keys come, go and change with durable events", async () => {
    const other = await openVenue();
    const fresh = { apiKey: "key-fresh", secret: "s", passphrase: "p" };
    expect((await other.send("GET", "account/getAccounts", { credentials: fresh })).body.code).toBe("40006");
    other.publish({ type: "keyDisabled", fields: { key: full.apiKey, account: ACCOUNT } });
    expect((await other.send("GET", "account/getAccounts")).body.code).toBe("40753");
    await other.stop();
  });

  test("an account is frozen and restricted while running", async () => {
    const other = await openVenue();
    expect((await other.send("GET", "account/getAccounts")).status).toBe(200);
    other.publish({ type: "accountChanged", fields: { account: ACCOUNT, status: 2 } });
    expect((await other.send("GET", "account/getAccounts")).body.code).toBe("40753");
    other.publish({ type: "accountChanged", fields: { account: ACCOUNT, status: 1 } });
    expect((await other.send("GET", "account/getAccounts")).status).toBe(200);
    expect((await other.send("POST", "order/placeOrder", { body: place })).body.code).toBe("40013");
    await other.stop();
  });
});

describe("retries", () => {
  test("the same signed request gets the first answer and happens once", async () => {
    const sent = { body: { ...place, client_oid: "retry-1" } };
    const first = await venue.send("POST", "order/placeOrder", sent);
    const second = await venue.send("POST", "order/placeOrder", sent);
    expect(second.body).toEqual(first.body);
    expect(venue.commands.length).toBe(1);
    await venue.send("POST", "order/placeOrder", { ...sent, timestamp: NOW + 1 });
    expect(venue.commands.length).toBe(2);
    const [one, two] = venue.commands as { requestHash: number }[];
    expect(one!.requestHash).toBeGreaterThan(0);
    expect(one!.requestHash).toBeLessThan(2 ** 52);
    expect(two!.requestHash).not.toBe(one!.requestHash);
  });

  test.each([
    ["POST", "order/cancel_order", { body: { orderId: ORDER } }],
    ["DELETE", PLACE, { query: `orderId=${ORDER}`, timestamp: NOW + 5 }],
  ] as const)("so does one that the engine does not remember: %s %s", async (method, path, sent) => {
    venue.outcomes.push({}, { rejection: { type: "orderNotFound", order: ORDER } });
    const first = await venue.send(method, path, sent);
    const second = await venue.send(method, path, sent);
    expect([second.body, second.headers.get("outcry-account-version")]).toEqual([
      first.body,
      first.headers.get("outcry-account-version"),
    ]);
    expect(venue.commands.length).toBe(1);
  });

  test("two at once happen once", async () => {
    const sent = { body: { ...place, client_oid: "retry-2" } };
    const replies = await Promise.all([1, 2, 3].map(() => venue.send("POST", "order/placeOrder", sent)));
    expect(new Set(replies.map(({ body }) => body.order_id)).size).toBe(1);
    expect(venue.commands.length).toBe(1);
  });

  test("a refusal is an answer too; what did not happen may happen", async () => {
    const sent = { body: { ...place, client_oid: "retry-3" } };
    venue.outcomes.push({ rejection: { type: "marginInsufficient", needed: 2n, available: 1n } });
    const refused = await venue.send("POST", "order/placeOrder", sent);
    expect(refused.body.code).toBe("40015");
    expect((await venue.send("POST", "order/placeOrder", sent)).body).toEqual(refused.body);
    expect(venue.commands.length).toBe(1);

    const busy = { body: { ...place, client_oid: "retry-4" } };
    venue.outcomes.push({ error: new EngineBusyError("full") });
    const first = await venue.send("POST", "order/placeOrder", busy);
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await venue.send("POST", "order/placeOrder", busy)).status).toBe(200);
  });

  test("a halted venue says that it has stopped", async () => {
    venue.outcomes.push({ error: new EngineHaltedError("disk") });
    const reply = await venue.send("POST", "order/placeOrder", { body: { ...place, client_oid: "halt" } });
    expect(reply.status).toBe(503);
    expect(reply.body.msg).toContain("stopped");
  });
});

describe("history that cannot answer", () => {
  test.each([
    [new HistoryBehindError(5, 9), 503, "1", /^History is 4 steps behind \(at 5, this answer needs 9\)/],
    [
      new HistoryFailedError("/data/history.db", { why: "writing it failed (disk I/O error)" }),
      503,
      null,
      /^History is not available: writing it failed \(disk I\/O error\); trading goes on$/,
    ],
  ])("%s", async (error, status, retryAfter, msg) => {
    const other = await openVenue();
    Object.defineProperty(other.past, "fills", {
      get() {
        throw error;
      },
    });
    const reply = await other.send("GET", "order/fills");
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([status, retryAfter]);
    expect(reply.body).toEqual({
      code: "503",
      msg: expect.stringMatching(msg),
      requestTime: NOW,
      data: null,
    });
    await other.stop();
  });
});

describe("limits", () => {
  test("the seed's limits: 50 placements a minute, 429 with Retry-After, others unharmed", async () => {
    const limited = await openVenue({ limits: { ...limitProfiles.seed, perOperation: undefined } });
    for (let i = 0; i < 50; i++) {
      const reply = await limited.send("POST", "order/placeOrder", {
        body: { ...place, client_oid: `n-${i}` },
      });
      expect(reply.status).toBe(200);
      if (i % 25 === 24) await limited.clock.advance(10_000);
    }
    const refused = await limited.send("POST", "order/placeOrder", {
      body: { ...place, client_oid: "n-51" },
    });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: "429", data: null });
    expect(refused.body.msg).toMatch(
      /^Too many requests: Rate limit exceeded: orders to place 50 of 50 in 60 s/,
    );
    expect(refused.headers.get("retry-after")).toBe("40");
    expect(limited.commands.length).toBe(50);
    expect(
      (await limited.send("POST", "order/cancel_order", { body: { orderId: String(ORDER) } })).status,
    ).toBe(200);
    await limited.clock.advance(40_000);
    const again = await limited.send("POST", "order/placeOrder", { body: { ...place, client_oid: "n-51" } });
    expect(again.status).toBe(200);
    await limited.stop();
  });

  test("what ten a second refuses costs the account no weight", async () => {
    const uidWeight = { max: 100, windowMs: 10_000 }; // twenty placements
    const limited = await openVenue({ limits: { ...limitProfiles.published, uidWeight } });
    let n = 0;
    const placed = () =>
      limited.send("POST", "order/placeOrder", { body: { ...place, client_oid: `n-${n++}` } });
    const statuses = async (count: number) => {
      const all: number[] = [];
      for (let i = 0; i < count; i++) all.push((await placed()).status);
      return all;
    };
    expect(await statuses(10)).toEqual(Array(10).fill(200));
    expect(await statuses(30)).toEqual(Array(30).fill(429));
    await limited.clock.advance(1_000);
    expect(await statuses(10)).toEqual(Array(10).fill(200));
    expect((await placed()).body.msg).toContain("UID weight 100 of 100");
    await limited.stop();
  });

  test("each order of a batch counts", async () => {
    const limited = await openVenue({ limits: limitProfiles.seed });
    const ids = Array.from({ length: 30 }, (_, i) => String(ORDER + i));
    expect((await limited.send("POST", "order/cancel_batch_orders", { body: { ids } })).status).toBe(200);
    expect((await limited.send("POST", "order/cancel_batch_orders", { body: { ids, x: 1 } })).status).toBe(
      429,
    );
    expect(
      (await limited.send("POST", "order/cancel_order", { body: { ids: ids.slice(0, 20) } })).status,
    ).toBe(200);
    expect((await limited.send("POST", "order/cancel_plan", { body: { orderId: "1" } })).status).toBe(429);
    await limited.stop();
  });

  test("IP weight comes before the signature", async () => {
    const limited = await openVenue({
      limits: { ...limitProfiles.off, ipWeight: { max: 9, windowMs: 10_000 } },
    });
    const headers = { "access-key": undefined };
    expect((await limited.send("GET", "account/getAccounts", { headers })).body.code).toBe("40001");
    expect((await limited.send("GET", "account/getAccounts", { headers })).status).toBe(429);
    await limited.stop();
  });
});

describe("limits of V3", () => {
  test("weights are V3's own, and every answer says what is used of them", async () => {
    const limited = await openVenue({ limits: limitProfiles.seed });
    const used = ({ headers }: { headers: Headers }) => [
      headers.get("x-used-weight-10s"),
      headers.get("x-remaining-weight-10s"),
    ];
    try {
      const first = await limited.send("GET", "/capi/v3/account/balance");
      expect(used(first)).toEqual(["10", "490"]);
      // V2 has its own budget.
      await limited.send("GET", "account/assets");
      expect(used(await limited.send("GET", "/capi/v3/account/balance"))).toEqual(["20", "480"]);
      for (let taken = 2; taken < 50; taken++) await limited.send("GET", "/capi/v3/account/balance");
      const over = await limited.send("GET", "/capi/v3/account/balance");
      expect(over.status).toBe(429);
      expect(over.body).toEqual({
        timestamp: NOW,
        status: 429,
        error: "Too Many Requests",
        path: "/capi/v3/account/balance",
        message: expect.stringContaining("Rate limit exceeded: V3 UID weight 500 of 500 in 10 s"),
      });
      expect(over.headers.get("retry-after")).toBe("10");
      expect((await limited.send("GET", "account/assets")).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  test("orders have no weight and are counted: one each, five for a batch, 300 a minute", async () => {
    const limited = await openVenue({ limits: limitProfiles.seed });
    const send = (path: string, body: object) => limited.send("POST", path, { body });
    const count = ({ headers }: { headers: Headers }) => headers.get("x-order-count-1m");
    try {
      const one = await send(PLACE, placeV3);
      expect([count(one), one.headers.get("x-used-weight-10s")]).toEqual(["1", "0"]);
      expect(count(await send("/capi/v3/batchOrders", { batchOrders: [placeV3] }))).toBe("6");
      for (let n = 1; n < 59; n++) await send("/capi/v3/batchOrders", { batchOrders: [placeV3], n });
      expect(count(await send(PLACE, { ...placeV3, newClientOrderId: "c-1" }))).toBe("297");
      expect((await send("/capi/v3/batchOrders", { batchOrders: [placeV3], n: "last" })).status).toBe(429);
      expect((await send(PLACE, { ...placeV3, newClientOrderId: "c-2" })).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

describe("what is no request", () => {
  const raw = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${venue.port}${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };

  test.each([
    "/capi/v2/order/cancelOrder",
    "/capi/v2/order/openOrders",
    "/capi/v2/position/allPosition",
    "/capi/v2/order/plan_orders",
    "/nothing?x=1",
  ])("%s is a JSON 404", async (path) => {
    for (const method of ["GET", "POST"]) {
      const { status, body } = await raw(path, { method });
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: "404", data: null, requestTime: NOW });
    }
  });

  test("the wrong method is told the right one; OPTIONS lists them, without CORS", async () => {
    const wrong = await raw("/capi/v2/order/placeOrder");
    expect([wrong.status, wrong.headers.get("allow"), wrong.body.code]).toEqual([
      405,
      "POST, OPTIONS",
      "405",
    ]);
    expect((await raw("/capi/v2/account/getAccounts", { method: "DELETE" })).status).toBe(405);
    expect((await raw("/capi/v2/order/placeOrder", { method: "HEAD" })).status).toBe(405);
    const options = await raw("/capi/v2/account/getAccounts", { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect(options.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("HEAD is GET without the body: signed as HEAD, by whoever may read, at its weight", async () => {
    const asked = async (method: "GET" | "HEAD", signed = method) => {
      const before = served.length;
      const { status, headers, body } = await venue.send(method, "account/getAccounts", { signed });
      const { operation, signedBy } = served[before]!;
      const account = signedBy?.account.account;
      return { status, length: headers.get("content-length"), body, weight: operation.weight, account };
    };
    const got = await asked("GET");
    expect(await asked("HEAD")).toEqual({ ...got, body: undefined });
    expect(got.length).not.toBe("0");
    expect((await asked("HEAD", "GET")).status).toBe(400);
    const { paths } = (await raw("/openapi.json")).body;
    const reads = Object.keys(paths).filter((path) => (paths[path].get?.security ?? []).length > 0);
    expect(reads.length).toBeGreaterThan(30);
    const others = [
      "/openapi.json",
      "/asyncapi.json",
      "/docs/",
      "/docs/sockets",
      "/health",
      "/capi/v3/market/time",
    ];
    for (const path of [...reads, ...others]) {
      const [head, get] = [
        await raw(path, { method: "HEAD" }),
        await fetch(`http://127.0.0.1:${venue.port}${path}`),
      ];
      expect([path, head.status, head.body]).toEqual([path, get.status, undefined]);
      await get.arrayBuffer();
    }
  });

  test("a compressed body is refused by its name, before its signature", async () => {
    for (const encoding of ["gzip", "deflate", "br"]) {
      const { status, body } = await venue.send("POST", "order/placeOrder", {
        body: place,
        headers: { "content-encoding": encoding, "access-sign": "x" },
      });
      const msg = `Content-Encoding ${encoding} is not supported: send the body as it is`;
      expect([status, body]).toEqual([400, { code: "40007", msg, requestTime: NOW, data: null }]);
    }
    const headers = { "content-encoding": "identity" };
    expect((await venue.send("POST", "order/placeOrder", { body: place, headers })).status).toBe(200);
  });

  test("a body above 64 KiB", async () => {
    const { status, body } = await raw("/capi/v2/order/placeOrder", {
      method: "POST",
      body: "x".repeat(65_537),
    });
    expect([status, body.code]).toEqual([413, "413"]);
  });

  test("in V3: an unknown path, a wrong method, a body that is too large", async () => {
    const unknown = await venue.send("GET", "/capi/v3/nothing", { query: "a=1" });
    const error = { timestamp: NOW, status: 404, error: "Not Found", path: "/capi/v3/nothing" };
    expect([unknown.status, unknown.body]).toEqual([404, error]);
    const { status, body, headers } = await venue.send("GET", "/capi/v3/closePositions");
    expect([status, body.code, headers.get("allow")]).toEqual([405, -1150, "POST, OPTIONS"]);
    const large = await venue.send("POST", PLACE, { body: `"${"x".repeat(70_000)}"` });
    expect([large.status, large.body.error, large.body.path]).toEqual([413, "Payload Too Large", PLACE]);
  });

  test("a DELETE with a content type and no body", async () => {
    const headers = { "content-type": "application/json" };
    const query = `orderId=${ORDER}`;
    expect((await venue.send("DELETE", PLACE, { query, headers })).status).toBe(200);
  });

  test("a foreign host name", async () => {
    const answer = await spoken("GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  });

  test.each([
    ["not HTTP", "hello\r\n\r\n", 400],
    [
      "headers above 16 KiB",
      `GET /health HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ["a bad escape in the path", "GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404],
  ])("%s", async (_, text, status) => {
    const answer = await spoken(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))).toMatchObject({ data: null });
  });

  test("health", async () => {
    const { status, body } = await raw("/health");
    expect([status, body.status]).toEqual([200, "ok"]);
  });

  test("the operations document themselves", async () => {
    const { body } = await raw("/openapi.json");
    for (const { path, method, parameters } of v2Operations) {
      const documented = body.paths[path][method.toLowerCase()];
      const names =
        method === "GET"
          ? queryOf(documented.parameters)
          : Object.keys(documented.requestBody?.content["application/json"].schema.properties ?? {});
      expect(names).toEqual(Object.keys(parameters));
      expect(documented.responses["200"]).toBeDefined();
    }
    expect((await fetch(`http://127.0.0.1:${venue.port}/health`, { method: "HEAD" })).status).toBe(200);
  });

  /** Names in the query; headers are documented beside them. */
  function queryOf(documented: readonly { readonly in: string; readonly name: string }[] = []) {
    return documented.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  }

  function spoken(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let heard = "";
      const socket = connect(venue.port, "127.0.0.1", () => socket.write(text));
      socket.setEncoding("utf8");
      socket.on("data", (data) => {
        heard += data;
      });
      socket.on("end", () => resolve(heard));
      socket.on("error", reject);
    });
  }
});

test("every answer is told of, with what it came to", async () => {
  served.length = 0;
  await venue.send("GET", "account/getAccounts");
  await venue.send("GET", "order/detail");
  await venue.send("GET", "order/detail", { headers: { "access-key": undefined } });
  expect(
    served.map(({ operation, response: { status, code }, signedBy }) => [
      ...[operation.path, status, code, signedBy?.account.account],
    ]),
  ).toEqual([
    ["/capi/v2/account/getAccounts", 200, undefined, ACCOUNT],
    ["/capi/v2/order/detail", 400, "40017", ACCOUNT],
    ["/capi/v2/order/detail", 400, "40001", undefined],
  ]);
});
