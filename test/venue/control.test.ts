import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { ControlOperation } from "../../src/service/gateway/control/index.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import type { Reply } from "./client.ts";
import { Client, look } from "./client.ts";
import { control as controlOf } from "./control.ts";
import { LIMIT } from "./limitOrder.ts";
import { venueOfFile, venueOfTest } from "./venueOfTest.ts";

/** The control surface as a test suite in any language uses it: over HTTP. */

const venue = await venueOfFile({ prices: { btc: 60_000 } });

const control = (path: string, body?: object | string, on = venue) => controlOf(on, path, body);

test("a venue audits itself, and says so", async () => {
  let audit = (await control("audit")).body;
  while (audit.passes === 0) audit = (await control("audit")).body;
  expect(audit).toMatchObject({ running: true, violations: 0, broken: null });
  expect(audit.lastPass.seq).toBeGreaterThan(0);
  expect((await control("status")).body.audit).toMatchObject({ running: true, violations: 0 });
  const metrics = await (await fetch(`${venue.controlUrl}/metrics`)).text();
  expect(metrics).toMatch(/^outcry_audit_passes_total [1-9]/m);
  expect(metrics).toMatch(/^outcry_audit_violations 0$/m);
});

describe("who may come in", () => {
  test.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["another token", { authorization: "Bearer wrong" }],
    ["a longer token", { authorization: "Bearer TOKENx" }],
    ["another scheme", { authorization: "Basic TOKEN" }],
    ["no token", { authorization: "Bearer " }],
  ])("%s: 401 on every operation, and nothing happens", async (_name, headers) => {
    const before = venue.engine.headSeq;
    for (const { method, path } of controlOperations) {
      const sent = Object.entries(headers).map(([name, value]) => [
        name,
        value.replace("TOKEN", venue.adminToken),
      ]);
      const response = await fetch(venue.controlUrl + path, { method, headers: Object.fromEntries(sent) });
      expect(response.status, path).toBe(401);
      expect(await response.json()).toMatchObject({ code: "401" });
    }
    expect(venue.engine.headSeq).toBe(before);
    expect(venue.engine.state).toBe("running");
  });

  test("a page of another name does not reach control, and no answer invites other origins", async () => {
    const { request } = await import("node:http");
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: "evil.example", authorization: `Bearer ${venue.adminToken}` };
      request(`${venue.controlUrl}/control/status`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(421);
    const response = await fetch(`${venue.controlUrl}/control/status`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${venue.adminToken}`, origin: "http://evil.example" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("bad input", () => {
  /** Whose record of refusals may fill up: only so many a minute are kept. */
  let flooded: Venue;
  beforeAll(async () => {
    flooded = await startVenue({ prices: { btc: 60_000 } });
  });
  afterAll(() => flooded.stop());

  const wild = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(
      "-1",
      "0",
      "1e9",
      "9007199254740993",
      "99999999999999999999",
      "0.000000001",
      "NaN",
      "cmt_btcusdt",
    ),
    fc.array(fc.oneof(fc.string(), fc.integer(), fc.object({ maxDepth: 1 })), { maxLength: 3 }),
    fc.object({ maxDepth: 2 }),
  );
  // Stopping, starting over, and moving time by up to a year, are what they are for.
  // Backup and bundle make the directory that they are told, whatever its name.
  const harmless = controlOperations.filter(
    ({ path }) => !/\/clock\/|\/(stop|reset|backup|bundle)$/.test(path),
  );

  test("is answered in the interface's form, never with a 5xx, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...harmless),
        fc.infiniteStream(wild),
        fc.boolean(),
        async (operation, values, hasExtra) => {
          const names = Object.keys(operation.parameters);
          if (hasExtra) names.push("unknown");
          const given = Object.fromEntries(names.map((name) => [name, values.next().value]));
          const { status, body } = await send(operation, given);
          expect(status, JSON.stringify({ path: operation.path, given, body })).toBeLessThan(500);
          if (status !== 200)
            expect(body).toMatchObject({ code: expect.any(String), msg: expect.any(String), data: null });
        },
      ),
      { numRuns: 400 },
    );
    expect(flooded.engine.state).toBe("running");
    flooded.engine.audit();
  });

  test.each<[object | string, RegExp]>([
    ["{", /not valid JSON/],
    ["[]", /not an object/],
    ['{"account":"demo-1","account":"demo-2","amount":"1"}', /twice/],
    [{ amount: "1" }, /account must not be blank/],
    [{ account: "demo-1" }, /amount must not be blank/],
    [{ account: "", amount: "1" }, /account cannot be empty/],
    [{ account: "demo-1", amount: "-5" }, /amount is invalid: it must be above 0, got '-5'/],
    [{ account: "demo-1", amount: "1", memo: "x" }, /'memo' is not known here: it takes account, amount/],
  ])("%j leaves a record of its refusal, and nothing else", async (body, message) => {
    const before = venue.engine.headSeq;
    const answer = await control("money/deposit", body);
    expect(answer.status).toBe(400);
    expect(answer.body.msg).toMatch(message);
    const { entries } = (await control(`journal?after=${before}`)).body;
    expect(entries).toMatchObject([{ command: "act", by: "admin", outcome: answer.body.msg }]);
  });

  function send({ method, path }: ControlOperation, given: object): Promise<Reply> {
    const name = path.slice("/control/".length);
    if (method === "POST") return control(name, given, flooded);
    const texts = Object.entries(given).map(([key, value]) => [
      key,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]);
    return control(`${name}?${new URLSearchParams(Object.fromEntries(texts))}`, undefined, flooded);
  }
});

describe("what it does is what clients then see", () => {
  test("an amount too exact for a double arrives to the last digit", async () => {
    await control("accounts/open", { name: "exact" });
    const { body } = await control("money/deposit", '{"account":"exact","amount":12345678901.00000001}');
    expect(body.wallet).toBe("12345678901.00000001");
  });

  test("an index above the contract's highest price is refused with it", async () => {
    const { status, body } = await control("prices/push", { prices: { btc: "900720" } });
    expect(status).toBe(400);
    expect(body.msg).toContain(
      "a price of cmt_btcusdt is at most 900719.9, its contract's highest price, got 900720",
    );
  });

  test("more money than the venue may hold is refused with the bound", async () => {
    await control("accounts/open", { name: "greedy" });
    for (const amount of ["9007199254740991", "5000000000000000"]) {
      const { status, body } = await control("money/deposit", { account: "greedy", amount });
      expect(status).toBe(400);
      expect(body.msg).toMatch(/^the venue holds at most 1000000000000 of a coin.* were asked$/);
    }
    await venue.engine.audit();
  });

  test("a frozen account reads and does not trade", async () => {
    const client = new Client(venue.baseUrl, venue.accounts[1]!);
    await control("accounts/settings", { account: "demo-2", status: "frozen" });
    expect((await client.get("account/assets")).status).toBe(200);
    const cancelAll = () => client.post("order/cancelAllOrders", { cancelOrderType: "normal" });
    expect((await cancelAll()).body.code).toBe("40013");
    await control("accounts/settings", { account: "demo-2", status: "normal" });
    expect((await cancelAll()).status).toBe(200);
  });

  test("a pending deposit is shown until it is settled", async () => {
    const { body } = await control("money/begin", { movement: "deposit", to: "demo-2", amount: "7" });
    const pending = { movement: body.movement, kind: "deposit", amount: "7" };
    expect((await control("money/pending")).body).toMatchObject([pending]);
    await control("money/settle", { movement: body.movement, complete: false });
    expect((await control("money/pending")).body).toEqual([]);
    expect((await control("money/settle", { movement: body.movement })).body.msg).toMatch(
      /no movement \d+ is pending/,
    );
  });

  test("a contract is listed, priced, traded by clients, and halted", async () => {
    await control("contracts/add", { symbol: "cmt_foousdt", priceDecimals: 2, sizeDecimals: 1, price: "10" });
    const listed = (await look(venue.baseUrl, "contracts?symbol=cmt_foousdt")).body;
    expect(listed).toMatchObject([{ symbol: "cmt_foousdt" }]);
    const client = new Client(venue.baseUrl, venue.accounts[0]!);
    const order = { ...LIMIT, symbol: "cmt_foousdt", size: "1", price: "9.95" };
    expect((await client.post("order/placeOrder", { ...order, client_oid: "foo-1" })).status).toBe(200);
    await control("contracts/status", { symbol: "foo", status: "halted" });
    expect((await client.get("order/current?symbol=cmt_foousdt")).body).toEqual([]);
    expect((await client.post("order/placeOrder", { ...order, client_oid: "foo-2" })).body.msg).toContain(
      "suspended",
    );
  });

  test("a step is a barrier: what falls due in it has happened when it returns", async () => {
    const { time } = (await control("clock")).body;
    await control("accounts/settings", { account: "demo-1", orderDelayMs: 500 });
    const client = new Client(venue.baseUrl, venue.accounts[0]!);
    await client.post("order/placeOrder", { ...LIMIT, client_oid: "late", price: "59900" });
    const orders = async () => (await control("orders?account=demo-1")).body;
    expect(await orders()).toMatchObject([{ clientId: "late", state: "pending" }]);
    const stepped = (await control("clock/step", { ms: 500 })).body;
    expect(stepped).toMatchObject({ mode: "frozen", time: time + 500 });
    expect(await orders()).toMatchObject([{ clientId: "late", state: "open" }]);
    expect((await control("clock/step", { time })).body.msg).toMatch(/market time is \d+ already/);
    expect((await control("clock/step", { ms: 1, time })).status).toBe(400);
    expect((await control("clock/wall")).status).toBe(404);
  });

  test("limits are lifted for one account at run time", async () => {
    const cancels = { max: 50, windowMs: 3_600_000 };
    const limited = await venueOfTest({ limits: { ...limitProfiles.seed, cancels } });
    const client = new Client(limited.baseUrl, limited.accounts[0]!);
    const cancelMany = async () => {
      const statuses: number[] = [];
      for (let i = 0; i < 60; i++)
        statuses.push((await client.post("order/cancel_order", { orderId: `${i + 1}` })).status);
      return statuses;
    };
    expect(await cancelMany()).toContain(429);
    await control("limits/exempt", { account: "demo-1" }, limited);
    expect(await cancelMany()).not.toContain(429);
    expect((await control("limits", undefined, limited)).body).toMatchObject({ profile: { name: "seed" } });
  });

  test("uploads are readable", async () => {
    const client = new Client(venue.baseUrl, venue.accounts[0]!);
    const entry = { stage: "plan", model: "m1", input: { a: 1 }, output: { b: [2] }, explanation: "because" };
    const uploaded = await client.post("order/uploadAiLog", entry);
    expect(uploaded.status, uploaded.text).toBe(200);
    expect((await control("uploads?account=demo-1")).body).toMatchObject([
      { stage: "plan", model: "m1", explanation: "because" },
    ]);
  });

  test("metrics: figures for requests and the engine, without a token", async () => {
    const client = new Client(venue.baseUrl, venue.accounts[1]!);
    const order = { symbol: "cmt_btcusdt", size: "0.01", type: "1", order_type: "0", match_price: "0" };
    expect((await client.post("order/placeOrder", { ...order, price: "59900" })).status).toBe(200);
    const text = await (await fetch(`${venue.controlUrl}/metrics`)).text();
    expect((await fetch(`${venue.controlUrl}/metrics`, { method: "HEAD" })).status).toBe(200);
    expect(text).toContain(`outcry_durable_seq ${venue.engine.durableSeq}\n`);
    expect(text).toContain("outcry_up 1\n");
    expect(text).toMatch(
      /outcry_request_seconds_count\{operation="\/capi\/v2\/order\/placeOrder",status="200",code=""\} \d+\n/,
    );
    expect(text).toContain("process_resident_memory_bytes");
  });
});

test("two venues in one process have metrics, tokens and limits of their own", async () => {
  const [a, b] = [await venueOfTest(), await venueOfTest()];
  expect(a.adminToken).not.toBe(b.adminToken);
  await control("limits/use", { profile: "seed" }, a);
  expect((await control("limits", undefined, b)).body.profile.name).toBe("off");
  await look(a.baseUrl, "time");
  expect(await (await fetch(`${b.controlUrl}/metrics`)).text()).not.toContain("/capi/v2/market/time");
});

test("stopped through control, the venue says so to its program", async () => {
  const other = await startVenue();
  expect((await control("stop", {}, other)).body).toMatchObject({ stopping: true });
  await other.stopped;
  expect(other.engine.state).toBe("stopped");
  await expect(fetch(`${other.baseUrl}/health`)).rejects.toThrow();
});
