import { EventEmitter, once } from "node:events";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { type Clock, MINUTE_MS, systemClock } from "../../src/kernel/host/clock.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { FencedLog } from "../../src/kernel/journal/fenced/fencedLog.ts";
import type { PostgresLogOptions } from "../../src/kernel/journal/postgres/postgresLog.ts";
import { TcpProxy } from "../host/tcpProxy.ts";
import { frameText, randomFrame, readAll } from "../simulation/journalFrames.ts";
import { isMissing, newDatabase, openLog, usingDatabase, usingPostgres } from "./postgres.ts";
import { query } from "./query.ts";

/**
 * What only a real server shows: commits that wait, answers that are lost, settings, another server's data.
 */

const rng = new SeededRng(1);
const frame = (count = 1) => ({ ...randomFrame(rng, 300), count });
/** Processes of the server that wait for the standby. */
const WAITING = "select from pg_stat_activity where wait_event = 'SyncRep'";
/** As in `journal/postgres/lane.ts`: after this an answer is late. */
const LATE_MS = 1_000;

/** A clock on which what takes minutes is over soon: two of them in 20 ms. */
const HASTY: Clock = {
  ...systemClock,
  setTimer: (ms, fire) => systemClock.setTimer(ms < 2 * MINUTE_MS ? ms : ms / 6_000, fire),
};

/** A clock of which a minute passes when told to, and all else in its time. */
function minutesByHand() {
  const minutes: (() => void)[] = [];
  const setTimer: Clock["setTimer"] = (ms, fire) => {
    if (ms !== MINUTE_MS) return systemClock.setTimer(ms, fire);
    minutes.push(fire);
    return { clear: () => {} };
  };
  return { clock: { ...systemClock, setTimer }, pass: () => minutes.at(-1)!() };
}

const refusal = (reason: string) => expect.objectContaining({ name: "LogError", reason });

