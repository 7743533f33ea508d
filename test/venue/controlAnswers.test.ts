import { createHmac } from "node:crypto";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startReplay } from "../../src/assembly/venue/replay/startReplay.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { defaultScenario } from "../../src/movers/feeds/index.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";
import { type Examples, moduleOf, shortened } from "../conformance/example-recorder.ts";
import { MASTER_KEY } from "../conformance/key-holders.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * What OpenAPI says of the answers of control holds of the answers themselves: every operation is called in a
 * market in which something happened, each answer is checked against the schema that is published for it, and
 * every field that a schema names was met.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON documents and answers of every shape
type Json = any;

/** The public half of RFC 8410, 10.1. */
const PUBLIC_KEY =
  "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n";

let venue: Venue;
/** Whose control is called. */
let called: Pick<Venue, "controlUrl" | "adminToken">;
let schemas: ReadonlyMap<string, Json>;
const checks = new Map<string, ValidateFunction>();
const met = new Map<string, Set<string>>();
/** The first call of every operation with its answer. */
const examples: Examples = {};

/** Files are read by test/venue/accountExport.test.ts. */
const answersJson = ({ sends }: (typeof controlOperations)[number]) => sends === undefined;

async function open(): Promise<void> {
  const wanted = { wallet: "0" };
  venue = await venueOfTest({
    data: temporaryDirectory(),
    clock: "test",
    masterKey: MASTER_KEY,
    accounts: [
      { name: "long", balance: "1000" },
      { name: "short", balance: "100000" },
      { name: "agent" },
      { name: "risky", balance: "700" },
    ],
    prices: { btc: 60_000 },
    market: {
      ...defaultScenario("empty"),
      prehistory: 0,
      timeline: [{ type: "expect", path: "timeline.0", atMs: 0, operation: "fund", given: {}, wanted }],
    },
    requests: "all",
    strictConnections: true,
    selfService: true,
  });
  called = venue;
  const document: Json = await (await fetch(`${venue.baseUrl}/openapi.json`)).json();
  schemas = new Map(
    controlOperations
      .filter(answersJson)
      .map(({ method, path }) => [
        `${method} ${path.replace("/control/", "")}`,
        document.paths[path][method.toLowerCase()].responses["200"].content["application/json"].schema,
      ]),
  );
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: true });
  ajv.addFormat("decimal", /^-?\d+(\.\d+)?$/);
  ajv.addVocabulary(["example", "components"]);
  for (const [name, schema] of schemas) checks.set(name, ajv.compile(schema));
}

/** Calls an operation and holds its answer against its schema. */
async function call(name: string, input: object = {}): Promise<Json> {
  const [method, path] = name.split(" ") as [string, string];
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
  const response = await fetch(`${called.controlUrl}/control/${path}${method === "GET" ? `?${query}` : ""}`, {
    method,
    headers: { authorization: `Bearer ${called.adminToken}` },
    ...(method === "POST" && { body: JSON.stringify(input) }),
  });
  const answer = await response.json();
  expect([name, response.status, answer]).toEqual([name, 200, expect.anything()]);
  const check = checks.get(name)!;
  expect(check(answer) ? [] : check.errors, `${name}: ${JSON.stringify(answer)}`).toEqual([]);
  gather(answer, "", metBy(name));
  const recorded = `${method} /control/${path}`;
  examples[recorded] ??= { request: stable(input), response: stable(shortened(answer)) };
  return answer;
}

/**
 * Orders that control shows and does not place: a trailing stop, a trigger that ends with its position, and a
 * countdown.
 */
