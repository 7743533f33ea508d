import { expect, test } from "vitest";
import { look } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { behindProxy, LEASE_MS } from "./nodes.ts";

/** The way to the node that leads is lost, while everybody still reaches the store. */

const ORDER = { ...LIMIT, size: "0.001", price: "50000" };

test("who follows reads the log in the store: reads go on and show the latest, what changes something names the leader", async () => {
  const { nodes, way, a, following, clients } = await behindProxy("b");
  const [b] = following;
  way.cut();
  await nodes.clock.advance(2 * LEASE_MS);
  expect([a.engine.state, b!.engine.state]).toEqual(["running", "following"]);
  const placed = await nodes.passing(clients[0]!.post("order/placeOrder", { ...ORDER, client_oid: "cut" }));
  expect(placed.status).toBe(200);
  // An account's read waits for what was durable when it arrived, and the log says what that is.
  const current = await nodes.passing(clients[1]!.get("order/current?symbol=cmt_btcusdt"));
  expect(current.body).toMatchObject([{ client_oid: "cut" }]);
  await nodes.until(() => b!.engine.headSeq === a.engine.headSeq);
  const { body: depth } = await look(b!.baseUrl, "depth?symbol=cmt_btcusdt");
  expect(depth).toMatchObject({ bids: [["50000.0", "0.0010"]] });
  const refused = await nodes.passing(
    clients[1]!.post("order/placeOrder", { ...ORDER, client_oid: "other" }),
  );
  expect(refused.status).toBe(503);
  expect(refused.text).toContain(`127.0.0.1:${way.port}, is not reached from this one`);

  way.mend();
  await nodes.clock.advance(LEASE_MS);
  const taken = await nodes.passing(clients[1]!.post("order/placeOrder", { ...ORDER, client_oid: "other" }));
  expect(taken.status).toBe(200);
});

test("a leader that most do not reach any more gives the lead to one that they reach", async () => {
  const { nodes, way, a, following, clients } = await behindProxy("b", "c");
  const seq = a.engine.headSeq;
  way.cut();
  await nodes.until(() => following.some(({ engine }) => engine.state === "running"));
  await nodes.until(() => a.engine.state === "following");
  for (const [i, client] of clients.entries()) {
    const placed = await nodes.passing(client.post("order/placeOrder", { ...ORDER, client_oid: `n${i}` }));
    expect(placed.status).toBe(200);
  }
  expect(a.engine.headSeq).toBeGreaterThan(seq);
  // Mended, the lead stays where it is.
  const leads = following.map(({ engine }) => engine.state);
  way.mend();
  await nodes.clock.advance(5 * LEASE_MS);
  expect(following.map(({ engine }) => engine.state)).toEqual(leads);
});

test("a leader that no node can take the lead from keeps it: it is reached by as many as any other", async () => {
  const { nodes, way, a, following } = await behindProxy("b");
  way.cut();
  await nodes.clock.advance(10 * LEASE_MS);
  expect([a.engine.state, following[0]!.engine.state]).toEqual(["running", "following"]);
});
