import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { FIRST_USER_ACCOUNT, PERMIT_FUTURES } from "../../src/kernel/core/index.ts";
import { limitProfiles, v2Operations as operations } from "../../src/service/gateway/index.ts";
import { RawConnection } from "../host/rawConnection.ts";
import { Client, send } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { holder, MASTER_KEY } from "./key-holders.ts";
import { clientsOf, done } from "./traders.ts";

/** The interface document line by line: every test is named after the line that it holds the venue to. */

const ALICE = FIRST_USER_ACCOUNT;
const BTC = "cmt_btcusdt";
const order = { symbol: BTC, size: "0.01", type: "1", order_type: "0", match_price: "0", price: "59000" };
const plan = { symbol: BTC, size: "0.01", type: "1", match_type: "1", trigger_price: "59000" };
const tpSl = {
  ...{ symbol: BTC, planType: "profit_plan", triggerPrice: "61000", size: "0.01", positionSide: "long" },
};

const open = (options: VenueOptions = {}) =>
  startVenue({ prices: { btc: 60_000 }, masterKey: MASTER_KEY, ...options });
const aliceOf = (venue: Venue) => new Client(venue.baseUrl, venue.accounts[0]!);

let venue: Venue;
let alice: Client;
let bob: Client;
beforeAll(async () => {
  venue = await open();
  [alice, bob] = clientsOf(venue);
  const trade = { ...order, price: "60000", size: "0.1" };
  await done(alice.post("order/placeOrder", trade));
  await done(bob.post("order/placeOrder", { ...trade, type: "2" }));
});
afterAll(async () => {
  venue.engine.audit();
  await venue.stop();
});

describe("9. placeTpSlOrder", () => {
  const refusals = [
    ["a size off the grid", { size: "0.00001" }, "stepSize '0.0001'"],
    ["a trigger price off the grid", { triggerPrice: "61000.05" }, "stepSize '0.1'"],
    ["it would trigger at once", { triggerPrice: "59000" }, "trigger at once"],
    ["the other margin mode", { marginMode: 3 }, "marginMode"],
  ] as const;
  test.each(refusals)("a refusal is HTTP 200, success false, orderId 0: %s", async (_, change, phrase) => {
    const { status, body } = await alice.post("order/placeTpSlOrder", { ...tpSl, ...change });
    expect(status).toBe(200);
    expect(body).toEqual([{ success: false, orderId: 0, errorMessage: expect.stringContaining(phrase) }]);
  });

  test("errorMessage is hidden by a profile, and still in the request log", async () => {
    const strict = await holder(venue, "strictTpSl", ALICE, { wireProfile: "strict-sdk" });
    for (const [, change, phrase] of refusals) {
      const { body } = await strict.post("order/placeTpSlOrder", { ...tpSl, ...change });
      expect(body).toEqual([{ success: false, orderId: 0 }]);
      const { entries } = (await strict.get("account/requestLog?limit=1")).body;
      expect(entries[0]).toMatchObject({
        key: "strictTpSl",
        status: 200,
        reason: expect.stringContaining(phrase),
      });
    }
  });
});

describe("permissions", () => {
  const placing = [
    ["order/placeOrder", order],
    ["order/placeOrder", plan],
    ["order/batchOrders", { symbol: BTC, orderDataList: [order] }],
    ["order/plan_order", plan],
    ["order/placeTpSlOrder", tpSl],
    ["order/closePositions", { symbol: BTC }],
  ] as const;

  test("a pair that does not support API trading: -1052", async () => {
    await control(venue, "contracts/change", { symbol: BTC, apiTradable: false });
    for (const [path, body] of placing.slice(0, 5)) {
      const reply = await alice.post(path, body);
      if (path === "order/batchOrders") {
        expect(reply.body.order_info).toMatchObject([{ result: false, error_code: "-1052" }]);
      } else {
        expect([reply.status, reply.body.code], path).toEqual([403, "-1052"]);
      }
    }
    await control(venue, "contracts/change", { symbol: BTC, apiTradable: true });
  });

  test("Futures alone reads and trades", async () => {
    const futures = await holder(venue, "futuresOnly", ALICE, { permissions: PERMIT_FUTURES });
    expect((await futures.get("account/getAccounts")).status).toBe(200);
    const { body } = await futures.post("order/placeOrder", order);
    expect((await futures.post("order/cancel_order", { orderId: body.order_id })).body.result).toBe(true);
  });
});

