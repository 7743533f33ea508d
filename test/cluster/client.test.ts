import { expect, onTestFinished, test } from "vitest";
import type { Timing } from "../../src/interface/client/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { TcpProxy } from "../host/tcpProxy.ts";
import { pair } from "./nodes.ts";

/** The typed client with the addresses of two nodes, when the one that it uses dies. */

const symbol = "cmt_btcusdt";
const order = (id: string, price: string) =>
  ({ symbol, size: "0.0001", type: "1", order_type: "0", match_price: "0", price, client_oid: id }) as const;

test("book, account and orders go on at another node: nothing is missing, nothing is there twice", async () => {
  const { nodes, a, b } = await pair();
  const { clock } = nodes;
  const timing: Timing = {
    wallMs: () => clock.wallMs(),
    monotonicMs: () => clock.monotonicMs(),
    after: (ms, action) => {
      const timer = clock.setTimer(ms, action);
      return () => timer.clear();
    },
    random: () => 0,
  };
  // A node dies where its clients see it: its connections end, and no new one begins.
  const ways = await Promise.all(
    [a, b].map(({ port }) => TcpProxy.start({ host: "127.0.0.1", port, family: 4 })),
  );
  for (const way of ways) onTestFinished(() => way.end());
  const client = new V2Client({
    baseUrl: ways.map(({ port }) => `http://127.0.0.1:${port}`),
    credentials: a.accounts[0]!,
    limits: "off",
    timing,
  });
  onTestFinished(() => client.close());
  const book = await nodes.passing(client.orderBook(symbol));
  const mirror = await nodes.passing(client.accountMirror());
  const seen: string[] = [];
  const orders = await nodes.passing(client.watch.orders());
  void (async () => {
    for await (const { rows } of orders)
      for (const row of rows) seen.push(`${row.clientOrderId} ${row.status}`);
  })();
  const first = await nodes.passing(client.orders.place(order("one", "30000")));
  await nodes.passing(mirror.until(({ orders }) => orders.size === 1));
  await nodes.passing(book.until(({ bids }) => bids.length === 1));

  ways[0]!.cut();
  nodes.cutOff("a");
  await nodes.until(() => !mirror.isLive && !book.isLive);
  const second = await nodes.passing(client.orders.place(order("two", "30001")));
  await nodes.passing(mirror.until(({ isLive, orders }) => isLive && orders.size === 2));
  await nodes.passing(book.until(({ isLive, bids }) => isLive && bids.length === 2));
  const third = await nodes.passing(client.orders.place(order("three", "30002")));
  await nodes.passing(mirror.until(({ orders }) => orders.size === 3));
  await nodes.passing(book.until(({ bids }) => bids.length === 3));
  expect([...mirror.orders.keys()].toSorted()).toEqual(
    [first, second, third].map(({ order_id }) => String(order_id)).toSorted(),
  );
  expect(book.bids.map(({ price }) => price)).toEqual(["30002.0", "30001.0", "30000.0"]);
  expect(book.gaps).toBe(0);
  expect(b.engine.state).toBe("running");
  expect((await nodes.passing(client.orders.current({ symbol }))).map((each) => each.client_oid)).toEqual(
    expect.arrayContaining(["one", "two", "three"]),
  );
  // Each step of an order was pushed once, whichever node pushed it; while there was no connection, nothing
  // was.
  for (const name of ["one", "three"])
    expect(seen.filter((each) => each.startsWith(`${name} `))).toEqual([`${name} PENDING`, `${name} OPEN`]);
  orders.close();
});
