import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatTag } from "../../src/kernel/engine/index.ts";
import { Child, MAIN, type Ready } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { isMissing, newDatabase, usingPostgres } from "../journal/postgres.ts";
import type { Client } from "../venue/client.ts";
import { buildIn, hideFormat } from "./otherBuild.ts";
import { persist, persistentClient } from "./persist.ts";

/**
 * Nodes of several builds, and the ways from one build to the next that docs/cluster.md describes, with real
 * builds and processes.
 */

const KEY = { OUTCRY_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") };

interface Node {
  readonly child: Child;
  readonly ready: Ready;
  readonly data: string;
}

/**
 * Options of nodes of which none loses the lead however busy the machine is: only who stops gives it back.
 */
const FOR_GOOD = ["--lease", "60000"];

const serve = (url: string, data: string, options: readonly string[]): readonly string[] => [
  ...["serve", "--port", "0", "--ready-json", "--market", "empty", "--prehistory", "0", "--limits", "off"],
  ...["--cluster", url, "--cluster-single", "--data", data, "--clock", "test", ...options],
];

async function start(url: string, data: string, main = MAIN, options: readonly string[] = []): Promise<Node> {
  const child = new Child(serve(url, data, options), KEY, undefined, main);
  return { child, ready: await child.ready(), data };
}

/** What a start says that must be refused. */
async function refused(url: string, data: string, main: string): Promise<string> {
  const child = new Child(serve(url, data, FOR_GOOD), KEY, undefined, main);
  expect(await child.exited()).toBe(5);
  return child.stderr;
}

async function stop({ child }: Node): Promise<void> {
  child.kill("SIGTERM");
  expect(await child.exited(), child.stderr).toBe(0);
}

/** Runs a command of the program as its user does. */
async function done(main: string, ...args: readonly string[]): Promise<Child> {
  const child = new Child(args, KEY, undefined, main);
  expect(await child.exited(), child.stderr).toBe(0);
  return child;
}

const clientOf = ({ ready }: Node, account = 0) => persistentClient(ready.baseUrl, ready.accounts[account]!);

async function place(client: Client, id: string, other: object = {}): Promise<void> {
  const order = { symbol: "cmt_btcusdt", size: "0.01", type: "1", order_type: "0", match_price: "0" };
  const body = { ...order, price: "30000", client_oid: id, ...other };
  const { status, text } = await persist(client.sign("POST", "order/placeOrder", JSON.stringify(body)));
  expect(status, text).toBe(200);
}

async function orders(node: Node): Promise<readonly string[]> {
  const { body } = await persist(clientOf(node).sign("GET", "order/current?symbol=cmt_btcusdt"));
  return body.map((each: { client_oid: string }) => each.client_oid).toSorted();
}

const clusterOf = async ({ data }: Node) =>
  (await outcry("cluster", "status", "--data", data, "--json")).json();
const formatOf = async ({ data }: Node) =>
  (await outcry("status", "--data", data, "--json")).json().format as string;

const ofThis = formatTag().toString(16).padStart(8, "0");

describe.skipIf(isMissing)("another build", () => {
  const postgres = usingPostgres({ standbys: 0 });

  test("that computes the same takes the nodes' places one by one, while orders are taken", async () => {
    const directory = temporaryDirectory();
    const next = buildIn(join(directory, "next"), [
      { file: "package.json", from: /"version": "[^"]+"/g, to: '"version": "99.0.0"' },
      {
        file: "src/workbench/cli/commands/serve.ts",
        from: /"stopped cleanly\\n"/g,
        to: '"the next build stopped\\n"',
      },
    ]);
    expect((await done(next, "--version")).stdout).toBe("99.0.0\n");
    const url = await newDatabase(postgres());
    const nodes = [
      await start(url, join(directory, "a")),
      await start(url, join(directory, "b")),
      await start(url, join(directory, "c")),
    ];
    const placed: string[] = [];
    for (const i of nodes.keys()) {
      const node = nodes[i]!;
      const other = nodes[(i + 1) % nodes.length]!;
      const { leads, epoch } = await clusterOf(node);
      if (leads) {
        await outcry("cluster", "step-down", "--data", node.data);
        await expect.poll(async () => (await clusterOf(node)).epoch).toBeGreaterThan(epoch);
      }
      await stop(node);
      placed.push(`without-${i}`);
      await place(clientOf(other), `without-${i}`);
      nodes[i] = await start(url, node.data, next);
      expect(await formatOf(nodes[i]!)).toBe(ofThis);
      placed.push(`at-${i}`);
      await place(clientOf(nodes[i]!), `at-${i}`);
      for (const each of nodes) expect(await orders(each)).toEqual(placed.toSorted());
    }
    const reach = nodes.flatMap(({ ready }) => ["--node", ready.controlUrl]);
    const token = nodes[0]!.ready.adminToken;
    const verdict = await outcry("cluster", "verify", "--cluster", url, ...reach, "--token", token, "--json");
    expect(verdict.json()).toMatchObject({ damage: [], nodesOther: [], nodesEqual: nodes.length });
    for (const node of nodes) {
      await stop(node);
      expect(node.child.stderr).toContain("the next build stopped");
    }
  });

  test("with other rules is refused; the way that it names leads to a cluster of it, and the old one is the way back", async () => {
    const directory = temporaryDirectory();
    const fee = {
      file: "src/kernel/core/data/ledger/fees.ts",
      from: /\(rate\)/g,
      to: "((rate + 1) as Rate)",
    };
    const other = buildIn(join(directory, "other"), [fee]);
    const url = await newDatabase(postgres());
    const begin = (of: string, data: string, main = MAIN) => start(of, data, main, FOR_GOOD);
    const a = await begin(url, join(directory, "a"));
    const b = await begin(url, join(directory, "b"));
    await place(clientOf(a), "old");
    await stop(b);

    const way =
      /stop all nodes, "outcry dump --cluster" .*"outcry load --cluster" .*empty database.* empty --data/s;
    const atDatabase = await refused(url, join(directory, "new"), other);
    expect(atDatabase).toContain(`written by a build of format ${ofThis}`);
    expect(atDatabase).toMatch(way);
    const atDirectory = await refused(url, b.data, other);
    expect(atDirectory).toMatch(/b was written by a build of format .* Start this node with an empty --data/);
    expect(atDirectory).toMatch(way);

    await stop(a);
    const file = join(directory, "venue.ndjson");
    await done(MAIN, "dump", file, "--cluster", url);
    const url2 = await newDatabase(postgres());
    await done(other, "load", file, "--cluster", url2, "--cluster-single");
    const changed = [
      await begin(url2, join(directory, "c"), other),
      await begin(url2, join(directory, "d"), other),
    ];
    for (const node of changed) {
      expect(await formatOf(node)).not.toBe(ofThis);
      expect(await orders(node)).toEqual(["old"]);
    }
    await place(clientOf(changed[1]!), "new");
    for (const node of changed) await stop(node);

    const back = await begin(url, a.data);
    expect(await orders(back)).toEqual(["old"]);
    await stop(back);

    // As if the tag had not seen the change: the outcome shows it.
    hideFormat(other);
    const leader = await begin(url, a.data);
    cpSync(b.data, join(directory, "e"), { recursive: true });
    const hidden = await begin(url, join(directory, "e"), other);
    expect(await formatOf(hidden)).toBe(ofThis);
    const price = { price: "60000", size: "0.01" };
    await place(clientOf(leader), "maker", price);
    await place(clientOf(leader, 1), "taker", { ...price, type: "2" });
    await place(clientOf(leader), "after");
    expect(await hidden.child.exited()).toBe(1);
    expect(hidden.child.stderr).toMatch(/this node halted: before command \d+: .* The other nodes go on\./s);
    expect(readdirSync(join(hidden.data, "dumps"))).toHaveLength(1);
    expect(await orders(leader)).toEqual(["after", "old"]);
    await stop(leader);
  });
});