describe("keys", () => {
  test("4. The passphrase must be alphanumeric only", async () => {
    const strings = { account: "demo-1", apiKey: "imported", secret: "imported-secret" };
    for (const passphrase of ["pass-word", "pass word", "päss", "x".repeat(129)]) {
      const refused = await control(venue, "keys/import", { ...strings, passphrase });
      expect(refused.status, passphrase).toBe(400);
      expect(refused.body.msg).toMatch(/passphrase/);
    }
    expect((await control(venue, "keys/import", { ...strings, passphrase: "pass1" })).status).toBe(200);
    const accounts = [{ name: "a", apiKey: "k", secret: "s", passphrase: "no-good" }];
    await expect(startVenue({ accounts })).rejects.toThrow(
      /passphrase of account a must be .* letters and digits/,
    );
  });

  test("6. A newly created key takes 15 minutes to become effective: a setting", async () => {
    const slow = await open({ keyDelayMs: 15 * 60_000 });
    const { body: key } = await control(slow, "keys/create", { account: "demo-1" });
    const client = new Client(slow.baseUrl, key);
    expect((await client.get("account/assets")).body).toMatchObject({
      code: "40006",
      msg: "Invalid ACCESS_KEY: the key is not effective yet",
    });
    await slow.step(15 * 60_000);
    expect((await client.get("account/assets")).status).toBe(200);
    await slow.stop();
  });

  test("6. A modified key takes as long: until then it is what it was", async () => {
    const slow = await open({ keyDelayMs: 15 * 60_000 });
    const apiKey = slow.accounts[0]!.apiKey;
    const client = new Client(slow.baseUrl, slow.accounts[0]!);
    const shown = async () =>
      (await control(slow, "keys")).body.find((each: { apiKey: string }) => each.apiKey === apiKey);
    const before = await shown();
    const change = { label: "readers", permissions: ["read"], expires: slow.clock.now() + 3_600_000 };
    const { body } = await control(slow, "keys/change", { apiKey, ...change });
    expect(body).toEqual({ apiKey, effectiveFrom: slow.clock.now() + 15 * 60_000 });
    expect(await shown()).toMatchObject({
      ...change,
      activeFrom: body.effectiveFrom,
      until: { label: before.label, permissions: before.permissions, expires: before.expires },
    });
    // What is changed once more before it takes effect still leaves the key what it was.
    await control(slow, "keys/change", { apiKey, addresses: ["10.0.0.1", "127.0.0.1"] });
    await control(slow, "keys/change", { apiKey, ...change });
    expect((await client.post("order/placeOrder", order)).status).toBe(200);
    const [view] = (await slow.engine.query({ type: "keys" })).filter(({ key }) => key === apiKey);
    expect(view!.before).toMatchObject({ permissions: 7 });
    await slow.step(15 * 60_000);
    expect((await client.post("order/placeOrder", order)).body.code).toBe("-1052");
    expect((await client.get("account/assets")).status).toBe(200);
    expect((await shown()).until).toBeUndefined();
    await slow.step(45 * 60_000);
    expect((await client.get("account/assets")).body.msg).toBe("Invalid ACCESS_KEY: the key has expired");
    await slow.stop();
  });

  test("6. Without the setting a change holds at once; what is left out stays", async () => {
    const { body: key } = await control(venue, "keys/create", { account: "demo-1", label: "mine" });
    const client = new Client(venue.baseUrl, key);
    const { apiKey } = key;
    expect((await client.post("order/placeOrder", order)).status).toBe(200);
    await control(venue, "keys/change", { apiKey, permissions: ["read"], addresses: ["127.0.0.1"] });
    expect((await client.post("order/placeOrder", order)).body.code).toBe("-1052");
    await control(venue, "keys/change", { apiKey, addresses: ["10.0.0.0/8"] });
    expect((await client.get("account/assets")).body.code).toBe("40018");
    const { body: rows } = await control(venue, "keys");
    const row = rows.find((each: { apiKey: string }) => each.apiKey === apiKey);
    expect(row).toMatchObject({
      label: "mine",
      permissions: ["read"],
      addresses: ["10.0.0.0/8"],
      expires: 0,
    });
    expect((await control(venue, "keys/change", { apiKey: "nobody" })).status).toBe(400);
    expect((await control(venue, "keys/change", { apiKey, permissions: ["fly"] })).status).toBe(400);
    expect((await control(venue, "keys/change", { apiKey, expires: 1 })).status).toBe(400);
  });

  test("5. An IP whitelist", async () => {
    const here = await holder(venue, "here", ALICE, { addresses: "10.0.0.0/8,127.0.0.1" });
    const there = await holder(venue, "there", ALICE, { addresses: "10.0.0.0/8,::1" });
    expect((await here.get("account/assets")).status).toBe(200);
    expect((await there.get("account/assets")).body).toMatchObject({
      code: "40018",
      msg: "Invalid IP request: 127.0.0.1 is not on the key's list",
    });
  });

  test("locale: absent is fine, zh-CN selects the language, parsed phrases stay English", async () => {
    const asked = async (locale: string | undefined, body: object) => {
      const signed = alice.sign("POST", "order/placeOrder", JSON.stringify(body));
      const headers = locale === undefined ? signed.headers : { ...signed.headers, locale };
      return (await send({ ...signed, headers })).body.msg;
    };
    const unknown = { ...order, symbol: "cmt_x" };
    expect(await asked(undefined, unknown)).toBe("Parameter symbol is invalid");
    expect(await asked("en-US", unknown)).toBe("Parameter symbol is invalid");
    expect(await asked("zh-CN", unknown)).toBe("参数无效: Parameter symbol is invalid");
    expect(await asked("zh-CN", { ...order, size: "0.00001" })).toMatch(
      /^INVALID_ARGUMENT: 操作被拒绝: .*stepSize '0\.0001'/,
    );
    expect(await asked("zh-CN", { ...order, size: "90" })).toContain("available amount not enough");
    const signed = alice.sign("POST", "order/cancel_order", '{"orderId":"12"}');
    const { body } = await send({ ...signed, headers: { ...signed.headers, locale: "zh-CN" } });
    expect(body).toMatchObject({ code: "-1054", msg: "订单不存在: Order does not exist" });
  });
});

