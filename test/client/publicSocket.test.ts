import { afterAll, beforeAll, expect, test } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import { type Feed, V2Client } from "../../src/interface/client/index.ts";
import { tellInOrder } from "../inOrder.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { ManualTiming } from "./manualTiming.ts";
import { openRelay } from "./relay.ts";

/** Market data over the sockets of a real venue, connections dropped in between. */

const symbol = "cmt_btcusdt";
let venue: Venue;
let client: V2Client;
let seller: V2Client;
let buyer: V2Client;

tellInOrder();
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 } });
  client = new V2Client({ baseUrl: venue.baseUrl });
  [seller, buyer] = venue.accounts.map(
    (credentials) => new V2Client({ baseUrl: venue.baseUrl, credentials, limits: "off" }),
  ) as [V2Client, V2Client];
});
afterAll(async () => {
  client.close();
  await venue.stop();
});

async function place(type: "1" | "2", price: string, size = "0.01"): Promise<void> {
  await (type === "1" ? buyer : seller).orders.place({ ...LIMIT, symbol, size, type, price });
}

async function next<T>(feed: Feed<T>): Promise<T> {
  for await (const item of { [Symbol.asyncIterator]: () => unclosed(feed) }) return item;
  throw new Error("the feed ended");
}

/** Reads on without ending the feed when the loop is left. */
function unclosed<T>(feed: Feed<T>): AsyncIterator<T> {
  const iterator = feed[Symbol.asyncIterator]();
  return { next: () => iterator.next() };
}

test("each channel pushes what its type says", async () => {
  const trades = await client.watch.trades(symbol);
  const ticker = await client.watch.ticker(symbol);
  const candles = await client.watch.candles(symbol, "MINUTE_1");
  const depth = await client.watch.depth(symbol);
  await place("2", "60010");
  await place("1", "60010");
  expect(await next(trades)).toMatchObject({ price: "60010.0", size: "0.0100", buyerMaker: false });
  await expect.poll(async () => (await next(ticker)).lastPrice).toBe("60010.0");
  await expect.poll(async () => (await next(candles)).close).toBe("60010.0");
  expect(await next(depth)).toMatchObject({ depthType: "SNAPSHOT", level: 15, symbol });
  for (const feed of [trades, ticker, candles, depth]) feed.close();
});

test("a channel that does not exist is refused in the venue's words, and others go on", async () => {
  await expect(client.watch.ticker("cmt_nothing")).rejects.toMatchObject({
    name: "VenueError",
    code: "40020",
    request: { path: "/v2/ws/public", query: "ticker.cmt_nothing" },
  });
  const feed = await client.watch.ticker(symbol);
  feed.close();
});

test("two readers share a subscription, and it ends with the last of them", async () => {
  const [one, other] = await Promise.all([client.watch.trades(symbol), client.watch.trades(symbol)]);
  await place("2", "60020");
  await place("1", "60020");
  expect(await next(one)).toEqual(await next(other));
  one.close();
  await place("2", "60021");
  await place("1", "60021");
  expect((await next(other)).price).toBe("60021.0");
  other.close();
  const again = await client.watch.trades(symbol);
  await place("2", "60022");
  await place("1", "60022");
  expect((await next(again)).price).toBe("60022.0");
  again.close();
});

test("a book is what REST shows, through trades and lost connections", async () => {
  const book = await client.orderBook(symbol, 15);
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 20; i++) {
      await place("1", `${59_500 + round * 30 + i}`);
      await place("2", `${60_600 - round * 30 - i}`);
    }
    await place("1", `${60_600 - round * 30 - 19}`, "0.02");
    const { bids, asks } = await client.market.depth({ symbol });
    await book.until(
      () =>
        JSON.stringify([book.bids, book.asks]) ===
        JSON.stringify([bids, asks].map((side) => side.map(([price, size]) => ({ price, size })))),
    );
    expect(book.bids.length).toBe(15);
    const before = book.version;
    client.dropConnection("public");
    expect(book.isLive).toBe(false);
    expect(book.bids).toEqual([]);
    await book.until(() => book.isLive);
    expect(BigInt(book.version!)).toBeGreaterThanOrEqual(BigInt(before!));
  }
  expect(book.gaps).toBe(0);
  book.close();
});

test("a second book of a contract is there at once, although nothing moves", async () => {
  const [first, feed] = [await client.orderBook(symbol), await client.watch.depth(symbol)];
  const second = await client.orderBook(symbol);
  await first.until(() => first.isLive);
  expect([second.bids, second.asks]).toEqual([first.bids, first.asks]);
  expect([first.gaps, second.gaps]).toEqual([0, 0]);
  for (const each of [first, second, feed]) each.close();
});

