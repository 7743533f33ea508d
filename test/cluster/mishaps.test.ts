import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { withClusterLog } from "../../src/assembly/venue/withClusterLog.ts";
import { LogError } from "../../src/kernel/journal/commandLog.ts";
import { COPYING, ContactLost } from "../../src/kernel/journal/fenced/logStore.ts";
import { PostgresLogStore } from "../../src/kernel/journal/postgres/postgresLogStore.ts";
import { PostgresSnapshots } from "../../src/kernel/journal/postgres/postgresSnapshots.ts";
import { done, outcry } from "../cli/inProcess.ts";
import { TcpProxy } from "../host/tcpProxy.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { isMissing, newDatabase, usingPostgres } from "../journal/postgres.ts";
import { query } from "../journal/query.ts";
import { clientsOf, clusterAt, fills, keyOf, start, trade } from "./moving.ts";

/** What goes wrong on a market's way into a cluster, and beside the cluster's log. */

afterEach(() => void vi.restoreAllMocks());

describe.skipIf(isMissing)("a market", () => {
  const postgres = usingPostgres({ standbys: 0 });

  /** A venue that was traded at and stopped. */
  async function aVenue(data: string) {
    const venue = await start({ data });
    await trade(venue, clientsOf(venue));
    await venue.stop();
    return venue;
  }

  test("whose import was broken off goes on where that ended; nobody leads or reads it meanwhile, and no other comes there", async () => {
    const directory = temporaryDirectory();
    const [data, strange] = [join(directory, "alone"), join(directory, "strange")];
    const alone = await aVenue(data);
    await aVenue(strange);
    const url = await newDatabase(postgres());
    const bring = (from: string) =>
      outcry("cluster import --data", from, "--cluster", url, "--cluster-single", "--json");

    const { adopt: whole } = PostgresLogStore.prototype;
    const adopt = vi.spyOn(PostgresLogStore.prototype, "adopt");
    adopt.mockImplementationOnce(async function (this: PostgresLogStore, epoch, frames) {
      await whole.call(this, epoch, frames.slice(0, frames.length / 2));
      throw new ContactLost("cut off");
    });
    expect(await bring(data)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/does not answer: cut off/),
    });

    const [{ next }] = (await query(url, "select next_seq::int as next from outcry.fence")) as [
      { next: number },
    ];
    expect(next).toBeLessThan(alone.engine.durableSeq);
    for (const reads of ["verify", "export"])
      expect(await outcry("cluster", reads, "--cluster", url)).toMatchObject({
        code: 5,
        stderr: expect.stringContaining(`holds a market up to command ${next - 1} only`),
      });
    const found = (await outcry("doctor --cluster", url, "--cluster-single", "--json")).json().findings;
    expect(found).toContainEqual({
      check: "lease",
      verdict: "wrong",
      detail: expect.stringContaining("no node leads until the command that began it has finished it"),
    });
    const told: string[] = [];
    const tell = (_: object, text: string) => void told.push(text);
    const enough = new AbortController();
    const waiting = startVenue({
      ...{ data: "memory", masterKey: keyOf(data), cluster: clusterAt(url), signal: enough.signal },
      log: { info() {}, warn: tell, error: tell },
    });
    await expect.poll(() => told).toContainEqual(expect.stringContaining("this node waits"));
    enough.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");

    process.env["OUTCRY_MASTER_KEY"] = keyOf(data).toString("base64");
    const other = await bring(strange);
    delete process.env["OUTCRY_MASTER_KEY"];
    expect(other).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("the master key is not the one that encrypted the API secrets"),
    });

    const write = vi.spyOn(PostgresSnapshots.prototype, "write");
    write.mockRejectedValueOnce(new LogError("unreachable", "the log does not answer"));
    expect(await bring(data)).toMatchObject({ code: 5 });
    // All frames are there, and nobody may lead before they are proven.
    expect(await query(url, "select node, until > now() as held from outcry.lease")).toEqual([
      { node: COPYING, held: true },
    ]);
    const imported = (await bring(data)).json();
    expect(imported).toMatchObject({ firstSeq: 1, headSeq: alone.engine.durableSeq });
    expect(adopt).toHaveBeenCalledTimes(2); // what was there is not sent again
    expect(adopt.mock.calls[1]![1][0]!.firstSeq).toBe(next);
    const { damage, digest } = (await done("cluster verify --cluster", url, "--json")).json();
    expect({ damage, digest }).toEqual({ damage: [], digest: imported.digest });

    const node = await start({ data: "memory", masterKey: keyOf(data), cluster: clusterAt(url) });
    expect(await fills(clientsOf(node, alone.accounts)[0]!)).toBe(1);
  });

  test("is not mixed with part of another one under the same key", async () => {
    const directory = temporaryDirectory();
    const [one, two] = [join(directory, "one"), join(directory, "two")];
    const masterKey = Buffer.alloc(32, 7);
    for (const data of [one, two]) {
      const venue = await start({ data, masterKey, clock: "wall" }); // so that no two frames are alike
      await trade(venue, clientsOf(venue));
      await venue.stop();
    }
    process.env["OUTCRY_MASTER_KEY"] = masterKey.toString("base64");
    try {
      const url = await newDatabase(postgres());
      const bring = (data: string) =>
        outcry("cluster import --data", data, "--cluster", url, "--cluster-single");
      const { adopt: whole } = PostgresLogStore.prototype;
      vi.spyOn(PostgresLogStore.prototype, "adopt").mockImplementationOnce(async function (
        this: PostgresLogStore,
        epoch,
        frames,
      ) {
        await whole.call(this, epoch, frames.slice(0, 3));
        throw new ContactLost("cut off");
      });
      expect(await bring(one)).toMatchObject({ code: 5 });
      expect(await bring(two)).toMatchObject({
        code: 5,
        stderr: expect.stringMatching(/holds part of another market, .*drop schema outcry cascade/s),
      });
      expect(await bring(one)).toMatchObject({ code: 0 });
    } finally {
      delete process.env["OUTCRY_MASTER_KEY"];
    }
  });

  test("has an older state and history where the newest are damaged, and says so", async () => {
    const url = await newDatabase(postgres());
    const directory = temporaryDirectory();
    const masterKey = Buffer.alloc(32, 7);
    const shared = () => query(url, "select seq::int as seq from outcry.snapshot order by seq desc");
    const rounds = 3;
    let accounts: Awaited<ReturnType<typeof start>>["accounts"] = [];
    for (let round = 0; round < rounds; round++) {
      const node = await start({ data: join(directory, "a"), masterKey, cluster: clusterAt(url) });
      accounts = node.accounts;
      if (round > 0) await expect.poll(shared).toHaveLength(round); // the one taken at the stop before
      await trade(node, clientsOf(node));
      await node.stop();
    }
    const [newest, older] = (await shared()).map(({ seq }) => Number(seq)) as [number, number];
    const flip = (table: string, column: string, at: number) =>
      query(
        url,
        `update outcry.${table} set ${column} = set_byte(${column}, ${at}, get_byte(${column}, ${at}) # 1)
           where seq = ${newest} ${column === "bytes" ? "and number = 0" : ""}`,
      );
    const damages = [
      ["snapshot_chunk", "bytes", 900, `snapshot ${newest} .* is damaged`],
      ["history_chunk", "bytes", 900, `history ${newest} .* is damaged`],
      ["snapshot", "header", 30, `snapshot ${newest} .* is damaged`],
    ] as const;
    for (const [i, [table, column, at, why]] of damages.entries()) {
      const text = (await done("dump --cluster", url)).stdout;
      await flip(table, column, at);
      const out = join(directory, `out-${i}`);
      const exported = await done("cluster export --data", out, "--cluster", url, "--json");
      expect(exported.stderr).toMatch(new RegExp(`^${why}.*An older state is tried`, "m"));
      const dumped = await done("dump --cluster", url);
      expect(dumped.stdout).toBe(text);
      if (table !== "history_chunk") expect(dumped.stderr).toMatch(new RegExp(`^${why}`, "m"));

      const told: string[] = [];
      const tell = (_: object, line: string) => void told.push(line);
      const log = { info() {}, warn: tell, error: tell };
      for (const data of [join(directory, `new-${i}`), "memory"]) {
        told.length = 0;
        const node = await start({ data, masterKey, cluster: clusterAt(url), log });
        expect(node.engine.recovery.snapshotSeq).toBe(older);
        expect(told).toContainEqual(expect.stringMatching(new RegExp(`^${why}.*An older state is tried`)));
        expect(await fills(clientsOf(node, accounts)[0]!)).toBe(rounds);
        await node.stop();
      }
      await flip(table, column, at);
    }
    expect((await done("cluster verify --cluster", url, "--json")).json().damage).toEqual([]);
  });

  test("whose database is silent for a while is read once that answers", async () => {
    const url = await newDatabase(postgres());
    const masterKey = Buffer.alloc(32, 7);
    const node = await start({ data: "memory", masterKey, cluster: clusterAt(url) });
    await node.stop();
    const proxy = await TcpProxy.start({ path: `${postgres().servers[0]!.socket}/.s.PGSQL.5432` });
    onTestFinished(() => proxy.end());
    proxy.hold(["back"]);
    const told: string[] = [];
    const answers = (step: string): void => {
      told.push(step);
      proxy.mend();
    };
    const silent = url.replace(/@[^/]+\//, `@127.0.0.1:${proxy.port}/`);
    const nextSeq = await withClusterLog(silent, answers, async (log) => log.head().nextSeq);
    expect([told, nextSeq]).toEqual([["waiting for PostgreSQL to answer"], node.engine.durableSeq + 1]);
  });
});
