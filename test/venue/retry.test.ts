import { afterAll, expect, test } from "vitest";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { Reply, Signed } from "./client.ts";
import { Client, send } from "./client.ts";
import { openProxy } from "./cuttingProxy.ts";
import { slowClock, slowTime } from "./slowTime.ts";
import { venueOfFile } from "./venueOfTest.ts";

/**
 * A network that doubles requests, sends them out of order and loses answers. A signed request happens once,
 * whoever repeats it; every repetition hears what the first would have heard.
 */

const REQUESTS = process.env.OUTCRY_LONG === "1" ? 10_000 : 600;
const SYMBOL = "cmt_btcusdt";
const BEGUN = Date.now();
const now = () => slowTime(BEGUN);

const venue = await venueOfFile({ prices: { btc: 60_000 }, hostClock: slowClock(BEGUN) });
const proxy = await openProxy(venue.port);
afterAll(() => proxy.close());

test(`${REQUESTS} requests, doubled, shuffled, cut`, async () => {
  const rng = new SeededRng(11);
  const client = new Client(proxy.baseUrl, venue.accounts[0]!, now);
  const answers = new Map<Signed, Set<string>>();
  let placed = 0;
  for (let left = REQUESTS; left > 0; ) {
    const requests = Array.from({ length: Math.min(left, 1 + rng.below(30)) }, () =>
      randomRequest(rng, client),
    );
    left -= requests.length;
    const copies = shuffled(
      rng,
      requests.flatMap((request) => Array(1 + rng.below(3)).fill(request) as Signed[]),
    );
    proxy.cut(rng.below(6));
    await Promise.all(
      copies.map(async (request) => {
        const reply = await delivered(request);
        expect(reply.status, reply.text).toBeLessThan(500);
        answers.set(request, (answers.get(request) ?? new Set()).add(reply.text));
      }),
    );
    for (const request of requests) expect([...answers.get(request)!], request.body).toHaveLength(1);
    await expectOneLiveOrderAClientId(client);
    await keepRoom(client);
  }
  proxy.cut(0);
  for (const [{ url }, [text]] of answers) {
    if (url.endsWith("placeOrder") && "order_id" in JSON.parse(text!)) placed++;
    if (url.endsWith("plan_order") && "order_id" in JSON.parse(text!)) placed++;
  }
  expect(proxy.lost).toBeGreaterThan(REQUESTS / 30);
  expect(placed).toBeGreaterThan(REQUESTS / 3);

  // As many orders as placements that were accepted: none happened twice, none was lost.
  await venue.settle();
  const { account } = (await venue.engine.query({ type: "accounts" })).find(({ name }) => name === "demo-1")!;
  const live = await venue.engine.query({ type: "orders", account, contract: undefined, which: "all" });
  const ended = await venue.history.orders({ account, family: "all", limit: 1_000_000 });
  expect(live.length + ended.rows.length).toBe(placed);
});

/** Sends until an answer comes back, as libraries do when a connection breaks. */
async function delivered(request: Signed): Promise<Reply> {
  for (;;) {
    const reply = await send(request).catch(() => undefined);
    if (reply !== undefined) return reply;
  }
}

function randomRequest(rng: SeededRng, client: Client): Signed {
  const common = { symbol: SYMBOL, size: "0.001", type: "1", client_oid: `id-${rng.below(40)}` };
  switch (rng.below(5)) {
    case 0:
      return client.sign("POST", "order/cancel_order", JSON.stringify({ clientOid: common.client_oid }));
    case 1: {
      const plan = { ...common, match_type: "1", trigger_price: "61000" };
      return client.sign("POST", "order/plan_order", JSON.stringify(plan));
    }
    default: {
      const order = {
        ...common,
        order_type: "0",
        match_price: "0",
        price: (59_900 + rng.below(90)).toFixed(1),
      };
      return client.sign("POST", "order/placeOrder", JSON.stringify(order));
    }
  }
}

async function expectOneLiveOrderAClientId(client: Client): Promise<void> {
  const [resting, plans] = [
    await delivered(client.sign("GET", "order/current")),
    await delivered(client.sign("GET", "order/currentPlan")),
  ];
  const ids = [...resting.body, ...plans.body].map(({ client_oid }: { client_oid: string }) => client_oid);
  expect(new Set(ids).size).toBe(ids.length);
}

/**
 * Client ids are few, so that requests get into each other's way; now and then all of them are free again.
 */
async function keepRoom(client: Client): Promise<void> {
  await delivered(client.sign("POST", "order/cancelAllOrders", "{}"));
  await delivered(client.sign("POST", "order/cancelAllOrders", '{"cancelOrderType":"plan"}'));
}

function shuffled<T>(rng: SeededRng, list: readonly T[]): T[] {
  return list
    .map((each) => ({ each, place: rng.uint32() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
}
