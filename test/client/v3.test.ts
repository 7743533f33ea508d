import { afterAll, beforeAll, expect, test } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import { type Feed, V3Client, type V3Watch } from "../../src/interface/client/index.ts";
import { openRelay } from "./relay.ts";

/**
 * The client of V3 against a real venue: REST, streams, paper; every function has an example of a run in
 * v3-examples.test.ts.
 */

const symbol = "BTCUSDT";
let venue: Venue;
let watcher: V3Client;
let seller: V3Client;
let buyer: V3Client;

beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 } });
  watcher = new V3Client({ baseUrl: venue.baseUrl });
  [seller, buyer] = venue.accounts.map(
    (credentials) => new V3Client({ baseUrl: venue.baseUrl, credentials, limits: "off" }),
  ) as [V3Client, V3Client];
});
afterAll(async () => {
  for (const client of [watcher, seller, buyer]) client.close();
  await venue.stop();
});

let placed = 0;
/** A limit order for 0.01 that opens. */
function place(side: "BUY" | "SELL", price: string) {
  return (side === "BUY" ? buyer : seller).orders.placeOrder({
    symbol,
    side,
    positionSide: side === "BUY" ? "LONG" : "SHORT",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01",
    price,
    newClientOrderId: `v3-${++placed}`,
  });
}

async function next<T>(feed: Feed<T>): Promise<T> {
  const { value, done } = await feed[Symbol.asyncIterator]().next();
  if (done === true) throw new Error("the feed ended");
  return value;
}

test("places, looks up by either id, and cancels with parameters in the query and in a body", async () => {
  const { orderId, success } = await place("BUY", "59000");
  expect(success).toBe(true);
  expect(await buyer.orders.getOrder({ orderId })).toMatchObject({ status: "NEW", price: "59000.0" });
  expect(await buyer.orders.getOrder({ origClientOrderId: `v3-${placed}` })).toMatchObject({
    orderId: Number(orderId),
  });
  expect(await buyer.orders.cancelOrder({ orderId })).toMatchObject({ orderId, success: true });
  const other = await place("BUY", "58000");
  expect(await buyer.orders.cancelOrders({ orderIdList: [other.orderId] })).toMatchObject([
    { success: true },
  ]);
  expect(await buyer.orders.openOrders({ symbol })).toEqual([]);
});

test("a refusal has the code of V3 and the request without a secret", async () => {
  const refused = await buyer.orders.getOrder({ orderId: 1 }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: "VenueError", request: { method: "GET", query: "orderId=1" } });
  expect(JSON.stringify(refused)).not.toContain(venue.accounts[1]!.secret);
});

/** Every public stream, with what its first frame is. */
const streams: readonly [string, (watch: V3Watch) => Promise<Feed<{ readonly e: string }>>, string][] = [
  ["ticker", (watch) => watch.ticker(symbol), "ticker"],
  ["trades", (watch) => watch.trades(symbol.toLowerCase()), "tradeSnapshot"],
  ["depth", (watch) => watch.depth(symbol, 200), "depthSnapshot"],
  ["klines", (watch) => watch.klines(symbol, "1m", "MARK_PRICE"), "klineSnapshot"],
];

test.each(streams)("%s begins with what the venue sends before it acknowledges", async (_, open, first) => {
  const feed = await open(watcher.watch);
  expect((await next(feed)).e).toBe(first);
  feed.close();
});

test("a trade is pushed to everybody, and to its two accounts under one version", async () => {
  const [trades, fills, orders, positions, collateral] = await Promise.all([
    watcher.watch.trades(symbol),
    buyer.watch.fills(),
    buyer.watch.orders(),
    buyer.watch.positions(),
    buyer.watch.collateral(),
  ]);
  await next(trades); // its snapshot
  await place("SELL", "60010");
  await place("BUY", "60010");
  expect((await next(trades)).d).toMatchObject([{ p: "60010.0", q: "0.0100", m: false }]);
  const fill = await next(fills);
  expect(fill.d).toMatchObject([{ symbol, fillSize: "0.0100" }]);
  expect((await next(positions)).v).toBe(fill.v);
  expect((await next(collateral)).e).toBe("account");
  expect((await next(orders)).d[0]!.symbol).toBe(symbol);
  await Promise.all([watcher.echo("public"), buyer.echo("private")]);
  for (const feed of [trades, fills, orders, positions, collateral]) feed.close();
});

test("a stream that does not exist is refused in the venue's words, and others go on", async () => {
  await expect(watcher.watch.ticker("NOTHING")).rejects.toMatchObject({
    name: "VenueError",
    msg: "INVALID_ARGUMENT: invalid symbol : cmt_nothing",
    request: { path: "/v3/ws/public", query: "NOTHING@ticker" },
  });
  const feed = await watcher.watch.depth(symbol);
  expect((await next(feed)).l).toBe(15);
  feed.close();
});

test("a lost connection is opened again, with what was subscribed", async () => {
  const relay = await openRelay(venue.wsUrl, () => true);
  const client = new V3Client({ baseUrl: venue.baseUrl, wsUrl: relay.url });
  const feed = await client.watch.depth(symbol);
  expect((await next(feed)).d).toBe("SNAPSHOT");
  relay.cut();
  expect((await next(feed)).d).toBe("SNAPSHOT");
  client.close();
  await relay.close();
});

test("what a paper account does has the names of the real one", async () => {
  const paper = "BTCSUSDT";
  expect(await buyer.paper.balance()).toMatchObject([{ asset: "SUSDT" }]);
  const frames = await buyer.watch.orders({ paper: true });
  const { orderId } = await buyer.paper.placeOrder({
    symbol: paper,
    side: "BUY",
    positionSide: "LONG",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01",
    price: "59000",
    newClientOrderId: "on-paper",
  });
  expect((await next(frames)).e).toBe("sim.orders");
  expect(await buyer.paper.openOrders({ symbol: paper })).toMatchObject([{ orderId: Number(orderId) }]);
  expect(await buyer.paper.cancelAllOrders({ symbol: paper })).toMatchObject([{ success: true }]);
});
