import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { FaultKind } from "../../src/interface/wire/control/index.ts";
import { faultKinds } from "../../src/interface/wire/control/index.ts";
import { parseScenario } from "../../src/movers/feeds/index.ts";
import { banner } from "../../src/workbench/cli/serve/banner.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, look, send } from "./client.ts";
import { FaultDesk, hear } from "./faultyVenue.ts";
import { LIMIT } from "./limitOrder.ts";
import { Pushes } from "./pushes.ts";
import { venueOfFile, venueOfTest } from "./venueOfTest.ts";

/*
 * What is made to go wrong with requests, as a client sees it. After each test every rule of the state is
 * checked: nothing of what a client is told or not told has reached the books.
 */

const venue = await venueOfFile({ accounts: [{ name: "bot" }, { name: "other" }], prices: { btc: 60_000 } });
const faults = new FaultDesk(venue);
const [bot, other] = venue.accounts.map((key) => new Client(venue.baseUrl, key)) as [Client, Client];
afterEach(() => faults.clearAndAudit());

const order = (client_oid: string) => ({ ...LIMIT, client_oid, price: "50000" });

/** Client ids of the bot's orders that rest. */
async function resting(): Promise<readonly string[]> {
  const { body } = await bot.get("order/current?symbol=cmt_btcusdt");
  return body.map((each: { readonly client_oid: string }) => each.client_oid).toSorted();
}

describe("a request is refused before it is judged", () => {
  test.each([
    ["rate-limited", { retryAfter: 7 }, 429, "429", "Too many requests"],
    ["server-error", {}, 500, "500", "Internal error"],
    ["server-error", { status: 503 }, 503, "503", "Service unavailable"],
    ["maintenance", { retryAfter: 7 }, 503, "503", "Service unavailable: the venue is under maintenance"],
    ["key-inactive", {}, 400, "40006", "Invalid ACCESS_KEY: the key is not effective yet"],
  ])("%s %j", async (kind, said, status, code, msg) => {
    const before = await resting();
    const { fault } = await faults.add(kind, { ...said, routes: ["orders.place"] });
    const reply = await bot.post("order/placeOrder", order(`refused-${fault}`));
    expect(reply).toMatchObject({ status, body: { code, msg, data: null } });
    expect(reply.headers.get("retry-after")).toBe("retryAfter" in said ? "7" : null);
    expect(await faults.lastReason()).toBe(`fault ${fault}, ${kind}: ${msg}`);
    expect(await resting()).toEqual(before);
    expect(await faults.find(kind)).toMatchObject({ met: 1, injected: 1, last: [1], over: false });
  });

  test("over V3 in the form of V3", async () => {
    await faults.add("rate-limited", { routes: ["/capi/v3/*"] });
    const reply = await bot.get("/capi/v3/account/balance");
    expect(reply.status).toBe(429);
    expect(reply.body).toMatchObject({
      status: 429,
      error: "Too Many Requests",
      path: "/capi/v3/account/balance",
    });
  });

  test("account-restricted: 40753, and cancellations pass", async () => {
    await bot.post("order/placeOrder", order("to-cancel"));
    await faults.add("account-restricted", { accounts: ["bot"] });
    expect(await bot.post("order/placeOrder", order("no"))).toMatchObject({
      status: 400,
      body: { code: "40753" },
    });
    expect(await bot.get("account/getAccounts")).toMatchObject({ status: 400, body: { code: "40753" } });
    expect((await other.get("account/getAccounts")).status).toBe(200);
    expect((await look(venue.baseUrl, "time")).status).toBe(200);
    expect((await bot.post("order/cancel_order", { clientOid: "to-cancel" })).body).toMatchObject({
      result: true,
    });
    expect(await faults.find("account-restricted")).toMatchObject({ met: 2, injected: 2 });
  });

  test("clock-skew: a stamp of the true time has expired, one by the venue's own time has not", async () => {
    await faults.add("clock-skew", { ms: 60_000 });
    const refused = await bot.get("account/getAccounts");
    expect(refused).toMatchObject({ status: 400, body: { code: "40008" } });
    const { body } = await look(venue.baseUrl, "time");
    expect(body.timestamp).toBe(venue.engine.now() + 60_000);
    const corrected = bot.sign("GET", "account/getAccounts", "", Date.now() + 60_000);
    expect((await send(corrected)).status).toBe(200);
    const path = "/v2/ws/private";
    await expect(new Pushes(venue.wsUrl, path, bot.key).subscribe("orders")).rejects.toThrow("no socket");
    const pushes = new Pushes(venue.wsUrl, path, bot.key, Date.now() + 60_000);
    await pushes.subscribe("orders");
    pushes.close();
  });

  test("edge-page: HTML with a status that no venue's own answer has", async () => {
    const { fault } = await faults.add("edge-page", { routes: ["orders.place"] });
    const { text } = await hear(bot.sign("POST", "order/placeOrder", JSON.stringify(order("page"))));
    expect(text).toMatch(/^HTTP\/1\.1 521 Web Server Is Down\r\n/);
    expect(text).toMatch(/\r\nContent-Type: text\/html; charset=UTF-8\r\n/);
    expect(text).toMatch(/\r\n\r\n<!DOCTYPE html>[\s\S]*<h1>Error 521 Web Server Is Down<\/h1>/);
    expect(await faults.lastReason()).toBe(`fault ${fault}, edge-page: the edge answered with 521`);
    expect(await resting()).not.toContain("page");
  });

  test("and the handshake of a socket, too", async () => {
    const handshake = {
      method: "GET" as const,
      url: `${venue.baseUrl}/v2/ws/public`,
      headers: {
        "User-Agent": "test",
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      },
      body: "",
    };
    await faults.add("rate-limited", { routes: ["/v2/ws/*"], count: 1, retryAfter: 3 });
    await faults.add("edge-page", { routes: ["/v2/ws/public"], nth: 2 });
    const refused = await hear(handshake);
    expect(refused.text).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n[\s\S]*\r\nretry-after: 3\r\n/);
    expect((await hear(handshake)).text).toMatch(/^HTTP\/1\.1 521 /);
  });
});

