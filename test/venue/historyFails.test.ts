import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { rebuildOffline, verifyOffline } from "../../src/assembly/venue/rebuild.ts";
import { fills } from "../../src/service/readmodel/tables.ts";
import { Deferred } from "../../src/service/readmodel/threads.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, look } from "./client.ts";
import { operate } from "./control.ts";
import { LIMIT } from "./limitOrder.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** History can be made anew, so its failure does not take trading down: it is said, and the rest goes on. */

const SYMBOL = "cmt_btcusdt";

interface Run {
  readonly venue: Venue;
  readonly alice: Client;
  readonly bob: Client;
  readonly logged: string[];
  readonly halts: Error[];
}

async function start(data: string, options: VenueOptions = {}): Promise<Run> {
  const logged: string[] = [];
  const halts: Error[] = [];
  const venue = await venueOfTest({
    data,
    prices: { btc: 60_000 },
    log: { info() {}, warn() {}, error: (fields) => void logged.push(JSON.stringify(fields)) },
    onHalt: (reason) => halts.push(reason),
    ...options,
  });
  const [alice, bob] = venue.accounts.map((key) => new Client(venue.baseUrl, key));
  return { venue, alice: alice!, bob: bob!, logged, halts };
}

function newestSegment(data: string): string {
  const names = readdirSync(join(data, "journal")).filter((name) => /^\d+\.segment$/.test(name));
  return join(data, "journal", names.sort().at(-1)!);
}

let placed = 0;
/** The data of a market in which alice and bob traded, and which was stopped. */
async function traded(): Promise<string> {
  const data = temporaryDirectory();
  const first = await start(data);
  await place(first.alice, "1");
  await place(first.bob, "2");
  await first.venue.stop();
  return data;
}

const place = (client: Client, type: string, price = "60000") =>
  client.post("order/placeOrder", { ...LIMIT, symbol: SYMBOL, client_oid: `h-${++placed}`, type, price });

/** Keeps others from writing the file, as a disk does that is full: what they try fails. */
function seize(path: string): () => void {
  const database = new DatabaseSync(path);
  database.exec("BEGIN IMMEDIATE");
  return () => database.close();
}

const status = (venue: Venue) => operate(venue, "status");

test("a write that fails refuses reads of history with the reason; trading goes on; the next start has all of it", async () => {
  const data = temporaryDirectory();
  const path = join(data, "history.db");
  const first = await start(data);
  expect((await place(first.alice, "1")).status).toBe(200);
  await first.venue.settle();
  const letGo = seize(path);
  expect((await place(first.bob, "2")).status).toBe(200);

  const refused = await first.alice.get("order/fills");
  expect(refused.status).toBe(503);
  expect(refused.body.msg).toBe(
    "History is not available: writing it failed (database is locked); trading goes on",
  );
  expect(refused.body.msg).not.toContain(data);
  for (const name of ["order/history", `order/historyPlan?symbol=${SYMBOL}`]) {
    expect((await first.alice.get(name)).status).toBe(503);
  }
  expect((await place(first.alice, "1", "50000")).status).toBe(200);
  expect((await first.alice.get("order/current")).body).toHaveLength(1);
  expect((await first.alice.get("account/getAccounts")).status).toBe(200);
  expect((await look(first.venue.baseUrl, `depth?symbol=${SYMBOL}`)).status).toBe(200);
  const { state, history } = await status(first.venue);
  expect(state).toBe("running");
  expect(history).toMatch(
    /^not available: history at .*history\.db: writing it failed \(database is locked\); free/,
  );
  const health = await fetch(`${first.venue.baseUrl}/health`);
  expect([health.status, (await health.json()) as object]).toMatchObject([
    200,
    { status: "ok", history: "not available: writing it failed (database is locked)" },
  ]);
  expect(first.logged.filter((line) => line.includes("writing it failed"))).toHaveLength(1);
  letGo();
  await first.venue.stop();

  const second = await start(data);
  expect((await second.alice.get("order/fills")).body.totals).toBe(1);
  expect((await second.bob.get("order/history")).body).toHaveLength(1);
  expect((await status(second.venue)).history).toBe("whole");
});

test("where it is asked for, the venue stops, and says which file, what failed and what to do", async () => {
  const data = temporaryDirectory();
  const { venue, alice, halts } = await start(data, { requireHistory: true });
  await venue.settle();
  const letGo = seize(join(data, "history.db"));
  expect((await place(alice, "1", "50000")).status).toBe(200);
  await venue.history.settle().catch(() => undefined);
  expect((await place(alice, "1", "50001")).status).toBe(200); // on its way when the venue stops
  letGo();
  await expect(venue.engine.settle()).rejects.toThrow(/the market has stopped/);
  expect(halts.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^history at .*history\.db: writing it failed \(database is locked\); free or repair/,
    ),
  ]);
});

test("one that is damaged at the start: the market runs without it, or does not start where that is asked for", async () => {
  const data = await traded();
  truncateSync(join(data, "history.db"), 5_000);

  await expect(startVenue({ data, requireHistory: true })).rejects.toThrow(
    /^history at .*history\.db: .*; with the venue stopped, .*outcry history rebuild/,
  );
  const second = await start(data);
  expect((await place(second.alice, "1", "50000")).status).toBe(200);
  expect((await second.alice.get("order/current")).body).toHaveLength(1);
  expect((await second.alice.get("order/fills")).status).toBe(503);
  expect(second.logged.join()).toContain("outcry history rebuild");
});

