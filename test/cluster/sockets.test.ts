import { once } from "node:events";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { Pushes } from "../venue/pushes.ts";
import { pair } from "./nodes.ts";

const ORDER = {
  symbol: "cmt_btcusdt",
  size: "0.0001",
  type: "1",
  order_type: "0",
  match_price: "0",
  price: "30000",
};

test("a follower's sockets push what happens at the leader: to everybody, and to an account", async () => {
  const { nodes, b, clients } = await pair();
  const market = await new Pushes(b.wsUrl, "/v2/ws/public").subscribe("depth.cmt_btcusdt.15");
  const key = clients[0]!.key;
  const account = new Pushes(b.wsUrl, "/v2/ws/private", key, nodes.clock.wallMs());
  await account.subscribe("orders");
  const { body } = await clients[0]!.post("order/placeOrder", { ...ORDER, client_oid: "seen" });
  const pushed = await nodes.passing(account.until(({ msg }) => msg !== undefined));
  expect(JSON.stringify(pushed)).toContain(body.order_id);
  const level = await nodes.passing(market.until((each) => JSON.stringify(each).includes("30000")));
  expect(level.channel).toBe("depth.cmt_btcusdt.15");
  market.close();
  account.close();
});

test("a ticket of one node opens a socket at another, once", async () => {
  const { a, b, clients } = await pair();
  const { body } = await clients[1]!.post("account/socketTicket");
  const open = ({ wsUrl }: typeof a) =>
    new WebSocket(`${wsUrl}/v2/ws/private`, ["outcry", body.ticket], { headers: { "User-Agent": "test" } });
  const first = open(b);
  await once(first, "open");
  first.close();
  const second = open(a);
  const [, response] = await once(second, "unexpected-response");
  expect(response.statusCode).toBe(401);
  response.resume();
});