describe.each(["plain", "node"] as const)(
  "an answer goes wrong, of a request for the reader %s",
  (reader) => {
    const orderId = (text: string): string => /"order_id":"(\d+)"/.exec(text)?.[1] ?? "none";

    test("answer-lost: the order rests, the connection is reset; the same bytes give its answer again", async () => {
      const { fault } = await faults.add("answer-lost", { routes: ["orders.place"], nth: 1 });
      const signed = bot.sign("POST", "order/placeOrder", JSON.stringify(order(`lost-${reader}`)));
      expect(await hear(signed, reader)).toEqual({ text: "", pieces: [], end: "reset" });
      expect(await faults.lastReason()).toBe(`fault ${fault}, answer-lost`);
      expect(await resting()).toContain(`lost-${reader}`);
      const again = await send(signed);
      expect(again).toMatchObject({ status: 200, body: { client_oid: `lost-${reader}` } });
      expect((await resting()).filter((each) => each === `lost-${reader}`)).toHaveLength(1);
    });

    test("half-closed: the venue ends its side without a word, and nothing was done", async () => {
      await faults.add("half-closed", { routes: ["orders.place"] });
      const signed = bot.sign("POST", "order/placeOrder", JSON.stringify(order(`half-${reader}`)));
      expect(await hear(signed, reader)).toEqual({ text: "", pieces: [], end: "closed" });
      expect(await resting()).not.toContain(`half-${reader}`);
    });

    test("cut: the head names more bytes than come; the order rests", async () => {
      await faults.add("cut", { routes: ["orders.place"], bytes: 9 });
      const signed = bot.sign("POST", "order/placeOrder", JSON.stringify(order(`cut-${reader}`)));
      const { text, end } = await hear(signed, reader);
      const [head, body] = text.split("\r\n\r\n") as [string, string];
      expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(Number(/content-length: (\d+)/.exec(head)![1])).toBeGreaterThan(30);
      expect([body.length, end]).toEqual([9, "closed"]);
      expect(await resting()).toContain(`cut-${reader}`);
    });

    test("slow: the body comes bit by bit, and whole", async () => {
      await faults.add("slow", { routes: ["orders.place"], ms: 50 });
      const signed = bot.sign("POST", "order/placeOrder", JSON.stringify(order(`slow-${reader}`)));
      const heard = await hear(signed, reader);
      expect(heard.pieces.length).toBeGreaterThan(2);
      expect(heard.pieces[0]).not.toContain("order_id");
      expect(orderId(heard.text)).toMatch(/^\d+$/);
      expect(await resting()).toContain(`slow-${reader}`);
    });
  },
);

