import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { LinkServer } from "../../src/assembly/cluster/link/linkServer.ts";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { formatTag } from "../../src/kernel/engine/index.ts";
import { RequestLog } from "../../src/service/gateway/index.ts";
import { SCHEMA_TAG } from "../../src/service/readmodel/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { isMissing, newDatabase, openLog, usingPostgres } from "../journal/postgres.ts";
import { query } from "../journal/query.ts";
import { rowsIn } from "../readmodel/rowsIn.ts";
import { Client } from "../venue/client.ts";
import { placeLimit } from "../venue/placeLimit.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { LEASE_MS, nodesOfTest, pair } from "./nodes.ts";

/** Nodes that come when the beginning of the log is gone. */

const MASTER_KEY = new Uint8Array(32).fill(7);
const KEEP_BYTES = 80_000;

/** A trade between the two accounts, and commands enough to reach the bound. */
async function trade(venue: Venue): Promise<void> {
  for (const [i, type] of ["1", "2"].entries()) await placeLimit(venue, i, { type });
  const cancel = { type: "cancelOrder", account: 3, order: 0, plansOnly: false } as const;
  const clientId = "none".padEnd(40, "-");
  await Promise.all(Array.from({ length: 1_500 }, () => venue.engine.submit({ ...cancel, clientId })));
  await venue.settle();
}

describe.skipIf(isMissing)("of a log that is bounded", () => {
  const postgres = usingPostgres({ standbys: 0 });

  test("a new node has state and history of the others; one that was away for too long starts again, and says so", async () => {
    const url = await newDatabase(postgres());
    const directory = temporaryDirectory();
    const told: string[] = [];
    const start = async (name: string): Promise<Venue> => {
      const tell = (_: object, text: string) => void told.push(`${name}: ${text}`);
      const venue = await venueOfTest({
        data: join(directory, name),
        prices: { btc: 60_000 },
        prehistory: 3,
        masterKey: MASTER_KEY,
        journalKeepBytes: KEEP_BYTES,
        log: { info() {}, warn: tell, error: tell },
        cluster: {
          leaseMs: 600_000, // however busy the machine is; a stop gives it back
          log: (knownDurableSeq) =>
            openLog(url, { single: true, format: formatTag(), partitionCommands: 300, knownDurableSeq }),
        },
      });
      return venue;
    };
    const shared = async (): Promise<number[]> =>
      (await query(url, "select seq from outcry.snapshot order by seq")).map(({ seq }) => Number(seq));
    const begins = async () => Number((await query(url, "select begins from outcry.fence"))[0]!["begins"]);

    let a = await start("a");
    const away = await start("b");
    await away.stop();
    const trades = 3;
    // What it takes at a stop, at the latest, the node that leads next stores when it starts.
    for (let round = 1; round < trades; round++) {
      const before = a.engine.durableSeq;
      await trade(a);
      await a.stop();
      a = await start("a");
      await expect.poll(async () => (await shared()).at(-1)).toBeGreaterThan(before);
    }
    await expect.poll(begins).toBeGreaterThan(1);
    await expect.poll(async () => (await begins()) - (await shared())[0]!).toBe(1);
    await expect
      .poll(() => query(url, "select relname from pg_class where relname like 'frame_%' and relkind = 'r'"))
      .not.toContainEqual({ relname: "frame_0" });

    await trade(a);
    for (const name of ["c", "b"]) {
      const node = await start(name);
      expect(node.engine.state).toBe("following");
      expect(node.engine.recovery.snapshotSeq).toBeGreaterThanOrEqual((await begins()) - 1);
      await expect.poll(() => node.history.appliedSeq).toBe(a.engine.durableSeq);
      expect(node.engine.digest).toEqual(a.engine.digest);
      await node.stop();
    }
    await a.stop();
    const rows = rowsIn(join(directory, "a", "history.db"));
    expect(rows["fills"]).toHaveLength(2 * trades);
    for (const name of ["b", "c"]) expect(rowsIn(join(directory, name, "history.db"))).toEqual(rows);
    expect(told.filter((text) => text.includes("this node starts"))).toEqual([
      expect.stringMatching(/^c: .* was empty: this node starts from the cluster's state of command \d+$/),
      expect.stringMatching(
        /^b: the log begins with command \d+ now, and what .* held ended before: this node starts/,
      ),
    ]);
  });

  test("without a whole state to start from, a new node says what to do", async () => {
    const url = await newDatabase(postgres());
    const log = await openLog(url, { single: true, format: formatTag() });
    onTestFinished(() => log.close());
    const later = { firstSeq: 50, nextSeq: 50, epoch: 0, time: 0, hash: new Uint8Array(32) };
    await log.adopt({ head: () => later, async *read() {} }, () => {});
    const data = join(temporaryDirectory(), "new");
    const cluster = { log: () => openLog(url, { single: true, format: formatTag() }) };
    await expect(startVenue({ data, masterKey: MASTER_KEY, cluster })).rejects.toThrow(
      /the log begins with command 50.*no whole state.*copy its data directory/s,
    );
  });
});

test("a node whose next command is trimmed under it goes on from a state", async () => {
  const { nodes, a, b, clients } = await pair();
  const lost = vi.spyOn(LinkServer.prototype, "send").mockReturnValue(); // it has to read the log
  onTestFinished(() => lost.mockRestore());
  const release = nodes.holdReads("b");
  const order = { symbol: "cmt_btcusdt", size: "0.0001", type: "1", order_type: "0", match_price: "0" };
  const place = (id: string) =>
    clients[0]!.post("order/placeOrder", { ...order, price: "30000", client_oid: id });
  expect((await place("one")).status).toBe(200);
  await a.settle();
  const { meta, bytes } = a.engine.capture();
  await nodes.store.histories.write({ ...meta, format: SCHEMA_TAG }, await a.history.image());
  await nodes.store.snapshots.write(meta, bytes);
  expect((await place("two")).status).toBe(200);
  nodes.store.trim(meta.seq + 1);
  release();
  await nodes.until(() => b.engine.state === "following" && b.engine.headSeq === a.engine.headSeq);
  expect(b.engine.recovery.snapshotSeq).toBe(meta.seq);
  expect(b.engine.digest).toEqual(a.engine.digest);
  const { body } = await nodes.passing(clients[1]!.get("order/current?symbol=cmt_btcusdt"));
  expect(body.map((each: { client_oid: string }) => each.client_oid).sort()).toEqual(["one", "two"]);
});

test("a node that loses the lead before it listens opens its market anew, and listens", async () => {
  const nodes = nodesOfTest();
  const { open } = RequestLog;
  const opening = vi.spyOn(RequestLog, "open").mockImplementationOnce(async (...given) => {
    nodes.cutOff("a");
    await new Promise<void>((resolve) => nodes.clock.setTimer(2 * LEASE_MS, resolve));
    nodes.reconnect("a");
    return open.apply(RequestLog, given);
  });
  onTestFinished(() => opening.mockRestore());
  const a = await nodes.start("a");
  expect([a.engine.state, opening.mock.calls.length]).toEqual(["running", 2]);
  const client = new Client(a.baseUrl, a.accounts[0]!, () => nodes.clock.wallMs());
  expect((await nodes.passing(client.get("order/current?symbol=cmt_btcusdt"))).status).toBe(200);
});
