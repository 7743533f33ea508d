import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { ControlClient } from "../../src/interface/client/index.ts";
import { outcry } from "../cli/inProcess.ts";
import type { Client } from "../venue/client.ts";
import { send } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { LEASE_MS, pair } from "./nodes.ts";

/** Control at any node: read there, changed by the one that leads. */

/** As a file of CSV. */
async function ledgerOf({ controlUrl, adminToken }: Venue, account: string): Promise<string> {
  const control = new ControlClient({ baseUrl: controlUrl, token: adminToken });
  return (await control.file("GET accounts/export", { what: "ledger", accounts: account })).text();
}

test("what is changed at a follower, the leader changes; what the leader alone knows, it answers", async () => {
  const { nodes, a, b } = await pair();
  expect((await control(b, "status")).body).toMatchObject({ state: "following" });
  const deposit = await control(b, "money/deposit", { account: "demo-1", amount: "5" });
  expect(deposit, JSON.stringify(deposit)).toMatchObject({ status: 200 });
  // Read at the follower, which waits until it has it.
  expect((await control(b, "accounts?money=true")).body).toContainEqual(
    expect.objectContaining({ name: "demo-1", wallet: "100005" }),
  );
  // Both nodes give the same rows of a file, too.
  const bills = await Promise.all([b, a].map((each) => ledgerOf(each, "demo-1")));
  expect(bills[0]).toMatch(/,demo-1,.*,deposit,.*,5,100005,/);
  expect(bills[1]).toBe(bills[0]);
  expect((await control(b, "participants")).body).toEqual((await control(a, "participants")).body);
  expect(await control(b, "reset", {})).toMatchObject({
    status: 400,
    body: { msg: expect.stringContaining("cluster") },
  });

  await control(b, "clock/step", { ms: 60_000 });
  await nodes.until(() => b.engine.now() === a.engine.now());
  await control(b, "clock/run", { speed: "50" });
  await nodes.until(() => b.clock.mode().type === "scaled");
});

test("the nodes know each other, and the lead is given to another one", async () => {
  const { nodes, a, b } = await pair();
  await nodes.clock.advance(LEASE_MS);
  const at = async (venue: Venue) => (await control(venue, "cluster")).body;
  const [seen] = [await at(a)];
  expect(seen).toMatchObject({ leads: true, epoch: 1, nodes: [{ leads: true, lag: 0 }, { leads: false }] });
  expect(await at(b)).toMatchObject({
    leads: false,
    leader: seen.leader,
    epoch: 1,
    nodes: [{ node: seen.node }, {}],
  });

  const reach = ["--url", b.controlUrl, "--token", b.adminToken];
  const status = await outcry("cluster status", ...reach, "--json");
  expect(JSON.parse(status.stdout)).toMatchObject({ leads: false, leader: seen.leader, epoch: 1 });
  expect(await outcry("cluster step-down", ...reach)).toMatchObject({ code: 0 });
  await nodes.until(() => a.engine.state === "following" && b.engine.state === "running");
  await nodes.clock.advance(LEASE_MS);
  expect(await at(b)).toMatchObject({ leads: true, epoch: 2 });
});

test("a fault is its node's own: of what it passes on, the answer is lost there; what it refuses is not passed on", async () => {
  const { nodes, a, b, clients } = await pair();
  const order = (client_oid: string) => JSON.stringify({ ...LIMIT, client_oid, price: "50000" });
  await nodes.passing(b.fault({ kind: "answer-lost", routes: ["orders.place"], nth: 1 }));
  await nodes.passing(b.fault({ kind: "rate-limited", routes: ["orders.place"], nth: 2 }));
  expect(await a.faults()).toEqual([]);
  const [atLeader, atFollower] = clients as [Client, Client];
  const lost = atFollower.sign("POST", "order/placeOrder", order("lost"));
  await expect(nodes.passing(send(lost))).rejects.toThrow();
  const refused = atFollower.sign("POST", "order/placeOrder", order("refused"));
  expect((await nodes.passing(send(refused))).status).toBe(429);
  expect((await nodes.passing(send(lost))).status).toBe(200);
  const { body } = await nodes.passing(atLeader.get("order/current"));
  expect(body.map(({ client_oid }: { readonly client_oid: string }) => client_oid)).toEqual(["lost"]);
  expect(await b.faults()).toMatchObject([{ injected: 1 }, { injected: 1, last: [2] }]);
  expect((await control(a, "audit", {})).body).toMatchObject({ passed: true });
});