test("stale: an answer is what it was at first, to who may see it, until the fault is removed", async () => {
  const { fault } = await faults.add("stale", { routes: ["market.depth"] });
  const depth = () => look(venue.baseUrl, "depth?symbol=cmt_btcusdt&limit=15");
  const before = (await depth()).text;
  await bot.post("order/placeOrder", { ...order("new-level"), price: "51000" });
  expect((await depth()).text).toBe(before);
  await faults.call("faults/remove", { fault });
  expect((await depth()).text).toContain("51000");
});

describe("when", () => {
  /** Statuses of so many reads, one after the other. */
  async function statuses(reads: number): Promise<string> {
    const seen: string[] = [];
    for (let i = 0; i < reads; i++) seen.push((await look(venue.baseUrl, "time")).status === 200 ? "." : "x");
    return seen.join("");
  }

  test.each([
    [{ every: 3 }, "..x..x..x"],
    [{ nth: 2 }, ".x......."],
    [{ every: 2, count: 2 }, ".x.x....."],
    [{ probability: "0.5", seed: 7 }, ""],
  ])("%j", async (when, seen) => {
    await faults.add("rate-limited", { ...when, routes: ["market.time"] });
    const first = await statuses(9);
    if (seen !== "") expect(first).toBe(seen);
    await faults.call("faults/remove", {});
    await faults.add("rate-limited", { ...when, routes: ["market.time"] });
    expect(await statuses(9)).toBe(first);
  });

  test("one seed draws one sequence, another one another", async () => {
    const drawn = async (seed: number): Promise<readonly number[]> => {
      await faults.call("faults/remove", {});
      await faults.add("server-error", { probability: "0.3", seed, routes: ["market.time"] });
      await statuses(30);
      return (await faults.find("server-error")).last;
    };
    const one = await drawn(1);
    expect(one.length).toBeGreaterThan(2);
    expect(await drawn(1)).toEqual(one);
    expect(await drawn(2)).not.toEqual(one);
  });

  test("a window of market time", async () => {
    const from = venue.engine.now() + 1_000;
    await faults.add("maintenance", { routes: ["market.*"], from, until: from + 1_000 });
    expect(await statuses(1)).toBe(".");
    await venue.step(1_000);
    expect(await statuses(1)).toBe("x");
    expect(await faults.find("maintenance")).toMatchObject({ met: 1, over: false });
    await venue.step(1_000);
    expect(await statuses(1)).toBe(".");
    expect(await faults.find("maintenance")).toMatchObject({ met: 1, over: true });
  });

  test("two that strike one request both count it, and the first refusal is told", async () => {
    const one = await faults.add("rate-limited", { routes: ["market.time"] });
    const two = await faults.add("server-error", { routes: ["market.time"], nth: 2 });
    expect(await statuses(2)).toBe("xx");
    expect(await faults.lastReason()).toBe(
      `fault ${one.fault}, rate-limited; fault ${two.fault}, server-error: Too many requests`,
    );
    expect(await faults.find("server-error")).toMatchObject({ met: 2, injected: 1, last: [2] });
  });
});

