import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import { demoAccounts } from "../../src/workbench/cli/config.ts";
import { Child } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";
import { TcpProxy } from "../host/tcpProxy.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { tellInOrder } from "../inOrder.ts";
import { isMissing, newDatabase, usingPostgres } from "../journal/postgres.ts";
import { query } from "../journal/query.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { persist, persistentClient } from "./persist.ts";

/**
 * Nodes over a primary with two standbys: what becomes of them when the primary dies, and what the doctor
 * says before and after.
 */

const MASTER_KEY = Buffer.alloc(32, 7);
const ORDERS = "order/current?symbol=cmt_btcusdt";

const order = (id: string) => JSON.stringify({ ...LIMIT, size: "0.0001", price: "30000", client_oid: id });

interface Finding {
  readonly check: string;
  readonly verdict: string;
  readonly detail: string;
}

tellInOrder(); // the last kills the primary

describe.skipIf(isMissing)("over a database of three servers", () => {
  const postgres = usingPostgres({ standbys: 2 });

  /** A new database, by all of the servers. */
  async function database(): Promise<{ readonly url: string; readonly direct: string }> {
    const direct = await newDatabase(postgres());
    const hosts = postgres().servers.map(({ socket }) => encodeURIComponent(socket));
    return { direct, url: direct.replace(/@[^/]+\//, `@${hosts.join(",")}/`) };
  }

  /** What the doctor says, a line a finding. */
  async function doctor(url: string, nodes: readonly Venue[]): Promise<readonly string[]> {
    const named = nodes.map(({ controlUrl }) => controlUrl);
    const given = ["--cluster", url, "--node", ...named, "--token", nodes[0]!.adminToken, "--json"];
    const { findings } = (await outcry("doctor", ...given)).json() as { findings: readonly Finding[] };
    return findings.map(({ check, verdict, detail }) => `${check.split(" ")[0]}: ${verdict}, ${detail}`);
  }

  test("a node that waits for a leader that nobody reaches ends at the first SIGTERM", async () => {
    const { url, direct } = await database();
    const first = await startVenue({
      masterKey: MASTER_KEY,
      accounts: demoAccounts({}),
      cluster: { log: url },
    });
    await first.stop();
    const far =
      "epoch = epoch + 1, node = 'far', address = '127.0.0.1:1', until = now() + interval '1 hour', lease_ms = 3600000";
    await query(direct, `update outcry.lease set ${far}`);
    const alike = ["--market", "empty", "--seed", "1", "--prehistory", "0", "--limits", "off"];
    const place = ["--cluster", url, "--data", join(temporaryDirectory(), "a")];
    const words = ["serve", "--port", "0", ...place, ...alike];
    const child = new Child(words, { OUTCRY_MASTER_KEY: MASTER_KEY.toString("base64") });
    await expect.poll(() => child.stderr).toContain("is not reached where it says");
    child.kill("SIGTERM");
    expect(await child.exited(), child.stderr).toBe(0);
    expect(child.stderr).toMatch(/SIGTERM: stopping\n(?:.* warn .*\n)*stopped cleanly\n$/);
  });

  test("a node that is started before its database answers says that it waits, ends at SIGTERM, and starts once it answers", async () => {
    const { direct } = await database();
    const proxy = await TcpProxy.start({ path: `${postgres().servers[0]!.socket}/.s.PGSQL.5432` });
    onTestFinished(() => proxy.end());
    const url = direct.replace(/@[^/]+\//, `@127.0.0.1:${proxy.port}/`);
    proxy.hold(["back"]);
    const folder = temporaryDirectory();
    const begin = (name: string) =>
      new Child(
        ["serve", "--port", "0", "--prehistory", "0", "--cluster", url, "--data", join(folder, name)],
        { OUTCRY_MASTER_KEY: MASTER_KEY.toString("base64") },
      );
    const waits = (child: Child) =>
      expect.poll(() => child.stderr).toContain("PostgreSQL does not answer: it is waited for, 60 s at most");
    const stopped = begin("a");
    await waits(stopped);
    stopped.kill("SIGTERM");
    expect(await stopped.exited(), stopped.stderr).toBe(0);
    const patient = begin("b");
    await waits(patient);
    proxy.mend();
    await expect.poll(() => patient.stdout).toContain("http://");
    patient.kill("SIGTERM");
    expect(await patient.exited(), patient.stderr).toBe(0);
  });

  test("the primary is killed and a standby promoted: every order is still there, and the next one is taken", async () => {
    const { url } = await database();
    const nodes: Venue[] = [];
    for (let i = 0; i < 2; i++) {
      const node = await venueOfTest({
        masterKey: MASTER_KEY,
        prices: { btc: 60_000 },
        cluster: { log: url },
      });
      nodes.push(node);
    }
    const clients = nodes.map(({ baseUrl, accounts }) => persistentClient(baseUrl, accounts[0]!));
    const placed: string[] = [];
    const place = async (id: string, i: number): Promise<void> => {
      const { status, body } = await persist(clients[i]!.sign("POST", "order/placeOrder", order(id)));
      expect(status).toBe(200);
      placed.push(body.order_id);
    };
    await place("before", 1);

    // In the end: a machine that is held up takes the lead from a node for a moment, and a server is silent
    // for longer than it is waited for.
    const well = (check: string) => expect.stringMatching(`^${check}: ok, `);
    const wellNodes = [
      ...["log", "lease", "node", "node", "leader", "master", "format", "clocks", "lag", "digests"],
    ].map(well);
    await expect
      .poll(() => doctor(url, nodes))
      .toEqual([
        ...[well("database"), well("database"), well("database")],
        expect.stringMatching(/^standbys: ok, b .*; c /),
        ...wellNodes,
      ]);

    const clock = async (...words: readonly string[]) =>
      (await outcry("cluster clock --cluster", url, "--json", ...words)).json();
    for (const words of [[], ["--accept"]])
      expect(await clock(...words)).toMatchObject({ boundMs: 500, clocks: { length: 3 } });

    const options = async (...words: readonly string[]) =>
      await outcry("cluster options", ...words, "--cluster", url, "--json");
    expect((await options("show")).json()).toMatchObject({ limits: "off", market: "empty", seed: "1" });
    expect((await options("set")).code).toBe(2);
    expect((await options("set", "--limits", "nowhere.json")).code).toBe(2);
    expect((await options("set", "--limits", "published", "--balance", "5")).json()).toEqual([
      { option: "balance", was: "100000", is: "5" },
      { option: "limits", was: "off", is: "published" },
    ]);
    await expect(
      startVenue({ masterKey: MASTER_KEY, prices: { btc: 60_000 }, cluster: { log: url } }),
    ).rejects.toThrow(
      "--balance is 100000 here, and 5 in the cluster; --limits is off here, and published in the cluster",
    );

    const [a, b, c] = postgres().servers;
    c!.pause(); // so that the one promoted has everything
    await place("replicated", 0);
    await a!.kill();
    const meanwhile = [place("one", 0), place("other", 1)];
    await b!.promote();
    c!.resume();
    await c!.follow(b!);
    await Promise.all(meanwhile);
    await place("after", 1);
    for (const client of clients) {
      const { body } = await persist(client.sign("GET", ORDERS));
      expect(body.map((each: { order_id: string }) => each.order_id).toSorted()).toEqual(placed.toSorted());
      expect(body.map((each: { client_oid: string }) => each.client_oid).toSorted()).toEqual(
        ["after", "before", "one", "other", "replicated"], // each once
      );
    }

    await expect
      .poll(() => doctor(url, nodes))
      .toEqual([
        expect.stringMatching(/^database: note, is not reached/),
        "database: ok, takes writes, on timeline 2",
        "database: ok, is a standby",
        expect.stringMatching(/^standbys: note, c /),
        ...wellNodes,
      ]);
    const { controlUrl, adminToken } = nodes[0]!;
    const seen = () => outcry("cluster database", ...["--url", controlUrl, "--token", adminToken, "--json"]);
    await expect
      .poll(async () => (await seen()).json().servers)
      .toMatchObject([
        { role: "unreachable", timeline: 0 },
        { role: "primary", timeline: 2, problem: "", standbys: [{ name: "c", state: "streaming" }] },
        { role: "standby" },
      ]);
  });
});