test("feeds go on after the venue was away, for whoever reads them", async () => {
  await Promise.all([seller.orders.cancelAll(), buyer.orders.cancelAll()]);
  const feed = await client.watch.trades(symbol);
  client.dropConnection("public");
  const book = await client.orderBook(symbol); // resolves on the next connection
  await place("2", "60030");
  await place("1", "60030");
  expect((await next(feed)).price).toBe("60030.0");
  book.close();
  feed.close();
});

test("what is asked of a client that is closed at once ends, and a client can be used again", async () => {
  const own = new V2Client({ baseUrl: venue.baseUrl });
  await own.watch.ticker(symbol);
  const asked = [own.watch.trades(symbol), own.echo("public")];
  own.close();
  await Promise.all(asked.map((each) => expect(each).rejects.toThrow("closed")));
  const first = own.orderBook(symbol);
  own.close();
  const second = own.orderBook(symbol);
  await expect(first).rejects.toThrow("closed");
  const book = await second;
  await place("1", "59003");
  await book.until(() => book.bids.some(({ price }) => price === "59003.0"));
  own.close();
});

test("a loop over a feed that is closed ends, and one over a closed client too", async () => {
  const own = new V2Client({ baseUrl: venue.baseUrl });
  const feed = await own.watch.trades(symbol);
  const book = await own.orderBook(symbol);
  const ended = Promise.all([
    (async () => {
      for await (const _ of feed);
    })(),
    (async () => {
      for await (const _ of book);
    })(),
  ]);
  own.close();
  await ended;
});

test("a push that is missing is noticed, and the book is the venue's again", async () => {
  let lost = 0;
  const relay = await openRelay(venue.wsUrl, (text) => {
    if (lost > 0 || !text.includes('"CHANGED"')) return true;
    lost++;
    return false;
  });
  const far = new V2Client({ baseUrl: venue.baseUrl, wsUrl: relay.url });
  const book = await far.orderBook(symbol, 200);
  await place("1", "59001");
  await expect.poll(() => lost).toBe(1);
  await place("1", "59002");
  await book.until(() => book.gaps === 1 && !book.isLive);
  await book.until(() => book.isLive);
  expect(book.bids.map(({ price }) => price)).toEqual(expect.arrayContaining(["59001.0", "59002.0"]));
  far.close();
  await relay.close();
});

test("a connection that has gone silent is doubtful, then given up, and the next one takes over", async () => {
  let isSilent = false;
  const relay = await openRelay(venue.wsUrl, () => !isSilent);
  const timing = new ManualTiming();
  const far = new V2Client({ baseUrl: venue.baseUrl, wsUrl: relay.url, timing });
  const book = await far.orderBook(symbol);
  const { bids } = book;
  isSilent = true;
  await timing.pass(9_000);
  expect([book.isLive, far.line("public"), book.bids]).toEqual([false, "doubtful", bids]);
  expect(bids).not.toEqual([]);
  await timing.pass(13_000);
  expect([book.isLive, book.bids]).toEqual([false, []]);
  isSilent = false;
  await timing.pass(1_000);
  await book.until(() => book.isLive);
  expect(relay.connections).toBe(2);
  far.close();
  await relay.close();
});

test("whoever sends what is no message is left, and the venue is found again", async () => {
  const relay = await openRelay(venue.wsUrl, () => true);
  const far = new V2Client({ baseUrl: venue.baseUrl, wsUrl: relay.url });
  const book = await far.orderBook(symbol);
  relay.say("<html>");
  await book.until(({ isLive }) => !isLive);
  await book.until(({ isLive }) => isLive);
  far.close();
  await relay.close();
});

test("the venue's pings are answered", async () => {
  const relay = await openRelay(venue.wsUrl, () => true);
  const far = new V2Client({ baseUrl: venue.baseUrl, wsUrl: relay.url });
  await far.echo("public");
  relay.say('{"event":"ping","type":"ping","time":"1693208170000"}');
  relay.say('{"type":"ping","time":"1776172740000"}');
  await expect
    .poll(() => relay.heard.filter((text) => text.includes("pong")))
    .toEqual(['{"event":"pong","time":"1693208170000"}', '{"type":"pong","time":"1776172740000"}']);
  far.close();
  await relay.close();
});

test("no venue is an error of the first subscription, not a wait without end", async () => {
  const nowhere = new V2Client({ baseUrl: "http://127.0.0.1:9", retries: 0 });
  await expect(nowhere.watch.ticker(symbol)).rejects.toThrow(
    "no connection to ws://127.0.0.1:9/v2/ws/public",
  );
});

test("an echo tells the time to the venue and back", async () => {
  expect(await client.echo("public")).toBeGreaterThan(0);
});