test("faults are for the keys and accounts that they name", async () => {
  await faults.add("rate-limited", { keys: [other.key.apiKey] });
  expect((await other.get("account/getAccounts")).status).toBe(429);
  expect((await bot.get("account/getAccounts")).status).toBe(200);
  expect((await look(venue.baseUrl, "time")).status).toBe(200);
});

test("what is made to go wrong is shown: status, health, metrics; and no longer, once it is over", async () => {
  const { fault } = await faults.add("slow", { routes: ["orders.place"], accounts: ["bot"], ms: 20, nth: 1 });
  const what = "answered piece by piece (20 ms): number 1 of the requests to orders.place";
  expect(await faults.find("slow")).toMatchObject({
    what: `${what} for bot`,
    said: { kind: "slow", routes: ["orders.place"], accounts: ["bot"], ms: 20, nth: 1 },
  });
  const health = async () => (await fetch(`${venue.baseUrl}/health`)).json();
  expect((await faults.call("status")).body.disturbances).toEqual([{ by: "fault", id: fault, what }]);
  expect(await health()).toMatchObject({ disturbances: [{ by: "fault", id: fault, what }] });
  await bot.post("order/placeOrder", order("shown"));
  expect((await faults.call("status")).body.disturbances).toEqual([]);
  expect(await health()).toMatchObject({ status: "ok", disturbances: [] });
  expect(await (await fetch(`${venue.controlUrl}/metrics`)).text()).toMatch(
    /^outcry_faults_injected_total\{kind="slow"\} [1-9]\d*$/m,
  );
});

test("docs/faults.md has every kind with what it strikes and takes", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/faults.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| ([a-z, ]+) \| (?:(.*?) )?\| \[/gm)].map(
    ([, name, strikes, takes = ""]) => [name, strikes, takes],
  );
  const kinds = Object.entries(faultKinds).map(([name, kind]: readonly [string, FaultKind]) => [
    name,
    kind.to.join(", "),
    [
      ...(kind.ms === undefined ? [] : [`\`ms\` ${kind.ms.min} to ${kind.ms.max}`]),
      ...(kind.statuses === undefined ? [] : [`\`status\` ${kind.statuses.join(", ")}`]),
      ...(kind.takes ?? []).map((each) => `\`${each}\``),
    ].join("; "),
  ]);
  expect(rows).toEqual(kinds);
});

