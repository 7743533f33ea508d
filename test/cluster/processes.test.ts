import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Child, type Ready } from "../cli/child.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { isMissing, newDatabase, usingPostgres } from "../journal/postgres.ts";
import type { Client } from "../venue/client.ts";
import { operate } from "../venue/control.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { persist, persistentClient } from "./persist.ts";

/** Nodes as processes on a PostgreSQL with a synchronous standby. */

const MASTER_KEY = Buffer.alloc(32, 7).toString("base64");

interface Node extends Awaited<ReturnType<typeof Child.serve>> {
  readonly data: string;
}

async function start(url: string, data: string, ...args: readonly string[]): Promise<Node> {
  const words = ["--cluster", url, "--data", data, "--clock", "test", "--limits", "off", ...args];
  return { ...(await Child.serve(words, { OUTCRY_MASTER_KEY: MASTER_KEY })), data };
}

const status = (ready: Ready) => operate(ready, "status");

const order = (id: string) => ({ ...LIMIT, size: "0.0001", price: "30000", client_oid: id });

describe.skipIf(isMissing)("two processes", () => {
  const postgres = usingPostgres();

  test("a leader that is killed loses nothing, a retry of the same bytes is the same order, and one that was paused follows", async () => {
    const url = await newDatabase(postgres());
    const directory = temporaryDirectory();
    const nodes = [await start(url, join(directory, "a")), await start(url, join(directory, "b"))];
    expect(nodes[1]!.ready.accounts).toEqual(nodes[0]!.ready.accounts);
    const clients = nodes.map(({ ready }) => persistentClient(ready.baseUrl, ready.accounts[0]!));
    const placements = clients.map((client, i) =>
      client.sign("POST", "order/placeOrder", JSON.stringify(order(`n${i}`))),
    );
    const placed = await Promise.all(placements.map(persist));
    expect(
      placed.map((reply) => reply.status),
      placed.map(({ text }) => text).join(),
    ).toEqual([200, 200]);

    let leader = -1;
    await expect
      .poll(async () => {
        const states = await Promise.all(nodes.map(({ ready }) => status(ready)));
        leader = states.findIndex(({ state }) => state === "running");
        return leader; // a machine that is held up takes the lead from a node for a moment
      })
      .toBeGreaterThanOrEqual(0);
    const other = 1 - leader;
    nodes[leader]!.child.kill("SIGKILL");
    await nodes[leader]!.child.exited();
    const survivor = clients[other]!;
    for (const [i, placement] of placements.entries()) {
      const moved = { ...placement, url: placement.url.replace(clients[i]!.baseUrl, survivor.baseUrl) };
      expect((await persist(moved)).body).toEqual(placed[i]!.body);
    }
    expect(
      (await persist(survivor.sign("POST", "order/placeOrder", JSON.stringify(order("n2"))))).status,
    ).toBe(200);
    const orders = async (client: Client) =>
      (await persist(client.sign("GET", "order/current?symbol=cmt_btcusdt"))).body
        .map((each: { client_oid: string }) => each.client_oid)
        .sort();
    expect(await orders(survivor)).toEqual(["n0", "n1", "n2"]);

    // Another master key is another cluster's.
    const words = ["serve", "--port", "0", "--cluster", url, "--data", join(directory, "c"), "--log", "off"];
    const stranger = new Child(words, { OUTCRY_MASTER_KEY: Buffer.alloc(32, 8).toString("base64") });
    expect(await stranger.exited()).toBe(5);
    expect(stranger.stderr).toMatch(/belongs to master key .* Give every node the same key/);

    const back = await start(url, nodes[leader]!.data);
    const returned = persistentClient(back.ready.baseUrl, back.ready.accounts[0]!);
    expect(await orders(returned)).toEqual(["n0", "n1", "n2"]);

    // Who is paused beyond its lease finds itself fenced off, and follows; where the other one is held up it
    // may lead again.
    nodes[other]!.child.kill("SIGSTOP");
    expect(
      (await persist(returned.sign("POST", "order/placeOrder", JSON.stringify(order("n3"))))).status,
    ).toBe(200);
    nodes[other]!.child.kill("SIGCONT");
    expect(await orders(survivor)).toEqual(["n0", "n1", "n2", "n3"]);
    await expect
      .poll(async () => (await status(nodes[other]!.ready)).state)
      .toMatch(/^(?:following|running)$/);
    for (const { child } of [back, nodes[other]!]) {
      child.kill("SIGTERM");
      expect(await child.exited(), child.stderr).toBe(0);
    }
  });
});
