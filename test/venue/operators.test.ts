import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { ControlOperation } from "../../src/service/gateway/control/index.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";
import { outcry, told } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import type { Reply } from "./client.ts";
import { control } from "./control.ts";
import { keyPair } from "./keyPairs.ts";
import { LIMIT } from "./limitOrder.ts";
import { venueOfTest, venueOnDisk } from "./venueOfTest.ts";

/** Who may do what, under which name, and how the journal tells it. */

function call({ controlUrl }: Venue, adminToken: string, operation: string, body?: object): Promise<Reply> {
  return control({ controlUrl, adminToken }, operation, body);
}

async function added(venue: Venue, name: string, role: string): Promise<string> {
  const { status, body } = await call(venue, venue.adminToken, "operators/add", { name, role });
  expect(status).toBe(200);
  expect(body).toEqual({ name, role, token: expect.stringMatching(/^\w{40}$/) });
  return body.token;
}

const ROLES = ["read", "operate", "admin"] as const;

describe("roles", () => {
  let venue: Venue;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    venue = await startVenue({ prices: { btc: 60_000 } });
    for (const role of ROLES) tokens.set(role, await added(venue, `the-${role}`, role));
    tokens.set("first", venue.adminToken);
  });
  afterAll(() => venue.stop());

  /**
   * Asks with a parameter that no operation takes: who may come in is refused for that, and nothing happens.
   */
  async function knock(operation: ControlOperation, token: string): Promise<Reply> {
    const path = operation.path.replace("/control/", "");
    return operation.method === "GET"
      ? call(venue, token, `${path}?knock=1`)
      : call(venue, token, path, { knock: 1 });
  }

  test.each(controlOperations.map((each) => [`${each.method} ${each.path}`, each] as const))(
    "%s lets in its role and those above, and nobody else",
    async (name, operation) => {
      for (const role of ROLES) {
        const { status, body } = await knock(operation, tokens.get(role)!);
        const may = ROLES.indexOf(role) >= ROLES.indexOf(operation.role);
        expect([role, status, body.code]).toEqual([role, may ? 400 : 403, may ? expect.any(String) : "403"]);
        if (!may) expect(body.msg).toBe(`${name} needs the role ${operation.role}: the-${role} has ${role}`);
      }
      expect((await knock(operation, tokens.get("first")!)).status).toBe(400);
    },
  );

  test("what only reads is for readers; what makes keys or operators, or ends the venue, for admins", () => {
    const of = (role: string) =>
      controlOperations.filter((each) => each.role === role).map(({ path }) => path);
    expect(controlOperations.filter(({ method, role }) => method === "GET" && role !== "read")).toEqual([]);
    expect(of("admin").toSorted()).toEqual(
      [
        ...["contests/create", "contests/keys", "contests/move", "invitations/create", "invitations/revoke"],
        ...["keys/create", "keys/import", "keys/register", "keys/change", "keys/disable"],
        ...["accounts/many/disable", "operators/add", "operators/rotate", "operators/remove"],
        ...["stop", "reset", "backup", "bundle", "branch", "replay/branch"],
      ]
        .map((path) => `/control/${path}`)
        .toSorted(),
    );
  });

  test("OpenAPI says the role of every operation, and the bearer scheme", async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a JSON document
    const document: any = await (await fetch(`${venue.baseUrl}/openapi.json`)).json();
    for (const { method, path, role } of controlOperations) {
      const described = document.paths[path][method.toLowerCase()];
      expect(described["x-role"], path).toBe(role);
      expect(described.description, path).toContain(`role \`${role}\``);
      expect(described.security, path).toEqual([{ admin: [] }]);
      expect(Object.keys(described.responses), path).toEqual(expect.arrayContaining(["401", "403"]));
    }
  });
});