describe("from the start on", () => {
  const scenario = (...faults: readonly Readonly<Record<string, unknown>>[]) =>
    parseScenario({ participants: false, prehistory: 0, faults }, () => Promise.reject(new Error("no file")));

  test("a scenario has its faults set, its banner says so, and after a reset they count from their beginning", async () => {
    const begun = await venueOfTest({
      market: await scenario({ kind: "server-error", routes: ["market.time"], nth: 2, accounts: [] }),
    });
    const what = "refused with a 5xx of the venue: number 2 of the requests to market.time";
    const shown = { venue: begun, options: {}, downMs: 0, symbol: "cmt_btcusdt", isColoured: false };
    expect(banner({ ...shown, disturbances: await begun.gateway.disturbances() })).toContain(
      `Goes wrong  fault 1: ${what}\n`,
    );
    const seen = async () => [
      (await look(begun.baseUrl, "time")).status,
      (await look(begun.baseUrl, "time")).status,
    ];
    expect(await seen()).toEqual([200, 500]);
    expect(await begun.faults()).toMatchObject([{ fault: 1, what, met: 2, injected: 1 }]);
    expect(begun.scenario.moments).toMatchObject([{ path: "faults.0", state: "done" }]);
    await begun.fault({ kind: "slow", ms: 1, nth: 1 });
    await begun.reset();
    expect(await begun.faults()).toMatchObject([{ fault: 1, met: 0, injected: 0, last: [] }]);
    expect(await seen()).toEqual([200, 500]);
    await begun.fault({ kind: "rate-limited", routes: ["market.time"], every: 1 });
    expect(await seen()).toEqual([429, 429]);
    expect(await begun.removeFault(2)).toMatchObject([{ fault: 1 }]);
    expect(await begun.removeFault()).toEqual([]);
  });

  test("what a scenario does not have ends with the venue; what it has begins again", async () => {
    const data = temporaryDirectory();
    const options = { data, market: await scenario({ kind: "cut", routes: ["market.time"] }) };
    const first = await startVenue(options);
    await first.fault({ kind: "answer-lost", nth: 3 });
    await first.removeFault(1);
    expect((await first.faults()).map(({ kind }) => kind)).toEqual(["answer-lost"]);
    await first.stop();
    const second = await venueOfTest(options);
    expect((await second.faults()).map(({ fault, kind }) => [fault, kind])).toEqual([[1, "cut"]]);
  });

  test("a venue stops though a fault holds a connection open", async () => {
    const begun = await startVenue({
      market: await scenario({ kind: "half-closed", routes: ["market.time"] }),
    });
    const socket = connect({ host: "127.0.0.1", port: begun.port, allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    const ended = once(socket.resume(), "end");
    socket.write("GET /capi/v2/market/time HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    await ended;
    await begun.stop();
    await expect(fetch(begun.baseUrl)).rejects.toThrow();
  });

  test.each([
    [{ kind: "slow" }, "faults.1: Parameter ms is invalid: slow takes 1 to 60000"],
    [{ kind: "cut", accounts: ["nobody"] }, "faults.1: Parameter accounts is invalid"],
    [{ kind: "cut", maybe: 1 }, "faults.1: Parameter 'maybe' is not known here"],
  ])("one that is wrong ends the start: %j", async (said, message) => {
    const market = await scenario({ kind: "cut" }, said);
    await expect(startVenue({ market })).rejects.toThrow(message);
  });
});

describe("what does not go together is refused by name, and sets nothing", () => {
  test.each([
    [{ kind: "none" }, "kind"],
    [{ kind: "slow" }, "ms"],
    [{ kind: "slow", ms: 60_001 }, "ms"],
    [{ kind: "clock-skew", ms: 0 }, "ms"],
    [{ kind: "cut", ms: 5 }, "ms"],
    [{ kind: "server-error", status: 521 }, "status"],
    [{ kind: "slow", ms: 5, status: 500 }, "status"],
    [{ kind: "slow", ms: 5, bytes: 5 }, "bytes"],
    [{ kind: "cut", retryAfter: 5 }, "retryAfter"],
    [{ kind: "cut", every: 2, nth: 2 }, "every"],
    [{ kind: "cut", nth: 2, count: 1 }, "count"],
    [{ kind: "cut", probability: "1.1" }, "probability"],
    [{ kind: "cut", probability: "0" }, "probability"],
    [{ kind: "cut", seed: 1 }, "seed"],
    [{ kind: "cut", from: 10, until: 10 }, "until"],
    [{ kind: "cut", routes: ["orders.pay"] }, "routes"],
    [{ kind: "cut", routes: Array.from({ length: 21 }, () => "*") }, "routes"],
    [{ kind: "cut", channels: ["depth*"] }, "channels"],
    [{ kind: "push-dropped", routes: ["*"] }, "routes"],
    [{ kind: "cut", accounts: ["nobody"] }, "accounts"],
  ])("%j: %s", async (said, name) => {
    const { status, body } = await faults.call("faults/add", said);
    expect([status, body.code]).toEqual([400, "40020"]);
    expect(body.msg).toContain(`Parameter ${name} is invalid`);
    expect((await faults.call("faults")).body).toEqual([]);
  });

  test("a fault that there is none of is not removed", async () => {
    const { status, body } = await faults.call("faults/remove", { fault: 9_999 });
    expect([status, body.msg]).toEqual([400, expect.stringContaining("there is no fault 9999")]);
  });

  test("no more than 32 at a time", async () => {
    for (let i = 0; i < 32; i++) await faults.add("cut", { routes: ["orders.place"], nth: 1 });
    expect((await faults.call("faults/add", { kind: "cut" })).status).toBe(400);
    expect((await faults.call("faults")).body).toHaveLength(32);
  });
});
