import { once } from "node:events";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { registered } from "../venue/keyPairs.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { Pushes } from "../venue/pushes.ts";
import { RequestSocket } from "../venue/requestSocket.ts";
import { pair } from "./nodes.ts";

const ORDER = { ...LIMIT, size: "0.0001", price: "30000" };

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

test("requests as messages to a follower are answered by who can: signed, and of a key that logged on", async () => {
  const { nodes, a, b, clients } = await pair();
  const now = () => nodes.clock.wallMs();
  const ofFollower = await RequestSocket.open(b, clients[0]!.key, { now });
  const bid = { symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" };
  const order = { ...bid, quantity: "0.01", price: "30000" };
  const placed = await nodes.passing(ofFollower.askSigned("order.place", order));
  expect(placed).toMatchObject({ status: 200, result: { status: "NEW" } });
  const key = await nodes.passing(registered(a, a.accounts[0]!.name, "Ed25519"));
  const loggedOn = await RequestSocket.open(b, key, { now });
  expect(await nodes.passing(loggedOn.askSigned("session.logon"))).toMatchObject({ status: 200 });
  const { orderId } = placed.result;
  const cancel = { symbol: "BTCUSDT", orderId, timestamp: now() };
  expect(await nodes.passing(loggedOn.ask("order.cancel", cancel))).toMatchObject({ status: 200 });
  const again = { ...order, timestamp: now() };
  const first = await nodes.passing(loggedOn.ask("order.place", again));
  const second = await nodes.passing(loggedOn.ask("order.place", again));
  expect(second.result.orderId).not.toBe(first.result.orderId);
  await ofFollower.listener.close();
  await loggedOn.listener.close();
});

test("a follower's socket of requests is there when that comes to lead", async () => {
  const { nodes, b, clients } = await pair();
  const now = () => nodes.clock.wallMs();
  const socket = await RequestSocket.open(b, clients[1]!.key, { now });
  const bid = { symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" };
  const params = socket.signed({ ...bid, quantity: "0.01", price: "30000" });
  const first = await nodes.passing(socket.ask("order.place", params));
  nodes.cutOff("a");
  // Waits for somebody to lead, and is answered by the core's memory of the signature.
  const again = await nodes.passing(socket.ask("order.place", params));
  expect(again).toEqual({ ...first, id: again.id });
  expect(b.engine.state).toBe("running");
});