async function followPrices(): Promise<void> {
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  const sells = "symbol=BTCUSDT&side=SELL&positionSide=LONG&algoType=CONDITIONAL&priceProtect=true";
  const sent = [
    `algoOrder?${sells}&clientAlgoId=trails&type=TRAILING_STOP_MARKET&quantity=0.001&callbackRate=1&activatePrice=69000`,
    `algoOrder?${sells}&clientAlgoId=whole&type=STOP_MARKET&closePosition=true&triggerPrice=40000`,
    "countdownCancelAll?symbol=BTCUSDT&countdownTime=86400000",
  ];
  for (const each of sent) expect(await client.post(`/fapi/v1/${each}`)).toMatchObject({ status: 200 });
  const { orders } = await call("GET accounts/show", { account: "long" });
  const trailing = orders.find((each: Json) => each.callbackRate !== undefined).order;
  const wholePosition = orders.find((each: Json) => each.endsWithPosition).order;
  await call("GET orders", { account: "long" });
  for (const order of [trailing, wholePosition]) await call("GET orders/show", { account: "long", order });
  await call("POST orders/amend", { account: "long", order: trailing, size: "0.002" });
  expect(await client.delete("/fapi/v1/algoOpenOrders?symbol=BTCUSDT")).toMatchObject({ status: 200 });
  expect(await client.post("/fapi/v1/countdownCancelAll?symbol=BTCUSDT&countdownTime=0")).toMatchObject({
    status: 200,
  });
}

/**
 * What chance, the host's clock, the build or the pace of the background audit decides, by the names of
 * fields.
 */
const UNSTABLE: Readonly<Record<string, unknown>> = {
  token: "Zm9ydHkgcmFuZG9tIGxldHRlcnMgYW5kIGRpZ2l0cw",
  secret: "Zm9ydHktZWlnaHQgcmFuZG9tIGxldHRlcnMgYW5kIGRpZ2l0cyE",
  passphrase: "c2l4dGVlbiBvZiB0",
  received: "dGhpcnR5LXR3byBieXRlcyBvZiBITUFDLVNIQTI1NiE=",
  digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  format: "90cdd2b9",
  checking: null,
  passes: 1,
  lastPass: { seq: 23, time: Date.UTC(2026, 0, 1), tookMs: 0.412, busyMs: 4.081 },
  uptimeMs: 1_597,
  longestSliceMs: 0.734,
  tookMs: 0.412,
  busyMs: 4.081,
  bytes: 1_167_404,
};
/** Market time begins at it; later than three days after it are the host's times. */
const BEGIN_MS = Date.UTC(2026, 0, 1);
const isHostTime = (ms: number): boolean => ms > BEGIN_MS + 86_400_000 * 3 && ms < BEGIN_MS * 2;

/** An example's value in which `UNSTABLE`, host times, keys and folders are the same in every run. */
function stable(value: Json, name = ""): Json {
  if (name in UNSTABLE) return UNSTABLE[name];
  if (Array.isArray(value)) return value.map((each) => stable(each));
  if (typeof value === "number") return name === "time" || isHostTime(value) ? stableTime(value) : value;
  if (typeof value === "string") {
    if (name === "iso") return new Date(stableTime(Date.parse(value))).toISOString();
    return value
      .replace(/\b\d{13}(?=GET)/g, String(BEGIN_MS))
      .replace(/\bok_\w{24}\b/g, keyName)
      .replace(/^(\/join#|)[A-Za-z0-9]{20}$/, "$1TwentyLettersOfACode")
      .replace(/^.*outcry-test-\w+/, "/var/lib/outcry")
      .replace(/127\.0\.0\.1:\d+/, "127.0.0.1:8787");
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, stable(each, field)]));
}

/**
 * Market time to the second, which a clock that runs still shows when it is answered; the host's as the
 * beginning.
 */
function stableTime(ms: number): number {
  return isHostTime(ms) ? BEGIN_MS : ms - (ms % 1_000);
}

/** Drawn keys by the order in which they were met. */
const keysMet: string[] = [];
function keyName(key: string): string {
  if (!keysMet.includes(key)) keysMet.push(key);
  return `ok_${"Example".padEnd(23, "0")}${keysMet.indexOf(key) + 1}`;
}

/** What was met of an operation's answer; operations that publish the same schema share it. */
function metBy(name: string): Set<string> {
  const schema = JSON.stringify(schemas.get(name));
  const paths = met.get(schema) ?? new Set();
  met.set(schema, paths);
  return paths;
}

function gather(value: Json, path: string, into: Set<string>): void {
  into.add(path);
  if (Array.isArray(value)) for (const each of value) gather(each, `${path}[]`, into);
  else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value)) gather(each, `${path}.${name}`, into);
}