describe.skipIf(isMissing)("the log on PostgreSQL", () => {
  const postgres = usingPostgres();
  const database = usingDatabase(postgres);
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** A log in an empty database, behind a network of ours; it leads. */
  async function bed(options: Partial<PostgresLogOptions> = {}, empty = database()) {
    const direct = await empty;
    const proxy = await TcpProxy.start({ path: `${postgres().servers[0]!.socket}/.s.PGSQL.5432` });
    ends.push(() => proxy.end());
    const url = direct.replace(/@[^/]+\//, `@127.0.0.1:${proxy.port}/`);
    const open = async (through = url, given: Partial<PostgresLogOptions> = {}) => {
      const log = await openLog(through, given);
      ends.push(() => log.close());
      return log;
    };
    const a = await open(url, options);
    const epoch = await lead(a, "a");
    await a.append(epoch, 1, frame());
    const frames = () => query(direct, "select first_seq from outcry.frame order by first_seq");
    return { direct, proxy, url, open, a, epoch, frames };
  }

  async function lead(log: FencedLog, node: string): Promise<number> {
    await expect
      .poll(async () => (await log.lease.take({ node, address: "127.0.0.1:1" }, 600_000)).holder?.node)
      .toBe(node);
    return (await log.acquire()).epoch;
  }

  /**
   * Resolves once so many processes of the server wait for the standby, or more: who has connected anew has
   * left one behind.
   */
  const waiting = (direct: string, processes = 1) =>
    expect.poll(async () => (await query(direct, WAITING)).length).toBeGreaterThanOrEqual(processes);

  test("a start waits for a server that is silent, says so, and in the end says for how long it did", async () => {
    const { proxy, url, open } = await bed();
    proxy.hold(["back"]);
    const told = new EventEmitter();
    const late = once(told, "late");
    const stopping = new AbortController();
    const { signal } = stopping;
    const report = (share: number) => told.emit("late", share);
    const patience = { withinMs: 6_000_000_000, report, signal };
    const started = open(url, { clock: HASTY, patience });
    const [share] = await late;
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThan(1);
    proxy.mend();
    expect((await started).head().nextSeq).toBe(2);

    proxy.hold(["back"]);
    const shares: number[] = [];
    await expect(
      open(url, {
        clock: HASTY,
        patience: { ...patience, withinMs: 600_000, report: (each: number) => shares.push(each) },
      }),
    ).rejects.toThrow(/127\.0\.0\.1:\d+: no answer within \d+ ms/);
    expect(shares.length).toBeGreaterThan(0);
    const again = once(told, "late");
    const stopped = open(url, { clock: HASTY, patience });
    stopped.catch(() => undefined);
    await again;
    stopping.abort();
    await expect(stopped).rejects.toEqual(refusal("unreachable"));
    proxy.mend();
  });

  test("an append whose answer is lost is in the log once", async () => {
    const { proxy, a, epoch, frames } = await bed();
    proxy.hold(["back"], "links of now");
    const sent = frame();
    const appended = a.append(epoch, 2, sent);
    await expect.poll(frames).toHaveLength(2);
    proxy.cut();
    proxy.mend();
    await appended;
    await a.append(epoch, 3, frame());
    expect((await readAll(a, 2)).map(frameText)[0]).toBe(frameText(sent));
    expect(await frames()).toHaveLength(3);
  });

  test("an append that is lost on its way is sent again, over links that say nothing", async () => {
    let isHeld = false; // then an answer is late at once
    const setTimer: Clock["setTimer"] = (ms, fire) =>
      systemClock.setTimer(isHeld && ms === LATE_MS ? 0 : ms, fire);
    const options = { clock: { ...systemClock, setTimer }, answerWithinMs: 30_000 };
    // In a database of its own: what is held may reach the server so late that another test has begun.
    const { proxy, a, epoch, frames } = await bed(options, newDatabase(postgres()));
    proxy.hold(["there", "back"], "links of now"); // half-open: only a late answer tells
    isHeld = true;
    await a.append(epoch, 2, frame());
    isHeld = false;
    expect(await frames()).toHaveLength(2);
    proxy.mend(); // what was held arrives, late, at the server: it touches nothing
    await a.append(epoch, 3, frame());
    expect(await frames()).toHaveLength(3);
    expect(await readAll(a, 1)).toHaveLength(3);
  });

  test("an append waits while no standby has it, even when the wait is cancelled on the server", async () => {
    const { direct, a, epoch } = await bed();
    const [, standby] = postgres().servers;
    standby!.pause();
    let isDone = false;
    const appended = a.append(epoch, 2, frame()).then(() => {
      isDone = true;
    });
    try {
      await waiting(direct);
      await query(direct, "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
      await waiting(direct); // the commit after which all that is there is durable
      expect(isDone).toBe(false);
    } finally {
      standby!.resume();
    }
    await appended;
    expect((await readAll(a, 1)).map(({ firstSeq }) => firstSeq)).toEqual([1, 2]);
  });

  test("a primary that comes back after a crash shows a node nothing that no standby has", async () => {
    const { direct, a, epoch, open, frames } = await bed();
    const b = await open();
    const [server, standby] = postgres().servers;
    standby!.pause();
    let isRead = false;
    let appended: Promise<void>;
    let refreshed: Promise<unknown>;
    try {
      appended = a.append(epoch, 2, frame());
      await waiting(direct);
      await server!.kill();
      await server!.start();
      expect(await frames()).toHaveLength(2);
      refreshed = b.refresh().then(() => {
        isRead = true;
      });
      await waiting(direct, 2); // who appends, and who reads
      expect(isRead).toBe(false);
    } finally {
      standby!.resume();
    }
    await Promise.all([appended, refreshed]);
    expect(b.head().nextSeq).toBe(3);
  });

  test("an older epoch's append touches nothing", async () => {
    const { open, a, epoch, frames } = await bed();
    const b = await open();
    await a.lease.release(epoch);
    const epochB = await lead(b, "b");
    expect(epochB).toBe(epoch + 1);
    await expect(a.append(epoch, 2, frame())).rejects.toEqual(refusal("fenced"));
    await b.append(epochB, 2, frame());
    await expect(a.append(epoch, 2, frame())).rejects.toEqual(refusal("fenced"));
    expect(await frames()).toHaveLength(2);
    await a.refresh();
    expect(a.head()).toEqual(b.head());
  });

  test("the lease is the database's: one holder, until its time is over or it gives it back", async () => {
    const { open, a, epoch } = await bed();
    const b = await open();
    const other = { node: "b", address: "127.0.0.1:2" };
    expect(await b.lease.take(other, 1_000)).toMatchObject({ epoch, holder: { node: "a" } });
    expect(await a.lease.renew(epoch, 600_000, "noted")).toMatchObject({ epoch, note: "noted" });
    expect((await b.lease.look()).leftMs).toBeGreaterThan(1_000);
    await a.lease.release(epoch);
    expect(await b.lease.look()).toMatchObject({ holder: undefined, leftMs: 0, note: "noted" });
    expect(await b.lease.take(other, 1)).toMatchObject({ epoch: epoch + 1, holder: other });
    await expect.poll(async () => (await a.lease.look()).leftMs).toBe(0);
    expect(await a.lease.renew(epoch, 1_000, "")).toMatchObject({ epoch: epoch + 1, holder: other });
  });

  test("nodes hear of each other, and of what is all nodes': who sets a name first decides, a later change counts", async () => {
    const { open, a, direct } = await bed();
    const b = await open();
    const both = (x: string, y: string) => new Map(Object.entries({ x, y }));
    expect(await a.roster.attend("a", "one")).toEqual({ present: [], settings: new Map() });
    const begun = await Promise.all([a, b].map((log, i) => log.settings.begin(both(`x${i}`, `y${i}`))));
    expect(begun[1]).toEqual(begun[0]);
    const heard = await b.roster.attend("b", "two");
    expect(heard.present).toMatchObject([{ node: "a", beat: 1, announcement: "one" }]);
    expect(heard.settings).toEqual(begun[0]);
    await a.settings.set(new Map([["x", "'; drop table outcry.setting; --"]]));
    await b.settings.set(both("x2", "y2"));
    expect(await a.settings.all()).toEqual(both("x2", "y2"));
    expect(await b.roster.present()).toHaveLength(2);
    const changes = await query(direct, "select change from outcry.setting where name = 'x' order by change");
    expect(changes.map(({ change }) => change)).toEqual([1, 2, 3]);
  });

  describe("damage", () => {
    const CHANGES = {
      "a byte":
        "update outcry.frame set bytes = set_byte(bytes, 200, get_byte(bytes, 200) # 1) where first_seq = 30",
      "a frame": "delete from outcry.frame where first_seq = 30",
      "the order":
        "update outcry.frame set bytes = (select bytes from outcry.frame where first_seq = 31) where first_seq = 30",
      "the last frame": "delete from outcry.frame where first_seq = 50",
    };
    test.each(Object.entries(CHANGES))("of %s is found", async (_what, change) => {
      const { direct, a, epoch, open } = await bed();
      for (let seq = 2; seq <= 50; seq++) await a.append(epoch, seq, frame());
      await query(direct, change);
      await expect(readAll(await open(), 1)).rejects.toEqual(refusal("damaged"));
    });
  });

  test("trimming drops whole tables, and what is left can be read", async () => {
    const { direct, a, epoch, open } = await bed();
    for (let seq = 2; seq <= 50; seq++) await a.append(epoch, seq, frame());
    await a.trim(45);
    expect(await query(direct, "select min(first_seq)::int as first from outcry.frame")).toEqual([
      { first: 40 },
    ]);
    const b = await open();
    expect(b.head()).toMatchObject({ firstSeq: 45, nextSeq: 51 });
    expect((await readAll(b, 45)).map(({ firstSeq }) => firstSeq)).toEqual([45, 46, 47, 48, 49, 50]);
    await expect(readAll(b, 44)).rejects.toEqual(refusal("trimmed"));
  });

  test("trimming waits for who reads the database, and holds up no append meanwhile", async () => {
    const { direct, a, epoch } = await bed();
    for (let seq = 2; seq <= 50; seq++) await a.append(epoch, seq, frame());
    const reader = new pg.Client({ connectionString: direct });
    await reader.connect();
    await reader.query("begin");
    await reader.query("select count(*) from outcry.frame");
    const trimmed = a.trim(45);
    const waits = "query like 'alter table%concurrently' and wait_event_type = 'Lock'";
    await expect.poll(() => query(direct, `select from pg_stat_activity where ${waits}`)).toHaveLength(1);
    await a.append(epoch, 51, frame());
    await reader.query("commit");
    await trimmed;
    await reader.end();
    expect(await query(direct, "select min(first_seq)::int as first from outcry.frame")).toEqual([
      { first: 40 },
    ]);
  });

  test("a log of another build, or of another master key, is refused", async () => {
    const { url } = await bed();
    await expect(openLog(url, { format: 2 })).rejects.toThrow(
      /format 00000001.*format 00000002.*outcry dump/s,
    );
    await expect(openLog(url, { keyFingerprint: "other" })).rejects.toThrow(
      /master key test; this node has other/,
    );
  });

  test("settings that would lose data are refused at the start, and each minute", async () => {
    const { direct, url, a, epoch } = await bed({ clock: minutesByHand().clock });
    const [server] = postgres().servers;
    const { clock, pass } = minutesByHand();
    const watched = await openLog(url, { clock });
    ends.push(() => watched.close());
    const name = new URL(direct).pathname.slice(1);
    await query(direct, `alter database ${name} set synchronous_commit = local`);
    await expect(openLog(url)).rejects.toThrow(/synchronous_commit is local.*set synchronous_commit = on/s);
    await query(direct, `alter database ${name} reset synchronous_commit`);
    expect(await watched.refresh()).toMatchObject({ nextSeq: 2 });

    await server!.set({ synchronous_standby_names: "" });
    try {
      await expect
        .poll(() => query(direct, "show synchronous_standby_names"))
        .toEqual([{ synchronous_standby_names: "" }]);
      await expect(openLog(url)).rejects.toThrow(/synchronous_standby_names is empty.*--cluster-single/s);
      const single = await openLog(url, { single: true });
      await single.close();
      await expect
        .poll(() => {
          pass(); // a look may find no server that answers
          return watched.refresh().then(String, String);
        })
        .toMatch(/synchronous_standby_names is empty/);
      await a.append(epoch, 2, frame()); // looks again within a minute
    } finally {
      const names = "ANY 1 (a, b)";
      await server!.set({ synchronous_standby_names: names });
      // In force once each has read it: who takes connections, who sends to the standby, and the
      // checkpointer, which has commits wait for it.
      const sent =
        "select current_setting('synchronous_standby_names') as names, sync_state from pg_stat_replication";
      await expect.poll(() => query(direct, sent)).toEqual([{ names, sync_state: "quorum" }]);
      await query(direct, "checkpoint");
    }
  });

  test("no server, and a wrong URL, are told in a sentence", async () => {
    await expect(openLog("postgres://outcry@127.0.0.1:1/x")).rejects.toThrow(
      /127\.0\.0\.1:1.*does not answer.*ECONNREFUSED/,
    );
    await expect(openLog("postgres://outcry:secret@127.0.0.1:1")).rejects.toThrow(/names no database/);
  });

  test("snapshots are written whole, read in order, and found damaged", async () => {
    const { direct, a, open } = await bed();
    const store = a.snapshots;
    const body = rng.bytes(2_500_000);
    const meta = { format: 1, time: 5, digest: rng.bytes(32), work: 7 };
    for (const seq of [3, 7, 9])
      await store.write({ ...meta, seq }, [body.subarray(0, 10), body.subarray(10)]);
    const half = (async function* () {
      yield body;
      throw new Error("no more");
    })();
    await expect(store.write({ ...meta, seq: 11 }, half)).rejects.toThrow("no more");
    const other = (await open()).snapshots;
    expect((await other.list()).map((entry) => entry.type === "intact" && entry.info.seq)).toEqual([9, 7, 3]);
    expect(Buffer.compare(await (await other.read(9)).bytes(), body)).toBe(0);
    await query(
      direct,
      "update outcry.snapshot_chunk set bytes = set_byte(bytes, 5, 256 - 1 - get_byte(bytes, 5)) where seq = 9 and number = 1",
    );
    await query(direct, "update outcry.snapshot set header = set_byte(header, 30, 9) where seq = 7");
    const { snapshot, passedOver } = await other.newest();
    expect(snapshot?.info).toEqual({ ...meta, seq: 3, length: body.length });
    expect(passedOver.map(({ why }) => why)).toEqual([
      expect.stringMatching(/body is not what was written/),
      expect.stringMatching(/header is unreadable/),
    ]);
    await store.write({ ...meta, seq: 9 }, body);
    expect((await other.newest()).snapshot?.info.seq).toBe(9);
    expect(await store.prune(1)).toEqual([3]);
    await expect(other.read(3)).rejects.toEqual(refusal("damaged"));
  });
});

describe.skipIf(isMissing)("when the primary is lost", () => {
  const postgres = usingPostgres({ standbys: 2 });

  test("a standby takes its place with all that was acknowledged; the old one is refused when it comes back alone", async () => {
    const cluster = postgres();
    const proxies = await Promise.all(
      cluster.servers.map((server) => TcpProxy.start({ path: `${server.socket}/.s.PGSQL.5432` })),
    );
    const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(",");
    const url = (await newDatabase(cluster)).replace(/@[^/]+\//, `@${hosts}/`);
    const log = await openLog(url);
    await log.lease.take({ node: "a", address: "127.0.0.1:1" }, 600_000);
    const { epoch } = await log.acquire();
    const sent = [frame(), frame(2), frame(), frame()];
    for (const each of sent.slice(0, 2)) await log.append(epoch, log.head().nextSeq, each);

    const [a, b, c] = cluster.servers;
    c!.pause(); // so that the one promoted has everything
    await log.append(epoch, 4, sent[2]!);
    await a!.kill();
    const inDoubt = log.append(epoch, 5, sent[3]!);
    await b!.promote();
    c!.resume();
    await c!.follow(b!);
    await inDoubt;
    const read = await readAll(log, 1);
    expect(read.map(frameText)).toEqual(sent.map(frameText));

    await a!.start();
    proxies[1]!.cut();
    await expect
      .poll(() => log.refresh().then(String, String))
      .toMatch(/acknowledged data is missing.*timeline 1, but timeline 2/);
    await log.close();
    await Promise.all(proxies.map((proxy) => proxy.end()));
  });
});