describe("7. risk control disables API permissions", () => {
  test("many invalid requests, well signed; support lifts it", async () => {
    const strict = await open({ risk: { invalidRequests: { max: 5, windowMs: 3_600_000 } } });
    const client = aliceOf(strict);
    const other = new Client(strict.baseUrl, strict.accounts[1]!);
    const invalid = (who: Client) => who.post("order/placeOrder", { symbol: "x" });
    for (let i = 0; i < 5; i++) expect((await invalid(client)).body.code).toBe("40017");
    // Refusals of the market and limits are no invalid requests, and badly signed ones prove nothing.
    for (let i = 0; i < 9; i++) await client.post("order/placeOrder", { ...order, size: "99" });
    const forged = new Client(strict.baseUrl, { ...client.key, secret: "wrong" });
    for (let i = 0; i < 9; i++) expect((await invalid(forged)).body.code).toBe("40009");
    expect((await client.get("account/assets")).status).toBe(200);
    expect((await invalid(client)).body.code).toBe("40017");
    await strict.settle();
    const lift = `outcry account set ${ALICE} status=normal`;
    for (const reply of [await client.get("account/assets"), await client.post("order/placeOrder", order)]) {
      expect([reply.status, reply.body.code]).toEqual([400, "40753"]);
      expect(reply.body.msg).toMatch(new RegExp(`^API permission disabled: .*${lift}$`));
    }
    expect((await other.get("account/assets")).status).toBe(200);
    // It is state of the venue, not memory of the gateway.
    expect(await strict.engine.query({ type: "account", account: ALICE })).toMatchObject({ status: 2 });
    await control(strict, "accounts/settings", { account: String(ALICE), status: "normal" });
    expect((await client.get("account/assets")).status).toBe(200);
    await strict.stop();
  });

  test("suspicious logins: requests from many addresses", async () => {
    const strict = await open({ risk: { addresses: { max: 2, windowMs: 3_600_000 } }, host: "127.0.0.1" });
    const client = aliceOf(strict);
    const code = async (localAddress: string) => {
      const connection = await RawConnection.open(strict.port, localAddress);
      return (await raw(connection, client.sign("GET", "account/assets"))).code ?? "200";
    };
    expect(await code("127.0.0.1")).toBe("200");
    expect(await code("127.0.0.2")).toBe("200");
    expect(await code("127.0.0.2")).toBe("200");
    await code("127.0.0.3");
    await strict.settle();
    expect(await code("127.0.0.1")).toBe("40753");
    await strict.stop();
  });

  test("off by default", async () => {
    for (let i = 0; i < 200; i++) await bob.post("order/placeOrder", {});
    expect((await bob.get("account/assets")).status).toBe(200);
  });
});