/** Every field that a schema names, as paths. */
function declared(schema: Json, path = ""): readonly string[] {
  const any = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    path,
    ...any.flatMap((each: Json) => declared(each, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => declared(each, `${path}.${name}`)),
    ...(schema.items ? declared(schema.items, `${path}[]`) : []),
  ];
}

/** Fields that no answer of these calls has, with the reason. */
const UNMET: Readonly<Record<string, readonly string[]>> = {
  // a fault has struck nothing when it is set
  "POST faults/add": [".last[]"],
  // a saved state that rots, test/venue/savedStates.test.ts
  "GET states": ["[].damage"],
  // a broken rule of the state halts the venue
  "POST audit": [".broken"],
  // this venue starts whole, and shows no other market (follow.test.ts)
  "GET status": [
    ...[".recovery.passedOver[]", ".recovery.passedOver[].name", ".recovery.passedOver[].why"],
    ...["", ".symbol", ".market", ".state", ".problem", ".sizes", ".since", ".divergence", ".leftOut"]
      .concat(["band", "lot", "halt", "limit"].map((why) => `.leftOut.${why}`))
      .map((name) => `.sources[]${name}`),
  ],
  // this venue is one process (test/cluster/control.test.ts, database.test.ts)
  "GET cluster": [
    ...["", ".epoch", ".node", ".address", ".time"].map((name) => `.takeovers[]${name}`),
    ...["", ".node", ".address", ".offMs"].map((name) => `.clocks[]${name}`),
  ],
  "GET cluster/database": ["", ".server", ".role", ".timeline", ".problem", ".standbys"]
    .concat([".standbys[]", ".standbys[].name", ".standbys[].state", ".standbys[].sync"])
    .concat(".standbys[].behindBytes")
    .map((name) => `.servers[]${name}`),
  // those of contracts/change, which are met
  "POST contracts/risk": ["account", "position", "equity", "requirement", "requirementNow"]
    .map((name) => `.breaches[].${name}`)
    .concat(".breaches[]"),
  // a position all of which pending closes hold back
  "POST positions/close": ["[].why"],
  // a close in separated mode that names its position
  ...Object.fromEntries(
    ["GET orders/show", "POST orders/place", "POST orders/amend"].map((name) => [name, [".position"]]),
  ),
  ...Object.fromEntries(
    ["GET limits", "POST limits/use", "POST limits/exempt"].map((name) => [name, unusedBudgets()]),
  ),
};

/** No profile of the venue's own counts these of V3. */
function unusedBudgets(): readonly string[] {
  return ["perOperation", "cancels"].flatMap((name) =>
    ["", ".max", ".windowMs"].map((field) => `.profile.v3.${name}${field}`),
  );
}

