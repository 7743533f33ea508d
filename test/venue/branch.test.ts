import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { BRANCHES_MAX, Branches } from "../../src/assembly/venue/branch/branches.ts";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { stopOnce } from "../../src/assembly/venue/stops.ts";
import { defaultScenario, parseScenario } from "../../src/movers/feeds/index.ts";
import { allTables } from "../../src/service/readmodel/tables.ts";
import { firstDifference } from "../../src/service/readmodel/verify.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { control } from "./control.ts";
import { placeLimit } from "./placeLimit.ts";
import { venueOfTest, venueOnDisk } from "./venueOfTest.ts";

/**
 * A venue that goes on from a moment of another one: of a running one in memory, of any command of a journal
 * in a directory.
 */

const digestOf = (venue: Venue) => Buffer.from(venue.engine.digest).toString("hex");
const clientOf = (venue: Pick<Venue, "baseUrl" | "accounts">, who = 0) =>
  new Client(venue.baseUrl, venue.accounts[who]!);

/** Answers to an order at 60000 and to one that takes it. */
async function trade(venue: Venue, name: string): Promise<readonly unknown[]> {
  const maker = await placeLimit(venue, 0, { client_oid: `${name}-1`, type: "1" });
  return [maker, await placeLimit(venue, 1, { client_oid: `${name}-2`, type: "2" })];
}

describe.each([
  { place: "in memory, whose house trades", dataOf: () => "memory", market: "simulated" },
  { place: "in a data directory", dataOf: temporaryDirectory, market: "empty" },
] as const)("a venue $place", ({ dataOf, market }) => {
  test("two branches of one moment give the same answers, and the venue goes on as if there were none", async () => {
    const venue = await venueOfTest({ data: dataOf(), market, prices: { btc: 60_000 }, prehistory: 5 });
    await trade(venue, "before");
    await venue.step(31_500);
    const [digest, time] = [digestOf(venue), venue.clock.now()];
    const branches = [await venue.branch(), await venue.branch()];
    expect(digestOf(venue)).toBe(digest);
    for (const branch of branches) {
      expect(branch.clock.now()).toBe(time);
      expect(branch.accounts).toEqual(venue.accounts);
      const fills = await clientOf(branch).get("order/fills?symbol=cmt_btcusdt");
      expect(fills.body.list).toHaveLength(1);
    }
    const whatIf = async (branch: Venue) => {
      await branch.step(11_000);
      await branch.price("btc", "-10%");
      await branch.price("btc", "60000");
      const then = digestOf(branch);
      const answers = await trade(branch, "after");
      await branch.step(1_000);
      await branch.settle();
      const { equity, positions } = await branch.account("demo-1");
      return { then, answers, equity, positions };
    };
    const [first, second] = [await whatIf(branches[0]!), await whatIf(branches[1]!)];
    expect(second).toEqual(first);
    expect(first.then).not.toBe(digest);
    expect(digestOf(venue)).toBe(digest);
    await venue.step(11_000);
    for (const price of ["-10%", "60000"]) await venue.price("btc", price);
    expect(await trade(venue, "after")).toEqual(first.answers); // the same ids: it goes on as its branches do
  });
});

test("over control; its keys and token are the venue's, and it ends with it or by itself", async () => {
  const venue = await venueOfTest({ prices: { btc: 60_000 } });
  const { accounts, adminToken } = venue;
  const { status, body } = await control(venue, "branch", {});
  expect(status).toBe(200);
  expect(body.baseUrl).not.toBe(venue.baseUrl);
  expect((await clientOf({ baseUrl: body.baseUrl, accounts }).get("account/assets")).status).toBe(200);
  expect((await control({ controlUrl: body.controlUrl, adminToken }, "stop", {})).status).toBe(200);
  const branch = await venue.branch();
  await venue.stop();
  await branch.stopped;
  await expect(fetch(branch.baseUrl)).rejects.toThrow();
  await expect(venue.branch()).rejects.toThrow("the venue stops");
});

