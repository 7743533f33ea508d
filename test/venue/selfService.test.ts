import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";
import { told } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { control as controlOf } from "./control.ts";
import { LIMIT } from "./limitOrder.ts";
import { slowClock } from "./slowTime.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** Accounts that users open themselves, with an invitation's code, and what their keys may do. */

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

function open(options: VenueOptions = {}): Promise<Venue> {
  return venueOfTest({ prices: { btc: 60_000 }, selfService: true, ...options });
}

async function control(venue: Venue, path: string, body?: object): Promise<Json> {
  const { status, body: answer } = await controlOf(venue, path, body);
  return { status, ...answer };
}

async function enter(venue: Venue, given: unknown): Promise<Json> {
  const response = await fetch(`${venue.baseUrl}/join`, {
    method: "POST",
    body: typeof given === "string" ? given : JSON.stringify(given),
    headers: { "content-type": "application/octet-stream" },
  });
  return { status: response.status, ...((await response.json()) as Json) };
}

/** A code that opens nothing any more, for that reason. */
async function gone(entering: Promise<Json>, why: string): Promise<void> {
  expect(await entering).toMatchObject({ status: 410, msg: expect.stringContaining(why) });
}

/** An account that came by an invitation of these terms, and a client with its first key. */
async function joined(venue: Venue, terms: object = {}, account = "carol"): Promise<Client> {
  const { code } = await control(venue, "invitations/create", { name: `for-${account}`, ...terms });
  const first = await enter(venue, { code, account });
  expect(first).toMatchObject({ status: 200, account });
  return new Client(venue.baseUrl, first);
}

const READ = { permissions: ["read"] };
const BUY = { ...LIMIT, price: "50000" };

test("without --self-service there is no page, no way in, and no invitation", async () => {
  const venue = await open({ selfService: false });
  expect((await fetch(`${venue.baseUrl}/join`)).status).toBe(404);
  expect((await enter(venue, { code: "x", account: "carol" })).status).toBe(404);
  const [client] = venue.accounts.map((each) => new Client(venue.baseUrl, each));
  expect((await client!.get("self/keys")).status).toBe(404);
  const refused = await control(venue, "invitations/create", { name: "class" });
  expect(refused.msg).toContain("without --self-service");
  await expect(startVenue({ contest: true, selfService: true, seed: "secret" })).rejects.toThrow(
    "leave out --self-service, or --contest",
  );
});

test("a code opens as many accounts as it says, each with its balance and a key; what is wrong is said and uses nothing up", async () => {
  const venue = await open();
  const made = await control(venue, "invitations/create", { name: "class", uses: 2, balance: "250.5" });
  const { code } = made;
  expect(made).toMatchObject({ link: `/join#${code}`, uses: 2, keys: 5, permissions: ["read", "futures"] });
  expect((await control(venue, "invitations/create", { name: "class" })).msg).toContain("class already");
  const wrong = [
    ["{", 400, '{"code": "…", "account": "…"}'],
    [{ code, account: "a b" }, 400, "letters, digits"],
    [{ code, account: "7" }, 400, "an account's id"],
    [{ code, account: "x".repeat(41) }, 400, "at most 40 characters, got 41"],
    [{ code, account: "demo-1" }, 409, "'demo-1' is taken"],
    [{ code: `${code.slice(1)}x`, account: "carol" }, 404, "none of this venue's"],
  ] as const;
  for (const [given, status, msg] of wrong)
    expect(await enter(venue, given)).toMatchObject({ status, msg: expect.stringContaining(msg) });

  const both = await Promise.all(["carol", "dave"].map((account) => enter(venue, { code, account })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  for (const key of both) {
    const client = new Client(venue.baseUrl, key);
    expect((await client.get("account/assets")).body).toMatchObject([{ equity: "250.5" }]);
    expect((await client.post("order/placeOrder", { ...BUY, size: "0.001" })).status).toBe(200);
  }
  await gone(enter(venue, { code, account: "erin" }), "used 2 times, which is all");
});

test("a revoked code and one whose time is over open nothing; who came before stays", async () => {
  let later = 0;
  const hostClock = Object.assign(Object.create(systemClock), { wallMs: () => systemClock.wallMs() + later });
  const venue = await open({ hostClock });
  const brief = await control(venue, "invitations/create", { name: "brief", hours: 1 });
  const { code } = await control(venue, "invitations/create", { name: "class", uses: 9, hours: 2 });
  later = 3_600_000;
  await gone(enter(venue, { code: brief.code, account: "carol" }), "expired");
  later = 0; // what clients sign is fresh by this clock
  const carol = new Client(venue.baseUrl, await enter(venue, { code, account: "carol" }));
  const { accounts } = await control(venue, "invitations/revoke", { name: "class" });
  expect(accounts).toHaveLength(1);
  await gone(enter(venue, { code, account: "dave" }), "revoked");
  expect((await carol.post("self/keys/create", READ)).status).toBe(200);
  expect((await controlOf(venue, "invitations")).body).toMatchObject([
    { name: "brief", uses: 1, accounts: [] },
    { name: "class", uses: 0, accounts },
  ]);
});

test("an address that tries wrong codes waits, even with the right one", async () => {
  const venue = await open({ hostClock: slowClock(Date.now()) }); // for a minute, which passes while a machine is held up
  const { code } = await control(venue, "invitations/create", { name: "class" });
  for (let i = 0; i < 20; i++)
    expect((await enter(venue, { code: `${i}`, account: "carol" })).status).toBe(404);
  expect((await enter(venue, { code, account: "carol" })).status).toBe(429);
});

test("the first key makes and revokes others, within what the invitation allows; the others do not", async () => {
  const venue = await open({ keyDelayMs: 60_000 });
  const first = await joined(venue, { keys: 2 });
  for (const [body, msg] of [
    [{ permissions: ["direct"] }, "at least one of read, futures, got 'direct'"],
    [{ permissions: [] }, "at least one of read, futures"],
    [{ ...READ, addresses: ["nowhere"] }, "addresses"],
    [{ ...READ, delayMinutes: -1 }, "delayMinutes"],
  ] as const) {
    const refused = await first.post("self/keys/create", body);
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining(msg)]);
  }
  const shown = { label: "bot", permissions: ["read", "futures"], addresses: ["127.0.0.1"] };
  const made = await first.post("self/keys/create", { ...shown, delayMinutes: 2 });
  expect(made.status, made.text).toBe(200);
  const bot = new Client(venue.baseUrl, made.body);
  expect((await bot.get("account/assets")).body.msg).toContain("not effective yet");
  await venue.step(119_000);
  expect((await bot.get("account/assets")).status).toBe(400);
  await venue.step(1_000);
  expect((await bot.get("account/assets")).status).toBe(200);

  const { body } = await first.get("self/keys");
  expect(body).toMatchObject({ account: "carol", keysMax: 2, delayMs: 60_000 });
  expect(body.keys).toMatchObject([
    { apiKey: first.key.apiKey, isFirst: true, lastUsed: venue.clock.now() },
    { ...shown, isFirst: false, lastUsed: venue.clock.now() },
  ]);
  expect((await first.post("self/keys/create", READ)).body.msg).toContain("2 keys, of at most 2");
  for (const [path, given] of [
    ["self/keys/create", READ],
    ["self/keys/disable", { apiKey: first.key.apiKey }],
  ] as const)
    expect((await bot.post(path, given)).body.msg).toContain("with the account's first key");
  expect((await first.post("self/keys/disable", { apiKey: venue.accounts[0]!.apiKey })).body.msg).toContain(
    "a key of this account",
  );
  expect((await first.post("self/keys/disable", { apiKey: bot.key.apiKey })).status).toBe(200);
  expect((await bot.get("account/assets")).body.msg).toContain("disabled");
  expect((await first.post("self/keys/create", READ)).status).toBe(200);
});