describe("operators", () => {
  test("a token opens control until it is rotated or its operator removed, over a restart and a reset", async () => {
    const data = temporaryDirectory();
    const options = { data, prices: { btc: 60_000 }, adminToken: "the-first-token" };
    let venue = await startVenue(options);
    onTestFinished(() => venue.stop());
    const alice = await added(venue, "alice", "operate");
    const bob = await added(venue, "bob", "read");
    await venue.saveState("with-bob");
    const status = async (token: string) => (await call(venue, token, "status")).status;
    expect([await status(alice), await status(bob)]).toEqual([200, 200]);

    const rotated = await call(venue, venue.adminToken, "operators/rotate", { name: "alice" });
    expect(rotated.body.token).not.toBe(alice);
    expect([await status(alice), await status(rotated.body.token)]).toEqual([401, 200]);
    await call(venue, venue.adminToken, "operators/remove", { name: "bob" });
    expect(await status(bob)).toBe(401);

    const standsAs = async () =>
      expect(await Promise.all([alice, rotated.body.token, bob].map(status))).toEqual([401, 200, 401]);
    await venue.stop();
    venue = await startVenue(options);
    await standsAs();
    await venue.reset({ to: "with-bob" });
    await standsAs();
    await venue.reset();
    await standsAs();

    const { body } = await call(venue, rotated.body.token, "operators");
    expect(body).toEqual({
      you: "alice",
      operators: [
        { name: "admin", role: "admin", addedTime: null, tokenTime: null },
        { name: "alice", role: "operate", addedTime: expect.any(Number), tokenTime: expect.any(Number) },
      ],
    });
    await venue.stop();
    const tokens = [alice, bob, rotated.body.token];
    for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = readFileSync(join(entry.parentPath, entry.name), "latin1");
      expect(
        tokens.filter((token) => bytes.includes(token)),
        entry.name,
      ).toEqual([]);
    }
  });

  test("they outlast a state that is loaded while nothing runs; where they cannot be read it says so", async () => {
    const data = temporaryDirectory();
    const options = { data, prices: { btc: 60_000 } };
    let venue = await startVenue(options);
    onTestFinished(() => venue.stop());
    const alice = await added(venue, "alice", "operate");
    const bob = await added(venue, "bob", "read");
    await venue.saveState("before");
    await call(venue, venue.adminToken, "operators/remove", { name: "bob" });
    const rotated = (await call(venue, venue.adminToken, "operators/rotate", { name: "alice" })).body.token;
    const carol = await added(venue, "carol", "admin");
    const tokens = [alice, bob, rotated, carol];
    const statuses = () =>
      Promise.all(tokens.map(async (token) => (await call(venue, token, "status")).status));
    await venue.stop();
    // The second time nobody has started with what the first left behind.
    for (let i = 0; i < 2; i++) {
      const loaded = await outcry("state load before --data", data);
      expect([loaded.code, loaded.stderr]).toEqual([0, ""]);
    }
    venue = await startVenue(options);
    expect(await statuses()).toEqual([401, 401, 200, 200]);
    await venue.stop();

    const journal = join(data, "journal");
    for (const name of readdirSync(journal))
      if (name.endsWith(".segment") || name.endsWith(".snapshot"))
        writeFileSync(join(journal, name), "spoilt");
    const loaded = await outcry("state load before --data", data);
    expect(loaded.code).toBe(0);
    expect(loaded.stderr).toMatch(
      /^the operators are those of the state: those of now could not be read \(.+\)\n$/s,
    );
    venue = await startVenue(options);
    expect(await statuses()).toEqual([200, 200, 401, 401]);
  });

  test("while the venue has halted, the admin token alone opens control", async () => {
    const venue = await startVenue({});
    onTestFinished(() => venue.stop().catch(() => undefined));
    const alice = await added(venue, "alice", "admin");
    venue.engine.halt(new Error("the disk is gone"));
    const halted = await call(venue, venue.adminToken, "status");
    expect(halted).toMatchObject({ status: 200, body: { state: "halted", haltReason: "the disk is gone" } });
    const { status, body } = await call(venue, alice, "status");
    expect([status, body.msg]).toEqual([503, expect.stringContaining("the admin token alone")]);
  });

  test("a name is taken once, and admin is not to be had", async () => {
    const venue = await venueOfTest({});
    await added(venue, "alice", "read");
    const refused = async (path: string, body: object) =>
      (await call(venue, venue.adminToken, `operators/${path}`, body)).body.msg;
    expect(await refused("add", { name: "alice", role: "admin" })).toBe(
      "there is an operator of that name already",
    );
    expect(await refused("add", { name: "admin", role: "read" })).toMatch(
      /^Parameter name is invalid|admin has the venue/,
    );
    expect(await refused("remove", { name: "admin" })).toMatch(/admin has the venue's own token/);
    expect(await refused("rotate", { name: "nobody" })).toBe("there is no operator of that name");
    expect(await refused("add", { name: "a b", role: "read" })).toMatch(/letters, digits/);
    expect(await refused("add", { name: "carol", role: "owner" })).toMatch(/role/);
  });

  test("by the command line: added, listed, rotated, removed", async () => {
    const data = temporaryDirectory();
    await venueOfTest({ data });
    const json = (...words: readonly string[]) => told(...words, "--data", data);
    const { token } = await json("operator add alice --role read");
    expect((await json("operator list --token", token)).you).toBe("alice");
    const refused = await outcry("deposit demo-1 5 --data", data, "--token", token);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("needs the role operate: alice has read"),
    });
    const rotated = await json("operator rotate alice");
    expect((await outcry("operator list --data", data, "--token", token)).code).toBe(1);
    expect((await json("operator list --token", rotated.token)).operators).toHaveLength(2);
    await json("operator remove alice");
    expect((await json("operator list")).operators).toHaveLength(1);
  });
});

