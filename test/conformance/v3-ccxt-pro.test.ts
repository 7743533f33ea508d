import ccxt, { type Order } from "ccxt";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { tellInOrder } from "../inOrder.ts";
import { ccxtOptions } from "./ccxtClient.ts";
import { keyed } from "./traders.ts";

/**
 * The socket side of ccxt as npm gives it, against a live venue, with nothing but its URLs overridden, and
 * the time that it signs with (`ccxtClient.ts`). Where ccxt itself reads a push wrong the test says so in one
 * line.
 */

const BTC = "BTC/USDT:USDT";

let venue: Venue;
let alice: InstanceType<typeof ccxt.pro.weex>;
let bob: InstanceType<typeof ccxt.pro.weex>;

async function client(apiKey: string): Promise<InstanceType<typeof ccxt.pro.weex>> {
  // ccxt tells the contract side by this word; in the user part it is no part of the path.
  const wsUrl = `ws://contract@127.0.0.1:${venue.port}/v3/ws`;
  const key = { apiKey, secret: "secret", passphrase: "pass" };
  const made = new ccxt.pro.weex(ccxtOptions(venue.baseUrl, wsUrl, key));
  await made.loadHttpProxyAgent(); // ccxt wants it before its first ws:// connection
  await made.loadMarkets();
  return made;
}

tellInOrder();
beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000 },
    seed: 1,
    prehistory: 50,
    accounts: keyed("alice", "bob"),
  });
  alice = await client("alice");
  bob = await client("bob");
});
afterAll(async () => {
  await alice.close();
  await bob.close();
  await venue.stop();
});

/**
 * Watches orders from now on. Returns the way to wait for one that may have been told by then: `watchOrders`
 * answers with what is told after the call, once however much is told together, and what was told is in
 * `orders`.
 */
function told(): (isIt: (order: Order) => boolean) => Promise<Order> {
  let next = alice.watchOrders(BTC);
  return async (isIt) => {
    for (;;) {
      const order = (alice.orders as readonly Order[] | undefined)?.find(isIt);
      if (order !== undefined) {
        next.catch(() => undefined); // the client is closed at some time
        return order;
      }
      await next;
      next = alice.watchOrders(BTC);
    }
  };
}

/**
 * What is watched, while something is done again and again until it is seen: ccxt does not say when it has
 * subscribed.
 */
async function seen<T>(watched: Promise<T>, act: () => Promise<unknown>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  watched.then(over, over);
  while (!isOver) await act();
  return watched;
}

/** Bob and alice trade 0.01 with each other. */
async function trade(): Promise<void> {
  await bob.createOrder(BTC, "limit", "sell", 0.01, 60_000);
  await alice.createOrder(BTC, "limit", "buy", 0.01, 60_000);
}

test("watchOrderBook follows the book", async () => {
  await bob.createOrder(BTC, "limit", "buy", 0.03, 59_000);
  const book = await alice.watchOrderBook(BTC);
  expect(book.bids[0]).toEqual([59_000, 0.03]);
  const next = alice.watchOrderBook(BTC);
  await bob.createOrder(BTC, "limit", "sell", 0.02, 60_500);
  expect((await next).asks[0]).toEqual([60_500, 0.02]);
  await bob.cancelAllOrders(BTC);
});

test("watchTicker, watchTrades, watchOHLCV", async () => {
  await trade();
  const ticker = await alice.watchTicker(BTC);
  expect(ticker).toMatchObject({ symbol: BTC, last: 60_000, markPrice: 60_000, indexPrice: 60_000 });
  const trades = await alice.watchTrades(BTC);
  expect(trades.at(-1)).toMatchObject({ symbol: BTC, price: 60_000, amount: 0.01, side: "buy" });
  const candles = await alice.watchOHLCV(BTC, "1m");
  expect(candles.length).toBeGreaterThanOrEqual(50);
  expect(candles.at(-1)![4]).toBe(60_000);
});

test("watchOrders: placed, filled", async () => {
  const orders = await seen(alice.watchOrders(BTC), trade);
  expect(orders[0]).toMatchObject({ symbol: BTC, type: "limit", side: "buy", amount: 0.01, price: 60_000 });
  const opened = told();
  const { id } = await alice.createOrder(BTC, "limit", "buy", 0.05, 58_000);
  await opened((order) => order.id === id && order.status === "open");
  const canceled = told();
  await alice.cancelOrder(id!, BTC);
  const order = await canceled((each) => each.id === id && each.status === "canceled");
  expect(order).toMatchObject({ status: "canceled", filled: 0 });
});

test("watchMyTrades", async () => {
  const [fill] = await seen(alice.watchMyTrades(BTC), trade);
  // ccxt leaves `price` out of a pushed fill; amount, cost and fee are right.
  expect(fill).toMatchObject({ symbol: BTC, side: "buy", amount: 0.01, cost: 600, takerOrMaker: "taker" });
  expect(fill!.fee).toMatchObject({ cost: 0.36, currency: "USDT" });
});

test("watchPositions", async () => {
  const [known] = await alice.watchPositions([BTC]); // the first call is answered by REST
  const before = known!.contracts!; // ccxt writes what comes into the objects it gave away
  const [position] = await seen(alice.watchPositions([BTC]), trade);
  expect(position).toMatchObject({ symbol: BTC, side: "long" });
  expect(position!.contracts).toBeGreaterThan(before);
});

test("watchBalance", async () => {
  await alice.createOrder(BTC, "limit", "buy", 0.02, 57_000); // margin of an order, besides that of positions
  const { USDT: pushed } = await seen(alice.watchBalance(), trade);
  const { USDT: asked } = await alice.fetchBalance();
  for (const { free, used, total } of [pushed!, asked!]) {
    expect(used).toBeGreaterThan(0);
    expect(free! + used!).toBeCloseTo(total!, 6);
  }
});
