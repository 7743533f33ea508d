import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, look } from "./client.ts";
import { control } from "./control.ts";
import { placeFor } from "./placeLimit.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** The market starts over in place: from nothing, from a saved state, and for one account alone. */

function venueOf(options: VenueOptions = {}): Promise<Venue> {
  return venueOfTest({ prices: { btc: 60_000 }, ...options });
}

const digestOf = (venue: Venue) => Buffer.from(venue.engine.digest).toString("hex");
const clientOf = (venue: Venue, i = 0) => new Client(venue.baseUrl, venue.accounts[i]!);

const place = async (client: Client, type: string, price: string, size = "0.01") =>
  (await placeFor(client, { type, price, size })).order_id;

/** Has both demo accounts trade, one order rest, and time move on. */
async function trade(venue: Venue): Promise<void> {
  await place(clientOf(venue, 0), "1", "60000");
  await place(clientOf(venue, 1), "2", "60000");
  await place(clientOf(venue, 0), "1", "59000");
  await venue.step(61_000);
}

const places: readonly { readonly name: string; readonly dataOf: () => string }[] = [
  { name: "in memory", dataOf: () => "memory" },
  { name: "in a data directory", dataOf: temporaryDirectory },
];

describe.each(places)("$name", ({ dataOf }) => {
  test("a reset is a fresh start: same digest, same keys, same addresses", async () => {
    const venue = await venueOf({ data: dataOf(), market: "simulated", prehistory: 50 });
    await venue.settle();
    const { baseUrl, accounts, adminToken } = venue;
    const [fresh, freshSeq] = [digestOf(venue), venue.engine.headSeq];
    const freshTime = venue.clock.now();
    await trade(venue);
    expect(digestOf(venue)).not.toBe(fresh);
    const report = await venue.reset();
    expect(report).toMatchObject({ digest: fresh, seq: freshSeq });
    expect(digestOf(venue)).toBe(fresh);
    expect(venue).toMatchObject({ baseUrl, accounts, adminToken });
    expect(venue.clock.now()).toBe(freshTime);
    const client = clientOf(venue);
    expect((await client.get("order/current?symbol=cmt_btcusdt")).body).toEqual([]);
    expect((await client.get("account/assets")).body).toMatchObject([{ available: "100000" }]);
    expect(
      (await look(venue.baseUrl, "candles?symbol=cmt_btcusdt&granularity=1m&limit=5")).body,
    ).toHaveLength(5);
    // and it goes on as the first one did
    await trade(venue);
    venue.engine.audit();
    await venue.settle();
    expect(venue.history.appliedSeq).toBe(venue.engine.durableSeq);
  });

  test("requests under way and those that come meanwhile are answered, none by an error", async () => {
    const venue = await venueOf({ data: dataOf() });
    const client = clientOf(venue);
    const stop = { now: false };
    const statuses: number[] = [];
    const ask = async () => {
      while (!stop.now) statuses.push((await client.get("account/assets")).status);
    };
    const asking = [ask(), ask(), ask()];
    for (let i = 0; i < 3; i++) await venue.reset();
    stop.now = true;
    await Promise.all(asking);
    expect(statuses.length).toBeGreaterThan(3);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("a saved state is gone back to, as often as wanted, with its history", async () => {
    const venue = await venueOf({ data: dataOf() });
    await trade(venue);
    await control(venue, "accounts/open", { name: "later", balance: "5" });
    const saved = await venue.saveState("traded");
    const digest = digestOf(venue);
    expect(saved).toMatchObject({ name: "traded", seq: venue.engine.headSeq, digest });
    const client = clientOf(venue);
    const fills = (await client.get("order/fills?symbol=cmt_btcusdt")).body;
    await client.post("order/cancelAllOrders", { cancelOrderType: "normal" });
    for (let i = 0; i < 2; i++) {
      const report = await venue.reset({ to: "traded" });
      expect(report).toMatchObject({ seq: saved.seq, digest });
      expect((await client.get("order/current?symbol=cmt_btcusdt")).body).toMatchObject([
        { price: "59000.0" },
      ]);
      expect((await client.get("order/fills?symbol=cmt_btcusdt")).body).toEqual(fills);
      await place(client, "1", "58000");
      await venue.settle();
      expect(venue.history.appliedSeq).toBe(venue.engine.durableSeq);
      venue.engine.audit();
    }
    expect((await control(venue, "accounts/show?account=later")).body.wallet).toBe("5");
    await venue.reset();
    expect((await control(venue, "accounts/show?account=later")).status).toBe(400);
    expect(await venue.states()).toEqual([saved]);
  });

  test("a state that does not exist is refused, and nothing happens", async () => {
    const venue = await venueOf({ data: dataOf() });
    const { headSeq } = venue.engine;
    await expect(venue.reset({ to: "none" })).rejects.toThrow("there is no state 'none': none was saved");
    await expect(venue.saveState("../up")).rejects.toThrow(/a state's name is 1 to 64/);
    expect(await control(venue, "reset", { to: "none" })).toMatchObject({ status: 400 });
    expect(await control(venue, "states/save", { name: ".." })).toMatchObject({ status: 400 });
    // What control refuses is told in the journal.
    expect(venue.engine).toMatchObject({ headSeq: headSeq + 2, state: "running" });
  });
});

test("a venue started again goes on behind the state it was reset to", async () => {
  const data = temporaryDirectory();
  const first = await startVenue({ data, prices: { btc: 60_000 } });
  await trade(first);
  const saved = await first.saveState("a");
  await first.reset();
  await first.reset({ to: "a" });
  await place(clientOf(first), "1", "57000");
  await first.stop();
  const again = await venueOf({ data });
  expect(again.recovery.headSeq).toBeGreaterThan(saved.seq);
  expect((await clientOf(again).get("order/current?symbol=cmt_btcusdt")).body).toMatchObject([
    { price: "57000.0" },
    { price: "59000.0" },
  ]);
  again.engine.audit();
});

test("a replacement that a crash cut short behind its commit is finished by the next start", async () => {
  const { commitReplacement, prepareReplacement } = await import("../../src/assembly/venue/replacement.ts");
  const data = temporaryDirectory();
  const first = await startVenue({ data, prices: { btc: 60_000 } });
  const fresh = first.engine.headSeq;
  await trade(first);
  await first.stop();
  await prepareReplacement(data);
  await commitReplacement(data);
  // As it looks right behind the commit, with the old market still in its place.
  const old = await startVenue({ data, prices: { btc: 60_000 } });
  await trade(old);
  await old.stop();
  const { mkdirSync, writeFileSync } = await import("node:fs");
  mkdirSync(join(data, "next", "journal"), { recursive: true });
  writeFileSync(join(data, "next", "history.none"), "");
  const again = await venueOf({ data });
  expect(again.engine.headSeq).toBe(fresh);
  expect(existsSync(join(data, "next"))).toBe(false);
  expect(readdirSync(data)).not.toContain("next.unfinished");
});

test("a restoration that a crash cut short behind its commit is finished with its key by the next start", async () => {
  const [source, data, backup] = [
    temporaryDirectory(),
    temporaryDirectory(),
    join(temporaryDirectory(), "backup"),
  ];
  const restored = await venueOf({ data: source });
  await restored.backup(backup, { secrets: true });
  const replaced = await startVenue({ data, prices: { btc: 60_000 } });
  await replaced.stop();
  cpSync(backup, join(data, "next"), { recursive: true }); // as it looks right behind the commit
  const again = await venueOf({ data });
  expect(again.accounts).toEqual(restored.accounts);
  expect(existsSync(join(data, "next"))).toBe(false);
});

test("control resets, saves and lists", async () => {
  const venue = await venueOf();
  const fresh = digestOf(venue);
  const seqOfFresh = venue.engine.headSeq;
  await trade(venue);
  const seq = venue.engine.headSeq; // of which the save itself is no part
  expect((await control(venue, "states/save", { name: "one" })).body).toMatchObject({ name: "one" });
  expect((await control(venue, "states")).body).toMatchObject([{ name: "one", seq }]);
  expect((await control(venue, "reset", {})).body).toMatchObject({ digest: fresh });
  // The new market's journal begins with who let it begin.
  expect((await control(venue, "status")).body).toMatchObject({ headSeq: 1 + seqOfFresh, state: "running" });
  const metrics = await (await fetch(`${venue.controlUrl}/metrics`)).text();
  expect(metrics).toContain(`outcry_head_seq ${venue.engine.headSeq}\n`);
  expect((await control(venue, "reset", { to: "one" })).body).toMatchObject({ seq });
});

test("an account that is opened after a reset has nothing of an earlier one with its number", async () => {
  const venue = await venueOf();
  const open = async (name: string) => {
    const { account } = (await control(venue, "accounts/open", { name, balance: "5" })).body;
    const key = (await control(venue, "keys/create", { account: name })).body;
    return { account, client: new Client(venue.baseUrl, key) };
  };
  const requests = async (client: Client) => (await client.get("account/requestLog?limit=10")).body;
  const red = await open("red");
  await control(venue, "limits/exempt", { account: "red" });
  await control(venue, "limits/exempt", { account: "demo-2" });
  await requests(red.client); // whoever reads it is logged
  expect((await red.client.get("order/detail?orderId=1")).status).toBe(400);
  expect(JSON.stringify(await requests(red.client))).toContain("order/detail");
  await venue.reset();
  const blue = await open("blue");
  expect(blue.account).toBe(red.account);
  const demo = (await control(venue, "accounts/show?account=demo-2")).body;
  expect((await control(venue, "limits")).body.exempt).toEqual([demo.account]);
  await requests(blue.client);
  const log = JSON.stringify(await requests(blue.client));
  expect(log).toContain("account/requestLog");
  expect(log).not.toContain("order/detail");
});

describe("one account", () => {
  test("orders go, positions are closed at market, the balance is its first deposit again", async () => {
    const venue = await venueOf({ accounts: [{ name: "a", balance: "5000" }, { name: "b" }, { name: "c" }] });
    await place(clientOf(venue, 0), "1", "60000");
    await place(clientOf(venue, 1), "2", "60000");
    await place(clientOf(venue, 2), "1", "60000", "0.5"); // takes the other side of the close
    await place(clientOf(venue, 0), "1", "55000");
    await control(venue, "money/deposit", { account: "a", amount: "77" });
    const { body } = await control(venue, "accounts/reset", { account: "a" });
    expect(body).toMatchObject({ canceledOrders: 1, closedPositions: 1, openPositions: [], wallet: "5000" });
    const shown = (await control(venue, "accounts/show?account=a")).body;
    expect(shown).toMatchObject({ wallet: "5000", liveOrders: 0, positions: [] });
    venue.engine.audit();
    expect((await control(venue, "accounts/reset", { account: "a" })).body).toMatchObject({ moved: "0" });
  });

  test("what the book does not take stays open and is told; the balance is left alone", async () => {
    const venue = await venueOf();
    await place(clientOf(venue, 0), "1", "60000", "0.02");
    await place(clientOf(venue, 1), "2", "60000", "0.02");
    await control(venue, "money/deposit", { account: "demo-1", amount: "77" });
    const before = (await control(venue, "accounts/show?account=demo-1")).body.wallet;
    const { body } = await control(venue, "accounts/reset", { account: "demo-1" });
    expect(body).toMatchObject({
      closedPositions: 0,
      openPositions: [{ symbol: "cmt_btcusdt", leg: "long", size: "0.0200" }],
      moved: "0",
      wallet: before,
    });
  });

  test("its delays and its latency are not waited for", async () => {
    const venue = await venueOf({
      accounts: [{ name: "a", balance: "5000" }, { name: "b" }, { name: "c" }],
      clock: "test",
    });
    await place(clientOf(venue, 0), "1", "60000");
    await place(clientOf(venue, 1), "2", "60000");
    await place(clientOf(venue, 2), "1", "60000", "0.5");
    await place(clientOf(venue, 0), "1", "55000");
    const settings = { account: "a", cancelDelayMs: 1000 };
    expect(await control(venue, "accounts/settings", settings)).toMatchObject({ status: 200 });
    const latency = { account: "a", toBook: [1000], seed: 1 };
    expect(await control(venue, "accounts/latency", latency)).toMatchObject({ status: 200 });
    const { body } = await control(venue, "accounts/reset", { account: "a" });
    expect(body).toMatchObject({ canceledOrders: 1, closedPositions: 1, openPositions: [], wallet: "5000" });
    const shown = (await control(venue, "accounts/show?account=a")).body;
    expect(shown).toMatchObject({ wallet: "5000", liveOrders: 0, positions: [] });
    expect((await control(venue, "accounts/reset", { account: "a" })).body).toMatchObject({ moved: "0" });
  });

  test("only a user's", async () => {
    const venue = await venueOf();
    expect((await control(venue, "accounts/reset", { account: "1" })).status).toBe(400);
  });
});
