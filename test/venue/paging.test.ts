import { expect, test } from "vitest";
import { Client } from "./client.ts";
import { LIMIT } from "./limitOrder.ts";
import { venueOfFile } from "./venueOfTest.ts";

/** Under a frozen clock everything happens in one millisecond: pages still never lose or repeat a row. */

const SYMBOL = "cmt_btcusdt";
const ROUNDS = 130;

const venue = await venueOfFile({ prices: { btc: 60_000 } });
const [alice, bob] = venue.accounts.map((key) => new Client(venue.baseUrl, key)) as [Client, Client];
for (let n = 0; n < ROUNDS; n++) await round(n);

/** A trade, an order that is canceled and a plan order that is. */
async function round(n: number): Promise<void> {
  const place = (client: Client, type: string, price: string) =>
    client.post("order/placeOrder", {
      ...LIMIT,
      symbol: SYMBOL,
      client_oid: `p-${n}-${type}-${price}`,
      size: "0.001",
      type,
      price,
    });
  await place(alice, "1", "60000");
  await place(bob, "2", "60000");
  const resting = await place(alice, "1", "50000");
  await alice.post("order/cancel_order", { orderId: resting.body.order_id });
  const plan = await alice.post("order/plan_order", {
    ...{ symbol: SYMBOL, client_oid: `q-${n}`, size: "0.001", type: "1", match_type: "1" },
    ...{ execute_price: "0", trigger_price: "70000" },
  });
  await alice.post("order/cancel_plan", { orderId: plan.body.order_id });
}

interface List {
  readonly page: (client: Client, before: string) => Promise<readonly Record<string, unknown>[]>;
  readonly id: string;
  /** At least. */
  readonly rows: number;
}

const getting =
  (path: string, key?: string) =>
  async (client: Client, before: string): Promise<readonly Record<string, unknown>[]> => {
    const reply = await client.get(path + before);
    expect(reply.status, reply.text).toBe(200);
    return key === undefined ? reply.body : reply.body[key];
  };
const V3 = "/capi/v3/";
const lists: Record<string, List> = {
  "V2 fills": { page: getting("order/fills?limit=100", "list"), id: "tradeId", rows: ROUNDS },
  "V2 history": { page: getting("order/history?pageSize=100"), id: "order_id", rows: 3 * ROUNDS },
  "V2 history of all": {
    page: getting("order/history?states=all&pageSize=100"),
    id: "order_id",
    rows: 3 * ROUNDS,
  },
  "V2 historyPlan": {
    page: getting(`order/historyPlan?symbol=${SYMBOL}&pageSize=100`, "list"),
    id: "order_id",
    rows: ROUNDS,
  },
  "V2 bills": {
    page: async (client, before) => {
      const [, beforeId] = before.split("=");
      return (await client.post("account/bills", { limit: 100, ...(beforeId && { beforeId }) })).body.items;
    },
    id: "billId",
    rows: ROUNDS,
  },
  "V3 userTrades": { page: getting(`${V3}userTrades?limit=100`), id: "id", rows: ROUNDS },
  "V3 order history": { page: getting(`${V3}order/history?limit=100`), id: "orderId", rows: 3 * ROUNDS },
  "V3 allAlgoOrders": { page: getting(`${V3}allAlgoOrders?limit=100`, "orders"), id: "algoId", rows: ROUNDS },
};

test.each(Object.entries(lists))("%s", async (_, { page, id, rows }) => {
  const newest = await page(alice, "");
  const found: string[] = newest.map((row) => String(row[id]));
  await round(1_000 + found.length + rows); // what comes meanwhile shifts nothing
  for (let shown = newest; shown.length > 0; ) {
    shown = await page(alice, `&beforeId=${found.at(-1)}`);
    found.push(...shown.map((row) => String(row[id])));
  }
  expect(found.length).toBeGreaterThanOrEqual(rows);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(found.toSorted((a, b) => Number(b) - Number(a)));
});

test("a cursor that is no id is refused by name", async () => {
  const { status, body } = await alice.get("order/fills?beforeId=none");
  expect(status).toBe(400);
  expect(body.msg).toContain("beforeId");
});