test("every answer of control is what OpenAPI says", async () => {
  await open();
  const [long, short, , risky] = venue.accounts.map(
    (credentials) => new V2Client({ baseUrl: venue.baseUrl, credentials }),
  ) as [V2Client, V2Client, V2Client, V2Client];
  const limit = { symbol: "cmt_btcusdt", order_type: "0", match_price: "0" } as const;
  const at = { account: "long", symbol: "btc" } as const;

  // Who is here, and what they may.
  await call("GET limits");
  await call("GET scenario");
  while ((await call("GET audit")).passes === 0) delete examples["GET /control/audit"];
  await call("GET status");
  await call("POST audit");
  await call("POST accounts/open", { name: "new", balance: "10" });
  const discounts = { discount: "0.9", takerDiscount: "0.8", makerDiscount: "0.7" };
  const rates = { takerFeeRate: "0.0007", makerFeeRate: "0.0001", ...discounts };
  await call("POST accounts/settings", { account: "long", ...rates });
  await call("POST accounts/settings", { account: "long", symbol: "btc", ...rates, takerFeeRate: "0.0008" });
  await call("POST referrals/set", { account: "long", agent: "agent", rebateRate: "0.2" });
  await call("GET referrals");
  await call("POST operators/add", { name: "alice", role: "read" });
  await call("POST operators/rotate", { name: "alice" });
  await call("GET operators");
  await call("POST operators/remove", { name: "alice" });
  const { apiKey } = await call("POST keys/create", { account: "new", addresses: ["127.0.0.1"] });
  const own = { apiKey: "mine", secret: "a-secret-of-mine", passphrase: "openSesame1" };
  await call("POST keys/import", { account: "new", ...own });
  await call("POST keys/register", { account: "new", apiKey: "half", publicKey: PUBLIC_KEY });
  const activeFrom = (await call("GET clock")).time + 3_600_000;
  await call("POST keys/change", { apiKey, label: "later", activeFrom, addresses: ["127.0.0.1"] });
  await call("GET keys");
  await call("POST keys/disable", { apiKey: "mine" });

  // Trades, orders, positions.
  const asks = { ...at, account: "short", action: "open-short", size: "0.05", price: "60000" };
  await call("POST orders/place", asks);
  const opens = { ...at, action: "open-long" };
  const bracket = { takeProfit: "90000", stopLoss: "30000", clientId: "mine" };
  const placed = await call("POST orders/place", { ...opens, size: "0.02", price: "60010", ...bracket });
  await call("GET orders/show", { account: "long", order: placed.order });
  const waiting = { ...at, action: "close-long", size: "0.001", price: "70000", triggerPrice: "69000" };
  await call("GET orders/show", { account: "long", order: (await call("POST orders/place", waiting)).order });
  const { order } = await call("POST orders/place", { ...opens, size: "0.001", price: "50000" });
  await call("POST orders/amend", { account: "long", order: String(order), price: "50001" });
  const behaving = { priceMatch: "queue", goodTill: 9_000_000_000_000, selfTradePrevention: "expire-taker" };
  const asked = { ...at, ...behaving, action: "open-long", size: "0.003", orRefused: true };
  const dated = await call("POST orders/place", asked);
  await call("POST orders/amend", { account: "long", order: dated.order, size: "0.002" });
  await call("GET orders/show", { account: "long", order: dated.order });
  await call("POST orders/cancel", { order: dated.order });
  const stop = { ...at, action: "open-long", size: "0.001", triggerPrice: "69000" };
  const plan = await call("POST orders/place", stop);
  await call("POST orders/amend", { account: "long", order: plan.order, triggerPrice: "68000" });
  await call("POST orders/cancel", { order: plan.order });
  await followPrices();
  await call("GET orders", { account: "long" });
  await call("POST directives", { account: "long", what: "lose-cancel", order: String(order) });
  const told = { account: "long", symbol: "btc", action: "open-long", next: 3 };
  const fill = { ...told, what: "fill", size: "0.001", price: "60000" };
  const { directive } = await call("POST directives", fill);
  await call("POST directives", { ...told, what: "delay", ms: 5 });
  await call("POST directives", { ...told, what: "cancel", reason: "post-only" });
  const reject = { account: "long", what: "reject", clientId: "once", code: -2010, text: "no" };
  await call("POST directives", reject);
  await call("GET directives");
  await call("POST directives/drop", { directive });
  for (const each of await call("GET directives"))
    await call("POST directives/drop", { directive: each.directive });
  await call("POST orders/cancel", { order });
  await call("GET orders/show", { account: "long", order });
  const { position } = (await call("GET accounts/show", { account: "long" })).positions[0];
  await call("POST orders/place", { ...at, action: "close-long", size: "0.001", price: "70000", position });
  const closing = (await call("GET orders", { account: "long" }))[0];
  await call("GET orders/show", { account: "long", order: closing.order });
  await call("GET accounts/show", { account: "long" });
  await call("GET accounts", { money: true });
  await call("GET accounts/page", { sort: "equity", descending: true, limit: 2 });
  await call("POST referrals/pay", { account: "long" });
  await call("POST referrals/set", { account: "long", agent: "none" });
  await call("GET explain/account", { account: "long" });

  // Money.
  await call("POST money/deposit", { account: "new", amount: "5" });
  await call("POST money/withdraw", { account: "new", amount: "5" });
  await call("POST money/move", { movement: "gift", to: "new", amount: "1" });
  const { movement } = await call("POST money/begin", { movement: "deposit", to: "new", amount: "3" });
  await call("GET money/pending");
  await call("POST money/settle", { movement });
  await call("POST accounts/paper", { account: "new" });
  await call("POST accounts/latency", { account: "new", toBook: [5], toPush: [3, 4] });

  await call("GET accounts/equity", { account: "long" });
  await call("GET accounts/performance", { account: "long" });
  await call("GET accounts/passed", { accounts: "long,short" });

  // What is refused is explained.
  await expect(long.orders.place({ ...limit, size: "100", type: "1", price: "60000" })).rejects.toThrow();
  await call("GET explain/rejection", { account: "long" });
  await call("GET requests", { account: "long" });
  await sendSignedOver("{}"); // a usual mistake: no body was sent
  await call("GET requests/signatures");
  await call("POST requests/level", { level: "all" });
  await call("GET cluster");
  await call("GET cluster/database");
  await call("POST cluster/step-down");
  await call("POST limits/use", { profile: "published" });
  await call("POST limits/use", { profile: "seed" });
  await call("POST limits/exempt", { account: "long" });
  await call("GET limits");
  const drawn = { routes: ["orders.place"], probability: "0.25", seed: 7, retryAfter: 2 };
  await call("POST faults/add", { kind: "rate-limited", ...drawn });
  await call("POST faults/add", { kind: "answer-lost", routes: ["account.list"], nth: 1 });
  await long.account.list(); // the client sends it again
  await call("GET faults");
  await call("GET status");
  await call("POST faults/remove", { fault: 1 });

  // Prices and time.
  await call("POST prices/push", { prices: { btc: "60100" } });
  await call("POST prices/report", { prices: [{ symbol: "eth", price: "3000", source: 1 }] });
  await call("GET prices");
  await call("POST prices/follow", { symbol: "btc" });
  await call("POST prices/push", { prices: { btc: "60000" } });
  await call("GET participants");
  await call("GET leaderboard", { limit: 2, points: 2 });
  await call("GET news");
  await call("POST participants/switch", { name: "feeds", on: true });
  await call("GET funding");
  await call("POST funding/settle", { symbol: "btc" });
  await call("POST funding/skip", { symbol: "btc" });
  await call("POST clock/freeze");
  await call("POST clock/step", { ms: 1_000 });
  await call("POST clock/next");
  await call("POST clock/stop");

  // Contracts.
  await call("POST contracts/add", { symbol: "cmt_newusdt", priceDecimals: 2, sizeDecimals: 3, price: "10" });
  await call("POST contracts/change", { symbol: "btc", takerRate: "0.0005" });
  const tiers = [{ notionalMax: 100_000_000, maintenanceRate: "0.9", leverageMax: "1" }];
  const strict = { symbol: "btc", tiers, leverageMax: "1", leverageDefault: "1", preview: true };
  const preview = await call("POST contracts/change", strict);
  expect(preview.breaches.length).toBeGreaterThan(0);
  await call("POST contracts/mark", { symbol: "btc", method: "mean-basis" });
  await call("POST contracts/risk", { symbol: "btc", tiers: "flat", preview: true });
  await call("POST contracts/risk", { symbol: "btc" });
  await call("POST contracts/status", { symbol: "new", status: "delisted" });
  await call("GET contracts");

  // Risk.
  await call("POST fund/deposit", { amount: "1" });
  await call("POST fund/withdraw", { amount: "1" });
  await call("POST fund/rule", { floor: "0" });
  await risky.orders.place({ ...limit, size: "0.01", type: "1", price: "60010" });
  await call("GET adl", { symbol: "btc" });
  await call("POST accounts/deleverage", { ...at, leg: "long", size: "0.001" });
  await call("POST accounts/liquidate", { account: "risky" });
  await call("GET fund");
  await venue.settle();
  await call("GET explain/liquidation", { account: "risky" });
  await call("POST accounts/many/open", { names: ["team-1", "team-2"], balance: "1000" });
  await call("POST accounts/many/change", { change: "fund", accounts: ["team-*"], amount: "5" });
  await call("POST accounts/many/message", { accounts: ["team-*"], text: "The round begins" });
  await call("GET messages");
  await call("POST accounts/many/disable", { accounts: ["team-*"] });
  await call("POST positions/close", { account: "long" });
  await call("POST accounts/reset", { account: "short" });

  // The venue.
  const said = { stage: "s", model: "m", input: { a: 1 }, output: "o", explanation: "e" };
  await long.contest.uploadLog({ orderId: String(order), ...said });
  const { entries } = await call("GET journal");
  await call("GET journal/past", { until: 1_000 });
  await call("GET journal/effects", { seq: entries.at(-1)!.seq });
  await call("GET uploads");
  await call("POST states/save", { name: "here" });
  await call("GET states");
  await call("GET journal/kinds");

  // Contests.
  const rules = { name: "cup", balance: "1000", start: "2027-01-01T00:00Z", end: "2027-01-02T00:00Z" };
  const practice = { start: "2026-12-01T00:00Z", end: "2026-12-02T00:00Z" };
  await call("POST contests/create", { rules: JSON.stringify({ ...rules, practice }), teams: "blue" });
  await call("GET contests");
  await call("GET contests/show", { contest: "cup" });
  await call("GET leaderboard", { limit: 2, points: 2 });
  await call("POST contests/move", { contest: "cup", moment: "start", at: 1_798_768_860_000 });
  await call("POST contests/advance", { contest: "cup" });
  await call("POST contests/keys", { contest: "cup" });
  await call("POST contests/keys", { contest: "cup", links: true });
  const { code } = await call("POST invitations/create", { name: "class", uses: 2, balance: "1000" });
  await fetch(`${venue.baseUrl}/join`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: JSON.stringify({ code, account: "guest" }),
  });
  await call("GET invitations");
  await call("POST invitations/revoke", { name: "class" });

  // Its end.
  await call("POST bundle", { directory: join(temporaryDirectory(), "bundle") });
  const copy = join(temporaryDirectory(), "copy");
  await call("POST backup", { directory: copy });
  await call("POST branch");
  await call("POST clock/max", { clients: 1 });
  await call("GET clock");
  await call("GET status");
  await call("POST clock/run", { speed: "2" });
  await call("POST clock/wall");
  await call("POST reset");
  await call("POST stop");

  // The past, in a replay of it.
  const replay = await startReplay({ data: copy, masterKey: MASTER_KEY, isPaused: true });
  onTestFinished(() => replay.stop());
  called = replay;
  const { toTime } = await call("GET replay");
  await call("POST replay/seek", { time: toTime - 1_000 }); // so slowly that what comes next does not come
  await call("POST replay/play", { speed: "0.001" });
  await call("POST replay/pause");
  await call("POST replay/branch", { directory: join(temporaryDirectory(), "branch") });

  const never = [...schemas].flatMap(([name, schema]) => {
    const paths = metBy(name);
    const excused = new Set(UNMET[name] ?? []);
    return [...new Set(declared(schema))]
      .filter((path) => !paths.has(path) && !excused.has(path))
      .map((path) => `${name} ${path}`);
  });
  expect(never).toEqual([]);
  for (const client of [long, short, risky]) client.close();
  const file = "../../src/service/gateway/control/generated/examples.ts";
  await expect(moduleOf(examples, "test/venue/controlAnswers.test.ts")).toMatchFileSnapshot(file);
});

/** Sends a read that is signed over a body, though it has none. */
async function sendSignedOver(body: string): Promise<void> {
  const { apiKey, secret, passphrase } = venue.accounts[0]!;
  const timestamp = String(Date.now());
  const path = "/capi/v2/account/getAccounts";
  const { status } = await fetch(venue.baseUrl + path, {
    headers: {
      "ACCESS-KEY": apiKey,
      "ACCESS-PASSPHRASE": passphrase,
      "ACCESS-TIMESTAMP": timestamp,
      "ACCESS-SIGN": createHmac("sha256", secret).update(`${timestamp}GET${path}${body}`).digest("base64"),
    },
  });
  expect(status).toBeGreaterThanOrEqual(400);
}