test("a venue has a bounded number of branches at a time; one that has stopped makes room", async () => {
  const started: { readonly stopped: Promise<void>; stop(): Promise<void> }[] = [];
  const branches = new Branches(async () => {
    const { stop, stopped } = stopOnce(async () => {});
    started.push({ stop, stopped });
    return started.at(-1)!;
  });
  const added = await Promise.allSettled(Array.from({ length: BRANCHES_MAX + 1 }, () => branches.add()));
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(BRANCHES_MAX);
  expect(added.at(-1)).toMatchObject({
    reason: { message: `a venue has at most ${BRANCHES_MAX} branches at a time: stop one first` },
  });
  await started[3]!.stop();
  await branches.add();
  await branches.close();
  await Promise.all(started.map(({ stopped }) => stopped));
  await expect(branches.add()).rejects.toThrow("the venue stops");
});

test("scripted prices are in a branch where they are in the venue", async () => {
  const steps = [
    { atMs: 60_000, price: 61_000 },
    { atMs: 120_000, price: 62_000 },
  ];
  const feed = { type: "scripted", price: 60_000, steps } as const;
  const venue = await venueOfTest({ market: { ...defaultScenario("empty"), feeds: { cmt_btcusdt: feed } } });
  await venue.step(90_000);
  const branch = await venue.branch();
  const indexOf = async ({ engine }: Venue) =>
    (await engine.query({ type: "contracts" })).find(({ symbol }) => symbol === "cmt_btcusdt")!.index;
  expect(await indexOf(branch)).toBe(await indexOf(venue));
  for (const each of [venue, branch]) await each.step(31_000);
  expect(await indexOf(branch)).toBe(62_000 * 1_000); // in points
  expect(await indexOf(branch)).toBe(await indexOf(venue));
});

describe("a scenario", () => {
  const market = (more: object) =>
    parseScenario(
      {
        contracts: [{ symbol: "cmt_btcusdt" }],
        feeds: { cmt_btcusdt: { type: "constant", price: 60_000 } },
        participants: false,
        prehistory: 0,
        ...more,
      },
      () => Promise.reject(new Error("no file")),
    );

  test("goes on in a branch: what is past is not done again, what waits is done at its time, and a reset begins anew", async () => {
    const timeline = [
      { atMs: 0, do: "accounts/open", with: { name: "x" } },
      { atMs: 60_000, do: "fund/deposit", with: { amount: "1" } },
      { atMs: 90_000, say: "Half of it." },
      { atMs: 120_000, do: "fund/deposit", with: { amount: "10" } },
      { atMs: 120_000, expect: "fund", is: { wallet: "1000011" } },
    ];
    const venue = await venueOfTest({ market: await market({ timeline }) });
    await venue.step(90_000);
    const digest = digestOf(venue);
    const branch = await venue.branch();
    const statesOf = ({ scenario }: Venue) => scenario.moments.map(({ state }) => state);
    expect(statesOf(branch)).toEqual(["done", "done", "said", "waits", "waits"]);
    expect(branch.scenario).toEqual(venue.scenario);
    expect(digestOf(branch)).toBe(digest);
    await branch.saveState("begun");
    for (const each of [venue, branch]) await each.step(30_000);
    expect(statesOf(branch)).toEqual(["done", "done", "said", "done", "met"]);
    expect(branch.scenario).toEqual(venue.scenario);
    expect(digestOf(branch)).toBe(digestOf(venue));
    await branch.reset({ to: "begun" });
    expect(statesOf(branch)).toEqual(["refused", "waits", "waits", "waits", "waits"]);
  });

  test("has its faults in a branch, beside those that an operator set, under their numbers", async () => {
    const faults = [
      { kind: "cut", nth: 1, routes: ["market.time"] },
      { kind: "slow", ms: 1, nth: 9 },
    ];
    const venue = await venueOfTest({ market: await market({ faults }) });
    await venue.fault({ kind: "server-error", routes: ["market.time"], accounts: ["demo-1"], every: 2 });
    await venue.fault({ kind: "cut" });
    await venue.removeFault(4);
    await venue.removeFault(2);
    await fetch(`${venue.baseUrl}/capi/v2/market/time`).then(
      (response) => response.text().catch(() => undefined),
      () => undefined,
    );
    expect((await venue.faults())[0]).toMatchObject({ fault: 1, met: 1, over: true });
    const digest = digestOf(venue);
    const branch = await venue.branch();
    const begun = (await venue.faults()).map((each) => ({
      ...each,
      met: 0,
      injected: 0,
      last: [],
      over: false,
    }));
    expect(begun.map(({ fault, kind }) => [fault, kind])).toEqual([
      [1, "cut"],
      [3, "server-error"],
    ]);
    expect(await branch.faults()).toEqual(begun);
    expect(digestOf(branch)).toBe(digest);
    expect(await branch.fault({ kind: "cut" })).toMatchObject({ fault: 5 });
    await branch.reset();
    expect((await branch.faults()).map(({ fault, kind }) => [fault, kind])).toEqual([
      [1, "cut"],
      [2, "slow"],
    ]);
  });
});

