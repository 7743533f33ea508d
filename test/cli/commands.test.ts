import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { faultKinds } from "../../src/interface/wire/control/index.ts";
import { createProgram } from "../../src/workbench/cli/program.ts";
import { processTerminal } from "../../src/workbench/cli/terminal.ts";
import { directoryOfFile, temporaryDirectory } from "../host/temporaryDirectory.ts";
import { tellInOrder } from "../inOrder.ts";
import { Client } from "../venue/client.ts";
import { keyPair } from "../venue/keyPairs.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { venueOfFile } from "../venue/venueOfTest.ts";
import { damageOneFrame } from "./damage.ts";
import { forcedCommands } from "./forced.ts";
import { outcry, told } from "./inProcess.ts";
import { leafCommands } from "./reference.ts";

const PROGRAM = await createProgram(processTerminal);
const COMMANDS = leafCommands(PROGRAM);

/** Every command against a running venue, then those that work on what it left behind. */

const data = directoryOfFile();
const used = new Set<string>();

/** Runs a command on the venue and gives its JSON. */
async function ask(...words: readonly string[]) {
  const answer = await told(...words, "--data", data);
  note(words);
  return answer;
}

/** Remembers which command was used, for the last test. */
function note(words: readonly string[]): void {
  used.add(pathOf(words));
}

tellInOrder();
const venue = await venueOfFile({ data, prices: { btc: 60_000 }, limits: "seed" });