describe("journal operators", () => {
  test("tells every operation that changes something: who, what, with what", async () => {
    const data = temporaryDirectory();
    const venue = await venueOfTest({
      selfService: true,
      data,
      accounts: [{ name: "bot" }, { name: "other" }],
      prices: { btc: 60_000 },
    });
    const token = await added(venue, "alice", "admin");
    const done = async (path: string, body: object) => {
      const { status, body: answer } = await call(venue, token, path, body);
      expect([path, status, answer]).toEqual([path, 200, expect.anything()]);
      return answer;
    };
    const backup = join(temporaryDirectory(), "copy");
    const { order } = await restingOrder(venue);
    const { movement } = await done("money/begin", { movement: "deposit", to: "bot", amount: "3" });
    const { apiKey } = await done("keys/create", { account: "bot" });
    const { directive } = await done("directives", { account: "bot", what: "reject", clientId: "another" });
    const cup = { name: "cup", start: "2100-01-01T00:00Z", end: "2100-01-02T00:00Z", balance: "10" };
    /**
     * Of every operation that is not a GET, what it is called with; `undefined`: it was above, or comes
     * below.
     */
    const bodies: Readonly<Record<string, object | undefined>> = {
      audit: {},
      "operators/add": { name: "carol", role: "read" },
      "operators/rotate": { name: "carol" },
      "operators/remove": { name: "carol" },
      "accounts/open": { name: "new", balance: "10" },
      "accounts/many/open": { names: ["many-1", "many-2"], balance: "10" },
      "accounts/many/change": { change: "reset", accounts: ["many-*"] },
      "accounts/many/message": { accounts: ["many-*"], text: "The round begins" },
      "accounts/many/disable": { accounts: ["many-*"] },
      "accounts/settings": { account: "bot", orderDelayMs: 1 },
      "accounts/latency": { account: "bot", toBook: [5] },
      "accounts/reset": { account: "other" },
      "accounts/paper": { account: "bot" },
      "referrals/set": { account: "bot", agent: "other", rebateRate: "0.1" },
      "referrals/pay": { account: "bot" },
      "accounts/liquidate": { account: "bot" },
      "accounts/deleverage": { account: "bot", symbol: "btc", leg: "long", size: "0.0001" },
      "keys/create": undefined,
      "keys/register": { account: "bot", apiKey: "half", publicKey: keyPair("Ed25519").publicKey },
      "keys/import": { account: "bot", apiKey: "mine", secret: "hush-hush", passphrase: "openSesame1" },
      "keys/change": { apiKey, label: "changed" },
      "keys/disable": { apiKey },
      "money/deposit": { account: "bot", amount: "12.5" },
      "money/withdraw": { account: "bot", amount: "0.5" },
      "money/move": { movement: "gift", to: "bot", amount: "1" },
      "money/begin": undefined,
      "money/settle": { movement },
      "fund/deposit": { amount: "1" },
      "fund/withdraw": { amount: "1" },
      "fund/rule": { floor: "0" },
      "cluster/step-down": {},
      "contracts/add": { symbol: "cmt_newusdt", priceDecimals: 2, sizeDecimals: 3, price: "10" },
      "contracts/change": { symbol: "btc", takerRate: "0.0005" },
      "contracts/mark": { symbol: "btc", method: "mean-basis" },
      "contracts/risk": { symbol: "btc", funding: "full" },
      "contracts/status": { symbol: "new", status: "halted" },
      "funding/settle": { symbol: "btc" },
      "funding/skip": { symbol: "btc" },
      "clock/freeze": {},
      "clock/step": { ms: 1000 },
      "clock/stop": {},
      "clock/next": {},
      "clock/max": { clients: 1 },
      "clock/run": { speed: "2" },
      "clock/wall": {},
      "prices/push": { prices: { btc: "60001.5" } },
      "prices/report": { prices: [{ symbol: "eth", price: "3000", source: 1 }] },
      "prices/follow": { symbol: "btc" },
      "participants/switch": { name: "feeds", on: true },
      "orders/place": { account: "bot", symbol: "btc", action: "open-long", size: "0.01", price: "58000" },
      "orders/amend": { account: "bot", order, price: "58900" },
      "orders/cancel": { order },
      "positions/close": { account: "bot" },
      "limits/use": { profile: "off" },
      "limits/exempt": { account: "bot" },
      "requests/level": { level: "all" },
      "states/save": { name: "here" },
      backup: { directory: backup },
      bundle: { directory: join(temporaryDirectory(), "bundle") },
      branch: {},
      "replay/play": {},
      "replay/pause": {},
      "replay/seek": { seq: 1 },
      "replay/branch": { directory: "elsewhere" },
      "faults/add": { kind: "slow", ms: 1 },
      "faults/remove": {},
      "contests/create": { rules: JSON.stringify(cup), teams: "blue" },
      "contests/move": { contest: "cup", moment: "end", at: Date.parse(cup.end) + 60_000 },
      "contests/advance": { contest: "cup" },
      "contests/keys": { contest: "cup" },
      "invitations/create": { name: "class" },
      "invitations/revoke": { name: "class" },
      directives: undefined,
      "directives/drop": { directive },
      reset: undefined,
      stop: undefined,
    };
    const changing = controlOperations.filter(({ method }) => method !== "GET");
    expect(Object.keys(bodies).toSorted()).toEqual(
      changing.map(({ path }) => path.replace("/control/", "")).toSorted(),
    );
    const refusable = new Set([
      ...["positions/close", "referrals/pay", "accounts/deleverage", "clock/wall", "accounts/liquidate"],
      ...["replay/play", "replay/pause", "replay/seek", "replay/branch"],
    ]);
    for (const [path, body] of Object.entries(bodies)) {
      if (body === undefined) continue;
      if (refusable.has(path)) await call(venue, token, path, body);
      else await done(path, body);
    }
    type Act = Readonly<Record<"by" | "action" | "details" | "outcome" | "time", string>>;
    const acts = async (): Promise<readonly Act[]> => told("journal operators", data);
    const all = await acts();
    const of = (action: string) => all.find((act) => act.by === "alice" && act.action === action);
    for (const [action, body] of Object.entries(bodies)) {
      if (action === "reset" || action === "stop" || action === "clock/wall") continue;
      expect(of(action), action).toMatchObject({ time: expect.stringMatching(/^\d{4}-.*Z$/) });
      for (const [name, value] of Object.entries(body ?? {}))
        if (typeof value === "string" && !["secret", "passphrase"].includes(name))
          expect(of(action)!.details, action).toContain(`${name}=${value}`);
    }
    expect(of("money/deposit")).toMatchObject({ details: "account=bot, amount=12.5", outcome: "done" });
    expect(of("prices/push")!.details).toBe('prices={"btc":"60001.5"}');
    expect(of("keys/import")!.details).toContain("secret=…");
    expect(JSON.stringify(all)).not.toMatch(/hush-hush|openSesame/);

    await done("reset", {});
    expect((await acts()).filter(({ by }) => by === "alice")).toMatchObject([{ action: "reset" }]);
    await done("stop", {});
    await venue.stopped;
    expect((await acts()).filter(({ by }) => by === "alice")).toMatchObject([
      { action: "reset" },
      { action: "stop" },
    ]);
  });

  test("tells what control refused, and why, once and without secrets; reads leave nothing", async () => {
    const data = temporaryDirectory();
    const venue = await venueOfTest({ data, accounts: [{ name: "bot" }], prices: { btc: 60_000 } });
    const tokens = { alice: await added(venue, "alice", "operate"), bob: await added(venue, "bob", "read") };
    const refused = async (name: keyof typeof tokens, path: string, body?: object) => {
      const { status, body: told } = await call(venue, tokens[name], path, body);
      expect(status, path).toBeGreaterThanOrEqual(400);
      return String(told.msg);
    };
    const keys = { account: "bot", apiKey: "mine", secret: "hush-hush", passphrase: "openSesame1" };
    const reasons = [
      await refused("bob", "money/deposit", { account: "bot", amount: "5" }),
      await refused("alice", "money/deposit", { account: "nobody", amount: "5", reference: "r" }),
      await refused("alice", "money/deposit", { account: "bot", amount: "5", secrt: "hush-hush" }),
      await refused("alice", "keys/import", keys),
      await refused("alice", "orders/cancel", { order: 7 }),
      await refused("alice", "limits/use", { profile: "none" }),
    ];
    await refused("bob", "accounts/show?account=nobody");
    expect((await call(venue, "no-token", "money/deposit", { account: "bot" })).status).toBe(401);
    const done = { account: "bot", amount: "5", reference: "r" };
    expect((await call(venue, tokens.alice, "money/deposit", done)).status).toBe(200);

    const result = await outcry("journal operators", data, "--json");
    const acts = (result.json() as Record<string, string>[]).filter(({ outcome }) => outcome !== "done");
    expect(acts.map(({ by, action, details, reference }) => [by, action, details, reference])).toEqual([
      ["bob", "money/deposit", "", ""],
      ["alice", "money/deposit", "account=nobody, amount=5", "r"],
      ["alice", "money/deposit", "account=bot, amount=5, secrt=…", ""],
      ["alice", "keys/import", "", ""],
      ["alice", "orders/cancel", "order=7", ""],
      ["alice", "limits/use", "profile=none", ""],
    ]);
    expect(acts.map(({ outcome }) => outcome)).toEqual(
      reasons.map((reason, i) => (i === 4 ? expect.stringMatching(/^refused: \w+$/) : `refused: ${reason}`)),
    );
    expect(result.stdout).not.toContain("hush-hush");
    const { entries } = (await call(venue, tokens.bob, "journal?refused=true")).body;
    expect(entries.map((each: { by?: string; outcome: string }) => [each.by, each.outcome])).toEqual(
      expect.arrayContaining(
        reasons.filter((_, i) => i !== 4).map((reason, i) => [i === 0 ? "bob" : "alice", reason]),
      ),
    );
  });

  test("an operator who is refused all the time is told of sixty times a minute", async () => {
    const data = temporaryDirectory();
    const warned: object[] = [];
    const log = { info() {}, warn: (fields: object) => warned.push(fields), error() {} };
    const venue = await venueOfTest({ data, log });
    const bob = await added(venue, "bob", "read");
    for (let i = 0; i < 100; i++) expect((await call(venue, bob, "clock/step", { ms: i })).status).toBe(403);
    const acts = (await outcry("journal operators", data, "--json")).json();
    const times = acts
      .filter(({ by }: { by: string }) => by === "bob")
      .map((act: { times: number }) => act.times);
    // All of them only where a minute of the host's begins meanwhile.
    const told = times.reduce((sum: number, each: number) => sum + each, 0);
    expect(told).toBeGreaterThanOrEqual(60);
    expect(warned).toEqual(told < 100 ? [{ operator: "bob" }] : []);
  });

  test("a venue on wall time that is told to follow it says so too", async () => {
    const data = temporaryDirectory();
    const venue = await venueOfTest({ data, clock: "wall" });
    expect((await call(venue, venue.adminToken, "clock/wall", {})).status).toBe(200);
    const acts = (await outcry("journal operators", data, "--json")).json();
    expect(acts.at(-1)).toMatchObject({ by: "admin", action: "clock/wall", command: "", outcome: "done" });
  });

  test("a feed that pushes all the time is one line a minute", async () => {
    const { data, venue } = await venueOnDisk();
    for (let i = 0; i < 50; i++) await venue.price("btc", String(60_000 + i));
    await venue.feeds.push({ cmt_ethusdt: 300_000_00 }); // by the program around the venue
    await venue.step(60_000);
    await venue.price("btc", "61000");
    const acts = (await outcry("journal operators", data, "--json")).json();
    expect(acts.filter(({ action }: { action: string }) => action === "prices/push")).toMatchObject([
      { by: "admin", times: 50, details: 'prices={"btc":"60049"}' },
      { by: "admin", times: 1, details: 'prices={"btc":"61000"}' },
    ]);
    expect(acts).toContainEqual(expect.objectContaining({ by: "venue", action: "pushIndex" }));
  });
});

/** The id of an order that rests. */
async function restingOrder(venue: Venue): Promise<{ readonly order: string }> {
  const { V2Client } = await import("../../src/interface/client/index.ts");
  const client = new V2Client({ baseUrl: venue.baseUrl, credentials: venue.accounts[0]! });
  onTestFinished(() => client.close());
  const { order_id } = await client.orders.place({ ...LIMIT, price: "59000" });
  return { order: order_id };
}