test("what it is made anew from is durable before it is: else it could be ahead of the journal after a power cut", async () => {
  const data = temporaryDirectory();
  const first = await start(data);
  await place(first.alice, "1");
  await first.venue.stop();
  const journal = join(data, "journal");
  for (const name of readdirSync(journal)) if (name.endsWith(".snapshot")) rmSync(join(journal, name));
  const segment = newestSegment(data);
  const [inode, bytes] = [statSync(segment).ino, readFileSync(segment)];
  rmSync(join(data, "history.db"));
  await rebuildOffline(data, () => {});
  expect(readFileSync(segment).equals(bytes)).toBe(true);
  expect(statSync(segment).ino, "written anew").not.toBe(inode);
});

test("without it the newest snapshot tells how far the journal was acknowledged: a rotten last frame is not cut", async () => {
  const data = temporaryDirectory();
  const first = await start(data);
  await place(first.alice, "1");
  await first.venue.stop();
  truncateSync(join(data, "history.db"), 5_000);
  const segment = newestSegment(data);
  const rotten = readFileSync(segment);
  rotten[rotten.findLastIndex((byte) => byte !== 0)]! ^= 0x10;
  writeFileSync(segment, rotten);

  await expect(startVenue({ data })).rejects.toThrow(
    /ends with command \d+, but command \d+ was acknowledged.* nothing was changed/,
  );
  expect(readFileSync(segment).equals(rotten)).toBe(true);
});

test("what somebody changed in the file is not answered but refused, and nothing else", async () => {
  const data = await traded();
  const database = new DatabaseSync(join(data, "history.db"));
  database.exec(
    "UPDATE orders SET client_id = 'TAMPERED' WHERE order_id = (SELECT min(order_id) FROM orders)",
  );
  database.close();

  const second = await start(data);
  expect((await second.bob.get("order/history")).body).toHaveLength(1);
  const refused = await second.alice.get("order/history");
  expect(refused.status).toBe(503);
  expect(refused.body.msg).toMatch(
    /^History is not available: a row of orders \(account \d+, order_id \d+\) is not what was written; trading goes on$/,
  );
  expect((await second.alice.get("order/fills")).status).toBe(200);
  expect((await status(second.venue)).history).toMatch(/^damaged: .*outcry history rebuild/);
  expect(second.logged.filter((line) => line.includes("is not what was written"))).toHaveLength(1);
  await second.venue.stop();

  await rebuildOffline(data, () => {});
  const third = await start(data);
  expect((await third.alice.get("order/history")).body).toHaveLength(1);
});

test("the background audit comes upon damage to a row that nobody reads, and tells it as a read does", async () => {
  const data = await traded();
  const database = new DatabaseSync(join(data, "history.db"));
  const of = "account = (SELECT min(account) FROM fills)";
  expect(database.prepare(`UPDATE fills SET price = price + 1 WHERE ${of}`).run().changes).toBe(1);
  database.close();

  const found = new Deferred<string>();
  const second = await start(data, {
    log: { info() {}, warn() {}, error: (fields) => found.resolve(JSON.stringify(fields)) },
  });
  expect(await found.promise).toMatch(
    /history\.db: a row of fills \(account \d+, ordinal 1\) is not what was written; .*outcry history rebuild/,
  );
  expect((await status(second.venue)).history).toMatch(/^damaged: .*outcry history rebuild/);
  const metrics = await (await fetch(`${second.venue.controlUrl}/metrics`)).text();
  expect(metrics).toMatch(/^outcry_history_failed 1$/m);
  expect((await second.alice.get("order/fills")).status).toBe(503);
  expect((await second.bob.get("order/fills")).status).toBe(200);
  expect((await place(second.alice, "1", "50000")).status).toBe(200);
});

test("a row that was made anew, checksum and all, is found by comparing with the journal", async () => {
  const data = await traded();
  const steps = new Set<string>();
  expect(await verifyOffline(data, (step) => steps.add(step))).toMatchObject({ intact: true });
  expect([...steps]).toEqual(["executing the journal", "comparing the history"]);

  const database = new DatabaseSync(join(data, "history.db"));
  const select = database.prepare(`SELECT ${fills.columns.join(", ")} FROM fills LIMIT 1`);
  select.setReturnArrays(true);
  const row = fills.opened([...(select.get() as unknown as number[])]) as number[];
  row[fills.place("price")]!++;
  fills.insert(database, "INSERT OR REPLACE").run(...fills.withChecksum(...row));
  database.close();
  expect(await verifyOffline(data, () => {})).toMatchObject({
    intact: false,
    difference: { table: "fills", what: "price is 600001, and should be 600000" },
  });
  const { code, stderr } = await outcry("history", "verify", data);
  expect(code).toBe(5);
  expect(stderr).toMatch(
    /first in fills, the row of account \d+, ordinal 1: price is 600001.*outcry history rebuild/,
  );
});