describe("history", () => {
  const states = ["pending", "open", "filled", "canceling", "canceled", "untriggered"];

  test("all six states are reachable with states=all or under history=all, the terminal ones alone otherwise", async () => {
    const all = await holder(venue, "historyAll", ALICE, { wireProfile: "seed,history=all" });
    await alice.post("order/placeOrder", order);
    await alice.post("order/plan_order", plan);
    const gone = (await alice.post("order/placeOrder", order)).body.order_id;
    await alice.post("order/cancel_order", { orderId: gone });
    const settings = (change: object) =>
      control(venue, "accounts/settings", { account: String(ALICE), ...change });
    const leaving = (await alice.post("order/placeOrder", order)).body.order_id;
    await settings({ orderDelayMs: 5_000, cancelDelayMs: 5_000 });
    await alice.post("order/cancel_order", { orderId: leaving });
    const arriving = (await alice.post("order/placeOrder", order)).body.order_id;
    const rows = (await all.get("order/history")).body;
    expect((await alice.get("order/history?states=all")).body).toEqual(rows);
    expect((await all.get("order/history?states=ended")).body).toEqual(
      (await alice.get("order/history")).body,
    );
    expect((await alice.get("order/history?states=live")).body).toMatchObject({ code: "40020" });
    expect(new Set(rows.map(({ status }: { status: string }) => status))).toEqual(new Set(states));
    const ids = rows.map(({ order_id }: { order_id: string }) => Number(order_id));
    expect(ids).toEqual([...new Set<number>(ids)].toSorted((a, b) => b - a));
    expect(ids[0]).toBe(Number(arriving));
    expect((await all.get("order/history?pageSize=2")).body).toEqual(rows.slice(0, 2));
    const terminal = (await alice.get("order/history")).body;
    expect(new Set(terminal.map(({ status }: { status: string }) => status))).toEqual(
      new Set(["filled", "canceled"]),
    );
    await settings({ orderDelayMs: 0, cancelDelayMs: 0 });
    await venue.step(5_000);
    await alice.post("order/cancelAllOrders");
    await alice.post("order/cancelAllOrders", { cancelOrderType: "plan" });
  });
});