test("a key of self-service is nothing to control, and reaches no other account", async () => {
  const venue = await open({ requests: "all" });
  const [carol, dave] = [await joined(venue), await joined(venue, {}, "dave")];
  for (const { method, path } of controlOperations)
    for (const text of [carol.key.apiKey, carol.key.secret, carol.key.passphrase]) {
      const response = await fetch(`${venue.controlUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${text}` },
        ...(method === "POST" && { body: "{}" }),
      });
      expect([path, response.status]).toEqual([path, 401]);
    }
  const foreign = await carol.post("self/keys/disable", { apiKey: dave.key.apiKey });
  expect(foreign.status).toBe(400);
  expect((await dave.get("self/keys")).body.keys).toHaveLength(1);
  const { entries } = (await carol.get("account/requestLog")).body;
  expect(entries.map(({ key, reason }: Json) => [key, reason])).toEqual([
    [carol.key.apiKey, expect.stringContaining("a key of this account")],
  ]);
  const demo = new Client(venue.baseUrl, venue.accounts[0]!);
  expect((await demo.get("self/keys")).status).toBe(404);
  expect((await demo.post("self/keys/create", READ)).status).toBe(404);
});

test("a code that was used stays used after a crash, nothing of it is on the disk, and the key still makes keys", async () => {
  const folder = temporaryDirectory();
  let data = join(folder, "data");
  const before = await startVenue({ prices: { btc: 60_000 }, selfService: true, data });
  const cli = (line: string, ...words: readonly string[]) =>
    told(`invitation ${line}`, ...words, "--data", data);
  const { code } = await cli(
    "create class --uses 1 --balance 10 --hours 48 --keys 3 --permission read --permission futures",
  );
  const key = await enter(before, { code, account: "carol" });
  const copy = join(folder, "copy"); // what a killed process leaves behind
  cpSync(data, copy, { recursive: true });
  await before.stop();
  data = copy;
  const after = await venueOfTest({ prices: { btc: 60_000 }, selfService: true, data });
  expect((await enter(after, { code, account: "dave" })).status).toBe(410);
  expect(await cli("list")).toMatchObject([
    { name: "class", uses: 1, balance: "10", accounts: [expect.any(Number)] },
  ]);
  const carol = new Client(after.baseUrl, key);
  expect((await carol.post("self/keys/create", READ)).status).toBe(200);
  expect(await cli("revoke class")).toMatchObject({ uses: 0 });
  const files = readdirSync(data, { recursive: true, encoding: "utf8" })
    .map((name) => join(data, name))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(3);
  for (const path of files)
    for (const secret of [code, key.secret, key.passphrase])
      expect(readFileSync(path).includes(secret), path).toBe(false);
});
