import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { formatTag } from "../../src/kernel/engine/index.ts";
import { done, outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { isMissing, newDatabase, openLog, usingPostgres } from "../journal/postgres.ts";
import { query } from "../journal/query.ts";
import { send } from "../venue/client.ts";
import { clientsOf, clusterAt, fills, keyOf, start, trade } from "./moving.ts";
import { persist } from "./persist.ts";

/** A market goes from one machine to a cluster and back, as it is or as text; what is there is verified. */

describe.skipIf(isMissing)("a market", () => {
  const postgres = usingPostgres({ standbys: 0 });

  test("goes from one machine to a cluster and back, byte for byte, with its history", async () => {
    const directory = temporaryDirectory();
    const [data, out] = [join(directory, "alone"), join(directory, "back")];
    const alone = await start({ data });
    const keys = alone.accounts;
    await trade(alone, clientsOf(alone));
    await alone.stop();

    const url = await newDatabase(postgres());
    const imported = (
      await done("cluster import --data", data, "--cluster", url, "--cluster-single", "--json")
    ).json();
    expect(imported).toMatchObject({ firstSeq: 1, headSeq: alone.engine.durableSeq });
    const again = await outcry("cluster import --data", data, "--cluster", url, "--cluster-single");
    expect(again).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("is not empty: it holds a market"),
    });

    const masterKey = keyOf(data);
    const node = await start({ data: join(directory, "node"), masterKey, cluster: clusterAt(url) });
    expect(node.engine.recovery).toMatchObject({ snapshotSeq: imported.headSeq, commands: 0 });
    const clients = clientsOf(node, keys);
    expect(await fills(clients[0]!)).toBe(1);
    await trade(node, clients);

    const reach = ["--node", node.controlUrl, "--token", node.adminToken];
    const verdict = (await done("cluster verify --cluster", url, ...reach, "--json")).json();
    expect(verdict).toMatchObject({
      damage: [],
      nodesEqual: 1,
      nodesNotCompared: [],
      executedAfter: 0,
      states: 1,
    });
    const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node.engine), "digest")!;
    Object.defineProperty(node.engine, "digest", { ...own, get: () => new Uint8Array(32) });
    const other = await outcry("cluster verify --cluster", url, ...reach, "--json");
    Reflect.deleteProperty(node.engine, "digest");
    expect(other).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(
        /^error: not every node is at the state .*: http:.* after command \d+ \(digest 0+, not .*start it with an empty one$/m,
      ),
    });
    expect(other.json()).toMatchObject({ damage: [], nodesEqual: 0 });
    const ahead = { headSeq: 1_000_000, durableSeq: 1_000_000, digest: "" };
    const stub = createServer((_, response) => void response.end(JSON.stringify(ahead))).listen(
      0,
      "127.0.0.1",
    );
    onTestFinished(() => void stub.close());
    await once(stub, "listening");
    const at = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
    expect(await outcry("cluster verify --cluster", url, ...reach, "--node", at)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(
        `could be compared with the log: ${at} is at command 1000000, and the log ends`,
      ),
    });
    const copy = join(directory, "copy");
    await node.backup(copy);
    await node.stop();

    const dumped = await outcry("dump --data", join(directory, "node"));
    expect(dumped).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("is that of a node of a cluster"),
    });
    await expect(startVenue({ data: join(directory, "node"), masterKey })).rejects.toThrow(
      "is that of a node of a cluster",
    );
    const mine = startVenue({ data, cluster: clusterAt(url) });
    await expect(mine).rejects.toThrow('"outcry cluster import" makes an empty database hold that market');

    const exported = (await done("cluster export --data", out, "--cluster", url, "--json")).json();
    const { headSeq, hash, digest, stateDigest } = (
      await done("cluster verify --cluster", url, "--json")
    ).json();
    expect(exported).toMatchObject({ firstSeq: 1, headSeq, hash, digest, stateDigest });
    const text = (await done("dump --data", out)).stdout;
    expect((await done("dump --cluster", url)).stdout).toBe(text);

    copyFileSync(join(data, "master.key"), join(out, "master.key"));
    const home = await start({ data: out });
    expect(await fills(clientsOf(home, keys)[0]!)).toBe(2);
    await trade(home, clientsOf(home, keys));
    await home.stop();
    await done("history verify", out);

    const restored = (await done("restore", copy, "--data", join(directory, "restored"), "--json")).json();
    expect(restored).toMatchObject({ headSeq: node.engine.durableSeq });
  });

  test("has the results of its contest out of its log, and whoever has the log computes them anew", async () => {
    const directory = temporaryDirectory();
    const url = await newDatabase(postgres());
    const masterKey = Buffer.alloc(32, 9);
    const begins = Date.UTC(2027, 0, 1);
    const node = await start({
      ...{ data: join(directory, "node"), masterKey, cluster: clusterAt(url) },
      ...{ clock: begins, accounts: [] },
    });
    const control = async (path: string, fields?: object) => {
      const url = `${node.controlUrl}/control/${path}`;
      const headers = { authorization: `Bearer ${node.adminToken}` };
      const { status, text, body } = await (fields === undefined
        ? persist({ method: "GET", url, headers, body: "" }) // history may be behind
        : send({ method: "POST", url, headers, body: JSON.stringify(fields) }));
      expect(status, text).toBe(200);
      return body;
    };
    const at = (minutes: number) => `${new Date(begins + minutes * 60_000).toISOString().slice(0, 16)}Z`;
    const rules = { name: "cup", start: at(1), end: at(3), balance: "10000" };
    const { publicKey } = await control("contests/create", {
      rules: JSON.stringify(rules),
      teams: "blue\nred",
    });
    const keys = await control("contests/keys", { contest: "cup" });
    await control("clock/step", { ms: 60_000 });
    await trade(node, clientsOf(node, keys));
    await control("clock/step", { ms: 180_000 });
    expect(await control("contests")).toMatchObject([{ name: "cup", phase: "ended" }]);

    const ask = ["contest", "results", "cup", "--cluster", url, "--json"];
    expect(await outcry(...ask)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("OUTCRY_MASTER_KEY"),
    });
    process.env["OUTCRY_MASTER_KEY"] = masterKey.toString("base64");
    onTestFinished(() => void delete process.env["OUTCRY_MASTER_KEY"]);
    const results = (await done(...ask)).json();
    const { teams } = await control("leaderboard");
    const places = (of: { team: string; rank: number; trades: number }[]) =>
      of.map(({ team, rank, trades }) => [team, rank, trades]);
    expect(places(results.standings)).toEqual(places(teams));
    expect(places(teams).map(([, , trades]) => trades)).toEqual([1, 1]);

    const [out, file] = [join(directory, "published"), join(directory, "cup.json")];
    writeFileSync(file, JSON.stringify(results));
    await done("cluster export --data", out, "--cluster", url);
    const verified = await done("contest verify", out, file, "--key", publicKey, "--json");
    expect(verified.json()).toMatchObject({ signed: true, differences: [] });
  });

  test("goes into a cluster as text", async () => {
    const directory = temporaryDirectory();
    const data = join(directory, "alone");
    const alone = await start({ data });
    const keys = alone.accounts;
    await trade(alone, clientsOf(alone));
    await alone.stop();
    const file = join(directory, "venue.ndjson");
    await done("dump", file, "--data", data);
    const url = await newDatabase(postgres());
    const load = ["load", file, "--cluster", url, "--cluster-single"];
    expect(await outcry(...load)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("OUTCRY_MASTER_KEY"),
    });
    process.env["OUTCRY_MASTER_KEY"] = Buffer.alloc(32, 7).toString("base64");
    onTestFinished(() => void delete process.env["OUTCRY_MASTER_KEY"]);
    const { code, stderr } = await outcry(...load);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /OUTCRY_MASTER_KEY is not the key that encrypted .* in the dump: give the master key of the venue that was dumped/,
    );
    expect(stderr).not.toContain(tmpdir());
    process.env["OUTCRY_MASTER_KEY"] = keyOf(data).toString("base64");
    await done(...load);
    // Nobody has led it yet, and there is no frame: it is a market all the same.
    expect(await outcry(...load)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(
        `is not empty: it holds a market, which ends with command ${alone.engine.durableSeq}. Name an empty database`,
      ),
    });
    expect((await done("dump --cluster", url)).stdout).toBe(readFileSync(file, "utf8"));
    const node = await start({ ...{ data: "memory", masterKey: keyOf(data) }, cluster: clusterAt(url) });
    const [client] = clientsOf(node, keys);
    expect((await client!.get("order/current?symbol=cmt_btcusdt")).body).toHaveLength(1);
    await trade(node, clientsOf(node, keys));
    await node.stop();
    const verdict = (await done("cluster verify --cluster", url, "--json")).json();
    expect(verdict).toMatchObject({ damage: [], executedAfter: alone.engine.durableSeq });
  });

  test("that is not as it was written is told, place by place", async () => {
    const url = await newDatabase(postgres());
    const cluster = clusterAt(url);
    const data = join(temporaryDirectory(), "node");
    for (let i = 0; i < 2; i++) {
      const node = await start({ data, masterKey: Buffer.alloc(32, 7), cluster });
      await trade(node, clientsOf(node));
      // Before the second stop the state of the first is stored.
      if (i === 1) await expect.poll(() => query(url, "select from outcry.snapshot")).toHaveLength(1);
      await node.stop();
    }
    const found = async (...reach: readonly string[]) => {
      const { code, stderr, json } = await outcry("cluster verify --cluster", url, ...reach, "--json");
      return { code, stderr, damage: json().damage as string[] };
    };
    expect(await found()).toMatchObject({ code: 0, damage: [] });
    const [first] = await query(url, "select first_seq as seq from outcry.frame where first_seq > 5 limit 1");
    const seq = first!["seq"];
    const flip = (table: string, at: number, where: string) =>
      query(
        url,
        `update outcry.${table} set bytes = set_byte(bytes, ${at}, get_byte(bytes, ${at}) # 1) where ${where}`,
      );

    await flip("snapshot_chunk", 900, "number = 0");
    await flip("history_chunk", 900, "number = 0");
    expect(await found()).toMatchObject({
      code: 5,
      damage: [
        expect.stringMatching(/^snapshot \d+ beside .* its body is not what was written$/),
        expect.stringMatching(/^history \d+ beside .* its body is not what was written$/),
      ],
    });
    await flip("snapshot_chunk", 900, "number = 0");
    await flip("history_chunk", 900, "number = 0");

    const log = await openLog(url, { single: true, format: formatTag(), keyFingerprint: undefined });
    onTestFinished(() => log.close());
    const [stored] = await log.snapshots.list();
    const { info, bytes } = await log.snapshots.read((stored as { info: { seq: number } }).info.seq);
    const body = await bytes();
    await log.snapshots.write(info, body.with(900, body[900]! ^ 1)); // as it was written, and another state
    expect(await found()).toMatchObject({
      code: 5,
      damage: [
        `the state of command ${info.seq} beside the log is not the one that executing the log leads to`,
      ],
    });
    await log.snapshots.write(info, body);

    await flip("frame", 110, `first_seq = ${seq}`);
    await query(url, "delete from outcry.frame where first_seq = (select max(first_seq) from outcry.frame)");
    expect(await found()).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("in 2 places"),
      damage: [
        `the frame of command ${seq} is not what was written: its checksum differs`,
        expect.stringMatching(/^commands \d+ to \d+ are missing$/),
      ],
    });
  });
});