describe("limits", () => {
  test("Spot: cancel 80 per 10 s or 200 per 1 min, place 100 per min, declared", () => {
    const SECOND = 1_000;
    expect(limitProfiles.seed.spot).toEqual({
      placements: { max: 100, windowMs: 60 * SECOND },
      cancels: [
        { max: 80, windowMs: 10 * SECOND },
        { max: 200, windowMs: 60 * SECOND },
      ],
    });
    expect(operations.filter(({ orders }) => orders?.market === "spot")).toEqual([]);
  });

  test("Futures: place 50 per min, cancel 50 per min, per account and exact when everything comes at once", async () => {
    const { placements, cancels } = limitProfiles.seed;
    for (const each of [placements, cancels]) expect(each).toEqual({ max: 50, windowMs: 60_000 });
    const lasting = {
      placements: { ...placements, windowMs: 3_600_000 },
      cancels: { ...cancels, windowMs: 3_600_000 },
    };
    const seed = await open({ limits: { ...limitProfiles.seed, perOperation: undefined, ...lasting } });
    const first = aliceOf(seed);
    const second = await holder(seed, "second", ALICE);
    const other = new Client(seed.baseUrl, seed.accounts[1]!);
    const statuses = async (requests: Promise<{ status: number }>[]) => {
      const counts: Record<number, number> = {};
      for (const { status } of await Promise.all(requests)) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    };
    const many = Array.from({ length: 60 });
    const placed = await statuses(
      many.flatMap(() => [first, second].map((who) => who.post("order/placeOrder", order))),
    );
    expect(placed).toEqual({ 200: 50, 429: 70 });
    expect((await first.get("order/current")).body).toHaveLength(50);
    const canceled = await statuses(
      many.flatMap(() => [first, second].map((who) => who.post("order/cancel_order", { orderId: "12" }))),
    );
    expect(canceled).toEqual({ 400: 50, 429: 70 });
    expect((await other.post("order/placeOrder", order)).status).toBe(200);
    await seed.stop();
  });

  test("weights: 1000 per account in 10 s, exact when everything comes at once", async () => {
    const seed = await open({
      limits: { ...limitProfiles.off, name: "uid", uidWeight: { max: 1_000, windowMs: 3_600_000 } },
    });
    const keys = [aliceOf(seed), await holder(seed, "second", ALICE)];
    const replies = await Promise.all(
      Array.from({ length: 55 }, () => keys.map((who) => who.get("order/history"))).flat(),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(100);
    const refused = replies.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({
      code: "429",
      msg: expect.stringContaining("UID weight 1000 of 1000"),
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await seed.stop();
  });

  test("createOrderRateLimitPerMinute", async () => {
    const account = String(ALICE + 1);
    await control(venue, "accounts/settings", { account, orderRateLimitPerMinute: 2 });
    expect((await bob.get("account/getAccounts")).body.account.createOrderRateLimitPerMinute).toBe(2);
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await bob.post("order/placeOrder", order)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await bob.post("order/placeOrder", order)).body.msg).toContain(
      "createOrderRateLimitPerMinute 2 of 2",
    );
    await control(venue, "accounts/settings", { account, orderRateLimitPerMinute: 0 });
    expect((await bob.post("order/placeOrder", order)).status).toBe(200);
    await bob.post("order/cancelAllOrders");
  });

  test.each([
    ["order/placeOrder", "client_oid", order],
    ["order/plan_order", "client_oid", plan],
    ["order/placeTpSlOrder", "clientOrderId", tpSl],
  ] as const)("%s: %s of at most 40 characters, no special characters", async (path, field, body) => {
    const code = async (id: string) => {
      const reply = await alice.post(path, { ...body, [field]: id });
      return reply.status === 200 ? 200 : reply.body.code;
    };
    expect(await code("a".repeat(39) + path.length)).toBe("40020");
    expect(await code(`${"b".repeat(37)}_-${path.length % 10}`)).toBe(200);
    for (const special of ["a b", "a'b", 'a"b', "a;b", "a\nb", "ä", "💥", "a\\b", "a<b"]) {
      expect(await code(special), special).toBe("40020");
    }
    await alice.post("order/cancelAllOrders");
    await alice.post("order/cancelAllOrders", { cancelOrderType: "plan" });
  });
});

describe("network connection: REST and WebSocket, 300 per 5 min per IP", () => {
  const time = (connection: RawConnection) =>
    raw(connection, { method: "GET", url: "/capi/v2/market/time", headers: {}, body: "" });
  /** The status that a handshake on the connection is answered with. */
  const upgraded = async (connection: RawConnection): Promise<number> => {
    connection.socket.write(
      "GET /v2/ws/public HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: test\r\nConnection: Upgrade\r\n" +
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    return (await connection.read(1))[0]!.status;
  };

  test("new TCP connections count, requests on them do not; loopback is counted when strict", async () => {
    const strict = await open({
      limits: { ...limitProfiles.seed, ipWeight: undefined },
      strictConnections: true,
    });
    const connections: RawConnection[] = [];
    // Asked at once: while a busy machine opens the others, the venue would tire of one that says nothing.
    for (const times of [2, 1, 1]) {
      const connection = await RawConnection.open(strict.port);
      connections.push(connection);
      for (let i = 0; i < times; i++) expect((await time(connection)).timestamp).toBeDefined();
    }
    connections.push(
      ...(await Promise.all(Array.from({ length: 297 }, () => RawConnection.open(strict.port)))),
    );
    const over = await RawConnection.open(strict.port);
    expect(await time(over)).toMatchObject({ code: "429", msg: expect.stringContaining("connections") });
    for (const connection of [...connections, over]) connection.close();
    await strict.stop();
  });

  test("an upgrade of a used connection counts, a fresh one was counted already", async () => {
    const connections = { max: 3, windowMs: 3_600_000 };
    const strict = await open({ limits: { ...limitProfiles.off, connections }, strictConnections: true });
    const fresh = await RawConnection.open(strict.port); // 1
    expect(await upgraded(fresh)).toBe(101);
    const used = await RawConnection.open(strict.port); // 2
    await time(used);
    expect(await upgraded(used)).toBe(101); // 3
    const over = await RawConnection.open(strict.port);
    expect(await upgraded(over)).toBe(429);
    fresh.close();
    await strict.stop();
  });

  test("without a connection left an upgrade of a used one is refused", async () => {
    const connections = { max: 1, windowMs: 3_600_000 };
    const strict = await open({ limits: { ...limitProfiles.off, connections }, strictConnections: true });
    const used = await RawConnection.open(strict.port);
    await time(used);
    expect(await upgraded(used)).toBe(429);
    await strict.stop();
  });

  test("loopback is exempt otherwise", async () => {
    const connections = { max: 1, windowMs: 3_600_000 };
    const usual = await open({ limits: { ...limitProfiles.off, connections } });
    const both = await Promise.all([RawConnection.open(usual.port), RawConnection.open(usual.port)]);
    for (const connection of both) expect((await time(connection)).timestamp).toBeDefined();
    for (const connection of both) connection.close();
    await usual.stop();
  });
});

describe("versioning: sunset on Sep 30", () => {
  test("announced by a setting, on successes and refusals", async () => {
    const sunset = await open({ sunset: true });
    const client = aliceOf(sunset);
    for (const reply of [await client.get("account/assets"), await client.get("order/detail?orderId=1")]) {
      expect(reply.headers.get("deprecation")).toBe("@1767225600");
      expect(reply.headers.get("sunset")).toBe("Wed, 30 Sep 2026 00:00:00 GMT");
      expect(reply.headers.get("link")).toBe('</docs>; rel="deprecation"; type="text/html"');
    }
    const reply = await fetch(`${sunset.baseUrl}/openapi.json`);
    const document = (await reply.json()) as { readonly info: object };
    expect(document.info).toMatchObject({
      version: "V2, V3, fapi",
      description: expect.stringContaining("V2 is sunset on 2026-09-30"),
    });
    await sunset.stop();
  });

  test("not announced by default", async () => {
    expect((await alice.get("account/assets")).headers.get("sunset")).toBeNull();
  });
});

describe("settings-style acknowledgements", () => {
  test.each([
    ["account/leverage", { symbol: "cmt_ethusdt", marginMode: 1, longLeverage: "10" }],
    ["account/position/changeHoldModel", { symbol: "cmt_ethusdt", marginMode: 1 }],
  ])("%s", async (path, body) => {
    const { text } = await alice.post(path, body);
    expect(text).toBe(`{"msg":"success","requestTime":${venue.clock.now()},"code":"200"}`);
  });

  test.each(["longLeverage", "shortLeverage"])("account/leverage below 1 names %s", async (side) => {
    const { body } = await alice.post("account/leverage", { symbol: BTC, marginMode: 1, [side]: "0.1" });
    expect(body).toMatchObject({ code: "40020", msg: `Parameter ${side} is invalid: 0.10 is below 1.00` });
  });

  test("order/modifyTpSlOrder and order/uploadAiLog: the 00000 envelope", async () => {
    const [{ orderId }] = (await alice.post("order/placeTpSlOrder", tpSl)).body;
    const entry = { stage: "s", model: "m", input: {}, output: {}, explanation: "e" };
    for (const [path, body] of [
      ["order/modifyTpSlOrder", { orderId, triggerPrice: "61500" }],
      ["order/uploadAiLog", entry],
    ] as const) {
      const { text } = await alice.post(path, body);
      expect(text).toBe(`{"code":"00000","msg":"success","requestTime":${venue.clock.now()},"data":""}`);
    }
  });
});

/** Sends a request on a connection that stays open, and reads one answer. */
async function raw(
  connection: RawConnection,
  {
    method,
    url,
    headers,
    body,
  }: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string },
): Promise<Readonly<Record<string, string>>> {
  const path = url.replace(/^http:\/\/[^/]*/, "");
  connection.write([{ method, path, headers, body: Buffer.from(body) }]);
  return JSON.parse((await connection.read(1))[0]!.text);
}