describe("a running venue", () => {
  test("status and audit", async () => {
    const running = { state: "running", market: "empty", limits: "seed", haltReason: null };
    expect(await ask("status")).toMatchObject(running);
    expect(await ask("audit")).toMatchObject({ passed: true, money: "0" });
  });

  test("how long an account's messages take", async () => {
    expect(await ask("account latency demo-2 --to-book 20")).toMatchObject({
      toBook: { samples: 1, meanMs: 20 },
      toPush: { samples: 0 },
    });
    expect(await ask("account latency demo-2")).toMatchObject({ toBook: { samples: 0 } });
  });

  test("directives: set, list, drop", async () => {
    const { directive } = await ask("directive set demo-2 delay --ms 2000 --next 3");
    const told = { directive, what: "delay", ms: 2_000, left: 3 };
    expect(await ask("directive list")).toMatchObject([told]);
    expect(await ask(`directive drop ${directive}`)).toEqual({ directive });
    expect(await ask("directive list")).toEqual([]);
  });

  test("accounts: open, list, show, set", async () => {
    const { account } = await ask("account open alice --balance 250.5");
    const page = await ask("account page --words alice --kind user");
    expect(page).toMatchObject({ total: 1, accounts: [{ name: "alice" }] });
    const alice = { account, name: "alice", kind: "user", status: "normal" };
    expect(await ask("account list --kind user")).toContainEqual(alice);
    await ask("account set alice takerFeeRate=0.001 makerFeeRate=0.0005 orderRateLimitPerMinute=30");
    await ask("account set alice symbol=btc discount=0.5");
    expect(await ask(`account show ${account}`)).toMatchObject({
      name: "alice",
      wallet: "250.5",
      fees: { takerFeeRate: "0.001", makerFeeRate: "0.0005" },
      symbolFees: [{ symbol: "cmt_btcusdt", discount: "0.5" }],
      orderRateLimitPerMinute: 30,
    });
    const { points } = await ask("account equity alice");
    expect(points.at(-1)).toMatchObject({ equity: "250.5" });
    expect(await ask("account performance alice")).toMatchObject({ deposited: "250.5", pnl: "0" });
    await ask("account set alice takerFeeRate=none makerFeeRate=none");
    expect((await ask("account show alice")).fees).toEqual({});
    expect(await ask("account paper alice --balance 500")).toMatchObject({ wallet: "500" });
  });

  test("referrals: set, list, pay", async () => {
    await ask("account open agent");
    const referral = { name: "alice", rebateRate: "0.2", fees: "0", due: "0" };
    expect(await ask("referral set alice agent 0.2")).toMatchObject(referral);
    expect(await ask("referral list --agent agent")).toMatchObject([referral]);
    const nothing = await outcry("referral pay alice --data", data, "--json");
    expect(nothing).toMatchObject({ code: 1 });
    expect(nothing.stderr).toMatch(
      /has no agent, or the agent's part of its fees since the last payment is less/,
    );
    note(["referral", "pay"]);
    expect(await ask("referral set alice none")).toMatchObject({ agent: "none" });
    expect(await ask("referral list")).toEqual([]);
  });

  test("money: deposit, withdraw, move", async () => {
    expect(await ask("deposit alice 10")).toMatchObject({ wallet: "260.5" });
    expect(await ask("withdraw alice 0.5")).toMatchObject({ wallet: "260" });
    await ask("move gift 5 --to alice");
    await ask("move transfer 65 --from alice --to demo-1");
    expect(await ask("account show alice")).toMatchObject({ wallet: "200" });
    const passed = { account: "alice", kind: "moved", with: "", count: 5, amount: "200", fees: "0" };
    expect(await ask("accounts passed alice")).toMatchObject([passed, { kind: "market", amount: "0" }]);
  });

  test("keys: what is created and imported signs requests until it is disabled", async () => {
    const created = await ask("key create alice --label bot --permission read");
    expect((await new Client(venue.baseUrl, created).get("account/assets")).status).toBe(200);
    const own = { apiKey: "own-key", secret: "own secret", passphrase: "ownPass" };
    const strings = ["--api-key", own.apiKey, "--secret", own.secret, "--passphrase", own.passphrase];
    expect(await ask("key import alice", ...strings)).toEqual({ apiKey: "own-key" });
    const client = new Client(venue.baseUrl, own);
    expect((await client.get("account/assets")).status).toBe(200);
    await ask("key disable own-key");
    expect((await client.get("account/assets")).body.code).toBe("40753");
    const change = ["--label", "renamed", "--permission", "read"];
    expect(await ask("key change", created.apiKey, ...change)).toMatchObject({ apiKey: created.apiKey });
    expect(await ask("key list alice")).toContainEqual(
      expect.objectContaining({ apiKey: created.apiKey, label: "renamed", permissions: ["read"] }),
    );
    const path = join(data, "key.json");
    const inFile = { apiKey: "file-key", secret: "file secret", passphrase: "filePass" };
    writeFileSync(path, JSON.stringify(inFile));
    const imported = await ask("key import alice --address 10.0.0.0/8 --file", path);
    expect(imported).toEqual({ apiKey: "file-key" });
    const pair = keyPair("Ed25519");
    const pem = join(data, "key.pem");
    writeFileSync(pem, pair.publicKey);
    const registered = await ask("key register alice --permission read --api-key pair-key --public-key", pem);
    expect(registered).toEqual({ apiKey: "pair-key", kind: "Ed25519" });
    const keys = await ask("key list alice");
    expect(keys).toMatchObject([
      { apiKey: created.apiKey, label: "renamed", permissions: ["read"], disabled: false },
      { apiKey: "own-key", permissions: ["read", "spot", "futures"], disabled: true },
      { apiKey: "file-key", kind: "HMAC", addresses: ["10.0.0.0/8"], disabled: false },
      { apiKey: "pair-key", kind: "Ed25519", permissions: ["read"], disabled: false },
    ]);
    expect(JSON.stringify(keys)).not.toMatch(/secret|passphrase/i);
  });

  test("env gives a bot what it needs", async () => {
    const { apiKey, secret, passphrase } = venue.accounts[1]!;
    expect(await ask("env demo-2")).toMatchObject({
      OUTCRY_BASE_URL: venue.baseUrl,
      OUTCRY_API_KEY: apiKey,
      OUTCRY_API_SECRET: secret,
      OUTCRY_API_PASSPHRASE: passphrase,
    });
    const { stdout, stderr } = await outcry("env demo-2 --data", data);
    expect(stderr).toContain(
      "OUTCRY_WS_URL: append the path of a socket, /v2/ws/public, /v2/ws/private, /v3/ws/public, /v3/ws/private, /ws, /private/ws, /ws-fapi/v1\n",
    );
    expect(stderr).toContain(
      `programs of fapi assume one net position a contract: outcry env demo-oneway --data ${data}, or outcry account set demo-2 positionMode=one-way --data ${data}\n`,
    );
    expect(stdout).toContain(`export OUTCRY_API_KEY=${apiKey}\n`);
    expect(stdout).not.toContain("TOKEN");
    const { OUTCRY_ADMIN_TOKEN: token } = await ask("env demo-2 --admin-token");
    expect(await outcry("status --url", venue.controlUrl, "--token", token)).toMatchObject({ code: 0 });
    expect(await outcry("env alice --data", data)).toMatchObject({ code: 2 });
  });

  test("env lists only the surfaces that are on, and what their programs are asked for", async () => {
    const directory = temporaryDirectory();
    const some = await startVenue({ data: directory, dialects: ["fapi"], accounts: [{ name: "bot" }] });
    await some.stop();
    const { stdout, stderr } = await outcry("env bot --data", directory);
    expect(stderr).toContain("append the path of a socket, /ws, /private/ws, /ws-fapi/v1\n");
    expect(stdout).toContain(`export OUTCRY_API_SECRET=${some.accounts[0]!.secret}\n`);
    expect(stdout).not.toContain("PASSPHRASE");
  });

  test("contracts: add, change, status, list", async () => {
    await ask("contract add cmt_newusdt priceDecimals=2 sizeDecimals=1 price=12.5");
    await ask("contract change new leverageMax=50 takerRate=0.0005");
    await ask("contract status new cancel-only");
    const changed = { status: "cancel-only", index: "12.5000", leverageMax: "50.00", takerRate: "0.0005" };
    expect(await ask("contract list new")).toMatchObject([{ symbol: "cmt_newusdt", ...changed }]);
    expect(await ask("contract list")).toHaveLength(9);
    // Nothing was traded yet: the last price is what everybody is shown as such.
    const ticker = await (await fetch(`${venue.baseUrl}/capi/v2/market/ticker?symbol=cmt_btcusdt`)).json();
    expect(await ask("contract list btc")).toMatchObject([{ last: "60000.0" }]);
    expect(ticker.last).toBe("60000.0");
  });

  test("prices: set, show, follow", async () => {
    expect(await ask("price set sol=149")).toEqual({ cmt_solusdt: "149.0000" });
    expect(await ask("price follow sol")).toEqual({ symbol: "cmt_solusdt", source: "generated" });
    const both = await ask("price set btc=61000.5 eth=3000");
    expect(both).toEqual({ cmt_btcusdt: "61000.500", cmt_ethusdt: "3000.0000" });
    expect(await ask("price show")).toContainEqual({
      symbol: "cmt_btcusdt",
      index: "61000.500",
      mark: "61000.500",
      source: "pushed",
      markRule: { method: "mean-basis", window: 30, boundRate: "0.005", impactUnits: 40_000 },
      sources: [],
    });
  });

  test("the clock: show, freeze, step, stop, to, next, run, wall", async () => {
    const { time } = await ask("clock freeze");
    const ahead = await ask("clock step 1500");
    expect(ahead).toMatchObject({ mode: "frozen", time: time + 1_500 });
    expect(ahead.aheadMs).toBe(Math.max(0, ahead.time - ahead.hostTime));
    expect(await ask("clock stop")).toMatchObject({
      time: time + 1_500,
      step: { from: time, to: time + 1_500, time: time + 1_500, over: true },
    });
    const target = time + 60_000;
    expect(await ask("clock to", new Date(target).toISOString())).toMatchObject({ time: target });
    expect((await ask("clock next")).time).toBeGreaterThan(target);
    expect(await ask("clock run 20")).toMatchObject({ mode: "scaled", speed: 20 });
    const { time: before } = await ask("clock freeze");
    expect(await ask("clock run max --for 1s --think 1")).toMatchObject({
      mode: "frozen",
      time: before + 1_000,
      run: { from: before, until: before + 1_000, varies: false, over: true },
    });
    expect((await outcry("clock run 2 --clients 1 --data", data)).stderr).toContain(
      '--clients belongs to "clock run max"',
    );
    expect((await outcry("clock run max --for 1x --data", data)).stderr).toContain("a span such as 90s");
    expect(await ask("clock wall")).toMatchObject({ mode: "wall" });
    const begun = Date.now();
    const shown = await ask("clock show");
    expect(shown.time).toBeGreaterThanOrEqual(begun);
    expect(shown.time).toBeLessThanOrEqual(Date.now());
  });

  test("orders: list, cancel", async () => {
    const client = new Client(venue.baseUrl, venue.accounts[0]!);
    const placed = await client.post("order/placeOrder", { ...LIMIT, client_oid: "by-cli", price: "60500" });
    expect(placed.status, placed.text).toBe(200);
    const [order] = await ask("order list demo-1");
    const bid = { symbol: "cmt_btcusdt", action: "open-long", price: "60500.0", size: "0.0100" };
    expect(order).toMatchObject(bid);
    expect(await ask("account show demo-1")).toMatchObject({ liveOrders: 1, orders: [order] });
    expect((await outcry("account show demo-1 --data", data)).stdout).toMatch(
      /\norders\norder +symbol +action/,
    );
    await ask(`order cancel ${order.order}`);
    expect(await ask("order list demo-1")).toEqual([]);
  });

  test("orders: place, show, amend, cancel; positions: list, close", async () => {
    await ask("price set btc=60000");
    for (const name of ["buyer", "seller"]) await ask("account open", name, "--balance", "10000");
    const resting = await ask("order place seller btc open-short 0.02 --price 60100.5 --client-id maker");
    const kind = { symbol: "cmt_btcusdt", action: "open-short", kind: "order", timeInForce: "gtc" };
    const told = { state: "open", price: "60100.5", remaining: "0.0200", clientId: "maker" };
    expect(resting).toMatchObject({ ...kind, ...told });
    expect(resting).not.toHaveProperty("averagePrice");
    const amended = await ask("order amend seller maker --price 60101 --size 0.03");
    expect(amended).toMatchObject({ order: resting.order, price: "60101.0", size: "0.0300" });
    await ask(`order amend seller ${resting.order} --price 60100.5`);
    const back = await ask(`order amend seller ${resting.order} --size 0.02`);
    expect(back).toMatchObject({ order: resting.order, price: "60100.5", size: "0.0200", state: "open" });
    await ask("order place seller btc open-short 0.01 --trigger 59000 --client-id stop");
    const moved = await ask("order amend seller stop --trigger 58900");
    expect(moved).toMatchObject({ state: "untriggered", triggerPrice: "58900.0", price: "market" });
    await ask(`order cancel ${moved.order}`);
    const tooFar = await outcry("order amend seller maker --price 1000 --data", data);
    expect(tooFar).toMatchObject({ code: 1, stdout: "" });
    expect(tooFar.stderr).toMatch(/^error: .*price '1000\.0'/);
    const bracket = "--take-profit 70000 --stop-loss 50000";
    const bought = await ask(`order place buyer cmt_btcusdt open-long 0.01 ${bracket}`);
    const filled = { state: "filled", price: "market", averagePrice: "60100.5", size: "0.0100" };
    expect(bought).toMatchObject(filled);
    expect(bought).toMatchObject({ takeProfit: "70000.0", stopLoss: "50000.0", filledValue: "601.005" });
    expect(await ask(`order show buyer ${bought.order}`)).toEqual(bought); // ended: out of the history
    const half = { order: resting.order, remaining: "0.0100", averagePrice: "60100.5" };
    expect(await ask("order show seller maker")).toMatchObject(half);
    const plan = "--trigger 59000 --trigger-on mark --price 58999";
    const waiting = await ask(`order place buyer btc open-long 0.01 ${plan}`);
    const waits = { state: "untriggered", kind: "plan", triggerPrice: "59000.0", triggerOn: "mark" };
    expect(waiting).toMatchObject(waits);
    await ask(`order cancel ${waiting.order}`);
    const canceled = await ask(`order show buyer ${waiting.order}`);
    expect(canceled).toMatchObject({ state: "canceled", cancelReason: "operator" });
    const refusedByMargin = await outcry("order place buyer btc open-long 99 --price 60050 --data", data);
    expect(refusedByMargin).toMatchObject({ code: 1, stdout: "" });
    const [position] = await ask("position list buyer");
    expect(position).toMatchObject({ symbol: "cmt_btcusdt", leg: "long", size: "0.0100" });
    const close = "--price 60000 --time-in-force post-only";
    const bid = await ask(`order place seller btc open-long 0.01 ${close}`);
    expect(bid).toMatchObject({ timeInForce: "post-only", state: "open" });
    const [closed] = await ask("position close buyer btc");
    const of = { position: position.position, symbol: "cmt_btcusdt", leg: "long", size: "0.0100" };
    expect(closed).toEqual({ ...of, order: expect.any(Number), left: "0.0000" });
    expect(await ask("position list buyer")).toEqual([]);
    const table = await outcry(`order show buyer ${closed.order} --data`, data);
    expect(table.stdout).toMatch(/^kind +close-position$/m);
    expect(table.stdout).toMatch(/^createdTime +\d{4}-\d\d-\d\dT[\d:.]+Z$/m);
    expect(await outcry("position close buyer --data", data)).toMatchObject({
      code: 1,
      stderr: "error: there is no position to close\n",
    });
    await ask(`order cancel ${resting.order}`);
  });

  test("fault: add, list, remove", async () => {
    const { fault, said } = await ask("fault add rate-limited --route orders.* --probability 0.1 --seed 7");
    expect(said).toEqual({ kind: "rate-limited", routes: ["orders.*"], probability: "0.1", seed: 7 });
    expect(await ask("fault list")).toMatchObject([{ fault, injected: 0 }]);
    expect((await ask("status")).disturbances).toMatchObject([{ by: "fault", id: fault }]);
    expect(await ask(`fault remove ${fault}`)).toEqual([]);
  });

  test("every line of docs/faults.md is taken as it stands", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/faults.md"), "utf8");
    const lines = [...page.matchAll(/^`outcry (fault add [^`]+)`$/gm)].map(([, line]) => line!);
    expect(lines.length).toBeGreaterThan(15);
    for (const line of lines) await ask(...line.replaceAll("'", "").split(" "));
    const set = new Set((await ask("fault list")).map(({ kind }: { readonly kind: string }) => kind));
    expect([...set].toSorted()).toEqual(Object.keys(faultKinds).toSorted());
    expect(await ask("fault remove")).toEqual([]);
  });

  test("limits: show, use, exempt", async () => {
    expect(await ask("limits use published")).toMatchObject({ profile: { name: "published" }, exempt: [] });
    expect((await ask("limits exempt demo-1")).exempt).toHaveLength(1);
    expect((await ask("limits exempt demo-1 --restore")).exempt).toEqual([]);
    expect(await ask("limits show")).toMatchObject({
      profile: { ipWeight: { max: 1000, windowMs: 10_000 } },
    });
  });

  test("migrate: what a bot must change, by its own requests", async () => {
    const [demo] = venue.accounts;
    const client = new Client(venue.baseUrl, demo!);
    await client.post("order/placeOrder", { symbol: "cmt_nousdt", size: "1" });
    const report = await ask("migrate report --account", demo!.name);
    expect(report.calls).toContainEqual(
      expect.objectContaining({ call: "POST /capi/v2/order/placeOrder", inV3: "POST /capi/v3/order" }),
    );
    expect(report.fields).toContainEqual(expect.objectContaining({ field: "size", inV3: "quantity" }));
    expect(report.codes.map(({ code }: { code: string }) => code)).toContain("40017");
    const { stdout, stderr } = await outcry("migrate report --data", data);
    expect(stdout).toContain("POST /capi/v3/order");
    expect(stderr).toContain("Only refused requests are in the log");
  });

  test("requests: which were refused, by whose key, and why a signature did not match", async () => {
    const client = new Client(venue.baseUrl, venue.accounts[0]!);
    const { url, headers, body } = client.sign("POST", "order/cancelAllOrders", '{"symbol": "cmt_btcusdt"}');
    const sent = await fetch(url, { method: "POST", headers, body: '{"symbol":"cmt_btcusdt"}' });
    expect(await sent.json()).toMatchObject({ code: "40009" });
    const board = await ask("leaderboard --limit 1 --points 5");
    expect(board.teams).toMatchObject([{ team: expect.any(String), curve: expect.any(Array) }]);
    expect(await ask("news --kind control --limit 1")).toMatchObject({ news: [{ kind: "control" }] });
    expect(await ask("scenario")).toEqual({ about: "", moments: [] });
    const { entries } = await ask("requests list --account demo-1 --only refused --limit 1");
    expect(entries).toMatchObject([
      { path: "/capi/v2/order/cancelAllOrders", code: "40009", key: headers["ACCESS-KEY"] },
    ]);
    const [failure] = await ask("requests signatures");
    expect(failure.expectedOver).toBe(
      `${headers["ACCESS-TIMESTAMP"]}POST/capi/v2/order/cancelAllOrders{"symbol":"cmt_btcusdt"}`,
    );
    expect(failure.diagnosis).toContain("a body with blanks after ':' and ','");
    expect(body).not.toBe('{"symbol":"cmt_btcusdt"}');
  });

  test("uploads: what programs said of themselves", async () => {
    expect(await ask("uploads demo-1")).toEqual([]);
  });
});

test("without --json, lists are tables and the rest names and values", async () => {
  const list = await outcry("account list --all --data", data);
  expect(list.stdout).toMatch(/^account +name +kind +status\n1 +external +system +normal\n/);
  const clock = await outcry("clock show --data", data);
  expect(clock.stdout).toMatch(/^mode +wall\nspeed +1\n/);
});

test("accounts of the venue and its house are listed where they are asked for", async () => {
  const kinds = async (...words: readonly string[]) => {
    const { stdout, stderr } = await outcry("account list --json --data", data, ...words);
    const rows = JSON.parse(stdout) as readonly { readonly kind: string }[];
    return [new Set(rows.map(({ kind }) => kind)), stderr] as const;
  };
  const [all, silent] = await kinds("--all");
  expect([all.has("user"), all.has("system"), silent]).toEqual([true, true, ""]);
  const [users, note] = await kinds();
  expect([users.has("user"), users.has("system"), users.has("house")]).toEqual([true, false, false]);
  expect(note).toMatch(/^\d+ accounts of the venue and its house are left out: see --all\n$/);
  expect(await kinds("--kind", "system")).toEqual([new Set(["system"]), ""]);
  expect(await kinds("--match", "external")).toEqual([new Set(["system"]), ""]);
});

test("without --json, moments are for people, whatever their names", async () => {
  const text = await outcry("account performance demo-1 --data", data);
  expect(text.stdout).toMatch(/^from +\d{4}-\d\d-\d\dT[\d:.]+Z\nto +\d{4}-\d\d-\d\dT[\d:.]+Z\n/);
  const shown = async (...json: readonly string[]) =>
    (await outcry("account show demo-1 --data", data, ...json)).stdout;
  const { createdTime } = JSON.parse(await shown("--json"));
  expect(Number.isSafeInteger(createdTime)).toBe(true);
  expect(await shown()).toMatch(new RegExp(`^createdTime +${new Date(createdTime).toISOString()}$`, "m"));
});

describe("what goes wrong is said, with what to do, and has its exit code", () => {
  const rows: readonly (readonly [string, number, RegExp])[] = [
    ["deposit nobody 5", 2, /Parameter account is invalid: there is no account 'nobody'/],
    ["deposit demo-1 0", 2, /Parameter amount is invalid: it must be above 0, got '0'/],
    ["deposit demo-1 0.000000001", 2, /at most 8 decimals, got '0\.000000001'/],
    ["withdraw demo-1 1e6", 2, /'1e6' is not a plain decimal/],
    ["withdraw demo-1 99999999", 1, /the account can part with [\d.]+, not with 99999999/],
    ["account open demo-1", 1, /the name is taken by account \d+/],
    ["account open 12", 2, /digits alone/],
    ["account set demo-1 takerFeeRate=0.1", 2, /takerFeeRate and makerFeeRate go together/],
    ["account set demo-1 feeRate=1", 2, /'feeRate' is not known here: it takes account, symbol/],
    ["account set demo-1 status", 2, /'status' must be name=value/],
    ["key disable none", 1, /no such API key/],
    ["key create demo-1 --permission all", 2, /of read, spot, futures, direct, got 'all'/],
    ["key create demo-1 --address here", 2, /'here' is neither an address nor a CIDR block/],
    ["contract change btc leverageMax=0.5", 1, /1 ≤ leverageMin ≤ leverageDefault ≤ leverageMax/],
    ["contract change btc leverageMax=1.234", 2, /leverageMax is invalid: at most 2 decimals, got '1\.234'/],
    ["contract add btc priceDecimals=1 sizeDecimals=1", 2, /symbol is invalid: cmt_<coin>usdt/],
    ["contract status btc closed", 2, /one of trading, cancel-only, halted, delisted, got 'closed'/],
    ["price set btc=0.000001", 2, /prices\.btc is invalid/],
    ["clock step 5", 1, /only a frozen clock is stepped: freeze it first/],
    ["clock to tomorrow", 2, /must be Unix ms or a moment/],
    ["clock to 2026-02-31", 2, /must be Unix ms or a moment/],
    ["export fills --from day5", 2, /--from must be Unix ms or a moment/],
    ["clock run 0", 2, /speed is invalid: above 0/],
    ["limits use none", 2, /one of seed, published, off, got 'none'/],
    ["liquidate demo-2", 1, /error: there is no position to close\n/],
    ["order place demo-1 btc long 1", 2, /one of open-long, open-short, close-long, close-short/],
    [
      "order place demo-1 btc open-long 0.00001",
      2,
      /size is invalid: a multiple of the lot 0\.0001, got '0\.00001'/,
    ],
    [
      "order place demo-1 btc open-long 1 --price 1.23",
      2,
      /price is invalid: a multiple of the tick 0\.1, got '1\.23'/,
    ],
    ["order place demo-1 btc open-long 1 --position 5", 2, /position is invalid/],
    ["order place demo-1 btc open-long 1 --trigger-on mark", 2, /goes with triggerPrice/],
    [
      "order place demo-1 btc open-long 1 --trigger 59000 --stop-loss 60000",
      1,
      /stop loss param triggerPrice '60000.0' \(stopLoss\) is on the wrong side of price '59000.0'/,
    ],
    ["order place demo-1 btc close-long 1", 1, /the long position is not enough: closable size '0/],
    ["order amend demo-1 7", 2, /price, size or triggerPrice must be given/],
    ["order amend demo-1 7 --price 1", 1, /account demo-1 never had an order 7/],
    ["order show demo-1 7", 1, /account demo-1 never had an order 7/],
    ["position close demo-1 --position none", 2, /position is invalid: not a whole number, got 'none'/],
    ["dump /nonexistent/file", 2, /\/nonexistent\/file cannot be written \(ENOENT\)/],
    ["explain rejection demo-2", 1, /no request of the account was refused, as far as/],
    ["order cancel 7", 1, /order 7 does not exist or is final/],
  ];
  test.each(rows)("%s", async (words, code, message) => {
    const result = await outcry(words, "--data", data);
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: "" });
    expect(result.stderr).toMatch(message);
  });

  test.each<[string, number, RegExp]>([
    ["status --data /nonexistent", 3, /no venue was started on that directory\. Start one with/],
    ["status --data=/its/own'folder", 3, /serve --data '\/its\/own'\\''folder'"/],
    ["status --url http://127.0.0.1:1 --token x", 3, /no venue answers at http:\/\/127\.0\.0\.1:1/],
    ["status --url here --token x", 2, /--url must be an address/],
    ["status --url http://127.0.0.1:1", 2, /--url needs the admin token/],
    ["serve --port 70000", 2, /--port must be a whole number from 0 to 65535, got '70000'/],
    ["serve --price btc", 2, /--price must be coin=price/],
    ["serve --price btc=0", 2, /--price btc is a number above 0, got 0/],
    ["serve --host=", 2, /--host is empty/],
    ["serve --data=", 2, /--data is empty/],
    ["serve --host-name a --host-name=", 2, /--host-name is empty/],
    ["serve --whole-prehistory", 2, /--whole-prehistory is for --prehistory FILE or FOLDER/],
    ["serve --clock noon", 2, /--clock must be wall, test, frozen/],
    ["serve --clock=-5", 2, /--clock must be wall, test, frozen/],
    ["serve --sunset 2026-02-31", 2, /--sunset is a time such as/],
    ["run --speed 2 --from may5 -- true", 2, /--from must be a date from 2000 to 2037/],
    ["branch x --at day5", 2, /--at must be a command's number or a moment/],
    [
      "market report --html /nonexistent/a.html",
      2,
      /--html \/nonexistent\/a\.html cannot be written \(ENOENT\)/,
    ],
    ["market report --market /nonexistent.json --html /dev/null", 2, /--market must be a scenario file/],
    ["serve --market /nonexistent.json", 2, /cannot be read \(ENOENT\)/],
    ["serve --limits /nonexistent.json", 2, /--limits \/nonexistent\.json: cannot be read/],
    ["serve --balance -1", 2, /--balance must be a decimal of at least 0/],
    ["serve --wire v9", 2, /--wire must be one of seed, observed, strict-sdk/],
    ["load /", 2, /^error: \/ cannot be read \(EISDIR\)/],
    ["load package.json", 2, /^error: package\.json cannot be loaded: line 1 is not an .*: a dump is what/],
    ["load /dev/null", 2, /^error: \/dev\/null cannot be loaded: it is empty: a dump is what/],
    [
      "serve --market package.json",
      2,
      /^error: package\.json: name: is not a known field, got "outcry"\npack/,
    ],
    [
      "serve --market README.md",
      2,
      /^error: README\.md: must be JSON \(Unexpected token '#'\), got "# Out.*…\n$/,
    ],
    ["market report --market package.json", 2, /^error: package\.json: name: is not a known field/],
    ["exam --market package.json -- true", 2, /^error: package\.json: name: is not a known field/],
    ["run --ca-file /nonexistent -- true", 2, /^error: --ca-file \/nonexistent cannot be read \(ENOENT\)/],
    ["run --key-env A,B,C --key-file /nonexistent -- true", 2, /--key-file \/nonexistent cannot be read/],
    ["account performance a --start-time noon", 2, /--start-time must be Unix ms or a moment such as/],
    ["key create a --expires noon", 2, /--expires must be Unix ms or a moment such as/],
    ["clock to noon", 2, /<time> must be Unix ms or a moment such as/],
    ["export fills --data docs", 5, /there is no history in docs: name the data directory of a venue/],
    ["load /nonexistent", 2, /\/nonexistent cannot be read \(ENOENT\)/],
    ["journal verify /nonexistent", 5, /there is no journal in \/nonexistent/],
    ["history rebuild /nonexistent", 5, /there is no journal in \/nonexistent/],
    ["key import demo-1 --api-key k", 2, /give --file, or all of --api-key, --secret and --passphrase/],
    [
      "key register demo-1 --public-key /nonexistent.pem",
      2,
      /--public-key \/nonexistent\.pem: cannot be read \(ENOENT\)/,
    ],
    ["nothing", 2, /unknown command 'nothing'/],
  ])("%s", async (words, code, message) => {
    const result = await outcry(words);
    expect(result.stderr).toMatch(message);
    expect(result.code).toBe(code);
  });

  test.each([
    ...[
      "dump --data",
      "replay --port 0",
      "branch x --data",
      "diff",
      "state list --data",
      "state save a --data",
    ],
    ...["state load a --data", "export fills --data", "journal inspect", "journal operators", "journal seal"],
    ...["history rebuild", "history verify", "contest results cup --data", "audit --journal"],
  ])("%s DIRECTORY, where somebody's other things lie and no venue", async (words) => {
    const other = temporaryDirectory();
    writeFileSync(join(other, "thesis.txt"), "");
    const result = await outcry(words, other, ...(words === "diff" ? [data] : []));
    expect(result.stderr).toMatch(
      /^error: there is no (?:venue|journal|history) in .*: name (?:its|the) data dir/,
    );
    expect(result.code).toBe(5);
    expect(readdirSync(other)).toEqual(["thesis.txt"]);
  });

  test("a wrong token", async () => {
    const result = await outcry("status --url", venue.controlUrl, "--token", "wrong");
    expect(result).toMatchObject({ code: 1 });
    expect(result.stderr).toContain("needs the token of an operator");
  });

  test("a file names its wrong place, and never shows a value", async () => {
    const path = join(data, "accounts.json");
    writeFileSync(path, JSON.stringify([{ name: "a", secret: "CANARY with blanks" }]));
    const result = await outcry("serve --accounts", path);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/accounts\.json: 0\.secret must match pattern/);
    expect(result.stderr).not.toContain("CANARY");
  });
});

describe("what a venue leaves behind", () => {
  test("stop returns when it has gone", async () => {
    await ask("clock freeze"); // a market that goes on may log a frame behind the answer
    expect(await ask("stop")).toEqual({ stopped: true, seq: venue.engine.headSeq });
    await venue.stopped;
  });

  test("journal: inspect, verify, replay", async () => {
    const seq = venue.engine.durableSeq;
    const digest = Buffer.from(venue.engine.digest).toString("hex");
    const offline = (...words: readonly string[]) => {
      note(words);
      return told(...words);
    };
    expect(await offline("journal inspect", data)).toMatchObject({ firstSeq: 1, headSeq: seq });
    expect(await offline("journal verify", data)).toMatchObject({ intact: true, damage: [] });
    const whole = await offline("journal replay", data);
    expect(whole).toMatchObject({ seq, commands: seq, eventsDigest: digest, money: "0", audit: "passed" });
    expect(await offline("journal replay", data, "--from-snapshot")).toMatchObject({
      seq,
      fromSnapshot: seq,
      eventsDigest: digest,
      stateDigest: whole.stateDigest,
    });
    expect(await offline("journal replay", join(data, "journal"), "--to", "5")).toMatchObject({ seq: 5 });
    expect(await outcry("journal replay", data, "--to", String(seq + 1))).toMatchObject({ code: 2 });
    expect(await offline("history rebuild", data)).toMatchObject({ appliedSeq: seq });
    const { stdout } = await outcry("history verify", data);
    expect(stdout).toMatch(/^intact +true$/m);
    expect(stdout).not.toContain("difference"); // what is not there has no line
  });

  test("a damaged journal is told, place by place", async () => {
    damageOneFrame(join(data, "journal"));
    const result = await outcry("journal verify", data, "--json");
    expect(result.code).toBe(5);
    expect(result.json()).toMatchObject({
      intact: false,
      damage: [expect.stringContaining(".segment at byte")],
    });
    expect(result.stderr).toContain("restore the files named above from a copy");
    expect(await outcry("journal replay", data)).toMatchObject({ code: 5 });
  });
});

test("every command was used above, and each explains itself", async () => {
  // Run as processes (serve.test.ts, bench/, test/run/, test/facts/, src/movers/feeds/record/), or on data of
  // their own (upkeep.test.ts, dump.test.ts, diff.test.ts, replay.test.ts, venue/branch*.test.ts,
  // doctor.test.ts), in forced.test.ts, venue/operators.test.ts, cluster/control.test.ts or
  // cluster/moves.test.ts.
  const elsewhere = [
    ...["serve", "bench", "run", "exam", "market report", "record", "branch", "diff", "dump", "load"],
    ...["replay", "playback show", "playback play", "playback pause", "playback seek", "playback branch"],
    ...["reset", "state save", "state load", "state list", "backup", "restore", "export"],
    ...forcedCommands,
    ...["history verify", "journal operators", "journal seal", "doctor"],
    ...["cluster status", "cluster database", "cluster step-down"],
    ...["cluster import", "cluster export", "cluster verify"],
    ...["cluster clock", "cluster options show", "cluster options set"], // cluster/database.test.ts
    ...["create", "list", "show", "practice", "start", "end", "keys", "results", "verify"].map(
      (each) => `contest ${each}`, // venue/contests.test.ts
    ),
    ...["invitation create", "invitation list", "invitation revoke"], // venue/selfService.test.ts
    ...["operator add", "operator list", "operator rotate", "operator remove"],
    // venue/many.test.ts
    ...["accounts open", "accounts reset", "accounts fund", "accounts status"],
    ...["accounts message", "accounts disable", "messages"],
  ];
  expect([...used, ...elsewhere].sort()).toEqual(COMMANDS.map(([path]) => path).sort());
  for (const [path, command] of COMMANDS) {
    expect(command.description(), path).not.toBe("");
    const help = await outcry(...path.split(" "), "--help");
    expect(help).toMatchObject({ code: 0 });
    expect(help.stdout).toContain("Usage: outcry");
  }
});

test("a command that is asked for is loaded with its group alone, and is the one there is among all", async () => {
  for (const command of PROGRAM.commands) {
    const group = await createProgram(processTerminal, command.name());
    const alone = group.commands.find((each) => each.name() === command.name());
    expect(alone?.helpInformation(), command.name()).toBe(command.helpInformation());
    expect(group.commands.length, command.name()).toBeLessThan(PROGRAM.commands.length);
  }
});

/** The command that words begin with. */
function pathOf(words: readonly string[]): string {
  const paths = COMMANDS.map(([path]) => path);
  return paths.find((path) => `${words.join(" ")} `.startsWith(`${path} `)) ?? words[0]!;
}
