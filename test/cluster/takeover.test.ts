import { expect, onTestFinished, test } from "vitest";
import { Client, look, send } from "../venue/client.ts";
import { Nodes } from "./nodes.ts";

const order = (id: string) =>
  JSON.stringify({
    symbol: "cmt_btcusdt",
    size: "0.0001",
    type: "1",
    order_type: "0",
    match_price: "0",
    price: "30000",
    client_oid: id,
  });

test("an order placed at a follower is everybody's, and outlives the leader", async () => {
  const nodes = new Nodes();
  onTestFinished(() => nodes.stop());
  const a = await nodes.start("a");
  const b = await nodes.start("b");
  expect([a.engine.state, b.engine.state]).toEqual(["running", "following"]);
  const clients = [a, b].map(
    (venue) => new Client(venue.baseUrl, a.accounts[0]!, () => nodes.clock.wallMs()),
  );

  const placement = clients[1]!.sign("POST", "order/placeOrder", order("one"));
  const first = await send(placement);
  expect(first).toMatchObject({ status: 200, body: { client_oid: "one" } });
  for (const client of clients) {
    const { body } = await client.get("order/current?symbol=cmt_btcusdt");
    expect(body).toMatchObject([{ order_id: first.body.order_id, client_oid: "one" }]);
  }
  const depths = await Promise.all([a, b].map(({ baseUrl }) => look(baseUrl, "depth?symbol=cmt_btcusdt")));
  expect(depths[0]!.body.bids).toEqual([["30000.0", "0.0001"]]);
  expect(depths[1]!.body).toEqual({ ...depths[0]!.body, timestamp: depths[1]!.body.timestamp });

  nodes.cutOff("a");
  // Waits for somebody to lead, and is answered by the core's memory of the signature.
  const waiting = send(placement);
  await nodes.until(() => b.engine.state === "running");
  const again = await waiting;
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await clients[1]!.get("order/current?symbol=cmt_btcusdt")).body).toHaveLength(1);
  const second = await clients[1]!.post("order/placeOrder", order("two"));
  expect(second.status).toBe(200);
});