/** Every row of every table of a history. */
function rowsIn(data: string): Map<string, readonly string[]> {
  const database = new DatabaseSync(join(data, "history.db"), { readOnly: true });
  const rows = (name: string) =>
    database
      .prepare(`SELECT * FROM ${name}`)
      .all()
      .map((row) => JSON.stringify(row));
  const found = new Map(allTables.map(({ name }) => [name, rows(name)]));
  database.close();
  return found;
}

/** The public trades without their numbers, which begin at 1 where earlier trades are gone. */
function tradesIn(rows: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return rows.get("public_trades")!.map((row) => {
    const { ordinal, checksum, ...trade } = JSON.parse(row);
    return JSON.stringify(trade);
  });
}

describe("outcry branch", () => {
  const branch = (...words: readonly string[]) => outcry("branch", ...words);

  test("at any command, inside a frame too: state, digests and history are the source's there, and it goes on", async () => {
    const { data, venue } = await venueOnDisk({ prehistory: 5 });
    await trade(venue, "a");
    await venue.step(61_000);
    await venue.settle();
    const backup = join(temporaryDirectory(), "then");
    await venue.backup(backup);
    const seq = venue.engine.headSeq;
    const time = venue.clock.now();
    const { account } = (await venue.engine.query({ type: "accounts" })).find(
      ({ name }) => name === "demo-1",
    )!;
    const cancel = { type: "cancelOrder", account, order: 1, plansOnly: false, clientId: "" } as const; // refused: an event
    await venue.engine.submitAll([cancel, cancel, cancel]);
    await trade(venue, "b");
    await venue.step(61_000);
    await venue.settle();

    const target = join(temporaryDirectory(), "fork");
    const made = await branch(target, "--data", data, "--at", String(seq), "--json"); // the venue runs
    expect(made.code, made.stderr).toBe(0);
    const { eventsDigest, stateDigest } = made.json();
    expect(made.json()).toMatchObject({ data: target, seq, replayed: seq, secrets: true });
    const then = await outcry("journal", "replay", data, "--to", String(seq), "--json");
    expect(then.json()).toMatchObject({ eventsDigest, stateDigest });
    expect(firstDifference(join(target, "history.db"), join(backup, "history.db"), () => {})).toBeUndefined();

    const inside = join(temporaryDirectory(), "inside");
    const cut = await branch(inside, "--data", data, "--at", String(seq + 2), "--json");
    const at = await outcry("journal", "replay", data, "--to", String(seq + 2), "--json");
    expect(cut.json()).toMatchObject({
      stateDigest: at.json().stateDigest,
      eventsDigest: at.json().eventsDigest,
    });

    expect(cut.json().eventsDigest).not.toBe(eventsDigest); // it covers the part of the frame

    const atTime = join(temporaryDirectory(), "time");
    const moment = await branch(atTime, "--data", data, "--at", new Date(time).toISOString(), "--json");
    expect(moment.json().seq).toBeGreaterThanOrEqual(seq + 3);
    expect(moment.json().seq).toBeLessThan(venue.engine.headSeq);

    const unused = await branch(join(temporaryDirectory(), "copy"), "--data", target, "--json"); // which has no command of its own
    expect(unused.json(), unused.stderr).toMatchObject({ seq, eventsDigest, stateDigest, replayed: 0 });
    const forked = await venueOfTest({ data: target, prices: { btc: 60_000 } });
    expect(forked.recovery).toMatchObject({ headSeq: seq, snapshotSeq: seq });
    expect(digestOf(forked)).toBe(eventsDigest);
    const fills = await clientOf({ ...forked, accounts: venue.accounts }).get(
      "order/fills?symbol=cmt_btcusdt",
    );
    expect(fills.body.list).toHaveLength(1);
    await trade(forked, "other");
    await forked.stop();
    const again = join(temporaryDirectory(), "again");
    const second = await branch(again, "--data", target, "--json"); // a fork of a fork, at its last command
    expect(second.json()).toMatchObject({ seq: forked.engine.headSeq, eventsDigest: digestOf(forked) });
  });

  test("from a snapshot in between, with the history that the source had then: every row", async () => {
    const data = temporaryDirectory();
    const then: { readonly seq: number; readonly backup: string; readonly after: number }[] = [];
    let snapshotSeq = 0;
    for (const steps of [[61_000], [59_500, 66_000, 21_000]]) {
      const venue = await venueOfTest({ data, market: "simulated", prices: { btc: 60_000 } });
      for (const ms of steps) {
        await venue.step(ms);
        await trade(venue, `t-${then.length}`);
        await venue.settle();
        const backup = join(temporaryDirectory(), "then");
        await venue.backup(backup);
        then.push({ seq: venue.engine.headSeq, backup, after: snapshotSeq });
      }
      await venue.step(10_000);
      await venue.stop();
      snapshotSeq = venue.engine.headSeq;
    }
    for (const [i, { seq, backup, after }] of then.entries()) {
      const target = join(temporaryDirectory(), "fork");
      const made = await branch(target, "--data", data, "--at", String(seq), "--json");
      expect(made.json(), made.stderr).toMatchObject({ seq, replayed: seq - after });
      const [is, was] = [rowsIn(target), rowsIn(backup)];
      const [trades, all] = [tradesIn(is), tradesIn(was)];
      expect(trades.length, `at ${i}`).toBeGreaterThan(0);
      const known = new Set(all);
      expect(trades.filter((row) => !known.has(row))).toEqual([]); // those that were pushed out since are gone
      for (const rows of [is, was]) {
        rows.delete("public_trades");
      }
      expect([...is.get("candles")!, ...is.get("bills")!].length).toBeGreaterThan(100);
      expect(is, `at ${i}`).toEqual(was);
    }
  });

  test("what cannot be is refused with the reason, and nothing is made", async () => {
    const { data, venue } = await venueOnDisk();
    await venue.settle();
    const head = venue.engine.headSeq;
    const target = join(temporaryDirectory(), "fork");
    const refused = async (words: readonly string[], code: number, why: string) => {
      const result = await branch(...words);
      expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(why)]);
      expect(existsSync(target)).toBe(false);
    };
    const at = [target, "--data", data, "--at"];
    await refused([...at, String(head + 1)], 5, `at must be a command from 1 to ${head}, got ${head + 1}`);
    await refused([...at, "0"], 5, `at must be a command from 1 to ${head}, got 0`);
    await refused([...at, "2020-01-01T00:00:00Z"], 5, "before the journal's first command");
    await refused([...at, "yesterday"], 2, "--at must be a command's number or a moment");
    await refused(["--data", data, "--at", "1"], 2, "--at needs a directory");
    await refused([target, "--data", join(data, "none")], 5, "there is no venue in");
    const taken = await branch(data, "--data", data);
    expect([taken.code, taken.stderr]).toEqual([5, expect.stringContaining("in use")]);
    await venue.stop();
    const held = await branch(data, "--data", data);
    expect([held.code, held.stderr]).toEqual([5, expect.stringContaining("holds a market already")]);
    const bare = temporaryDirectory();
    for (const name of ["journal", "history.db", "format"])
      cpSync(join(data, name), join(bare, name), { recursive: true });
    const keyless = await branch(target, "--data", bare);
    expect([keyless.code, keyless.stderr]).toEqual([0, expect.stringContaining("set OUTCRY_MASTER_KEY")]);
  });

  test("without a directory the running venue starts one in memory", async () => {
    const { data, venue } = await venueOnDisk();
    const result = await branch("--data", data, "--json");
    expect(result.code, result.stderr).toBe(0);
    const { baseUrl } = result.json();
    expect((await clientOf({ baseUrl, accounts: venue.accounts }).get("account/assets")).status).toBe(200);
  });
});
