import { startVenue } from "outcry";
import { LIMIT, NORMAL, OPEN_LONG, V2Client } from "outcry/client";
import { afterEach, beforeEach, expect, test } from "vitest";

/*
 * A fresh venue for each test: in memory, on a free port, with a clock that moves only when told to. A failed
 * test leaves bundles/<its name> behind: journal, requests, timeline. In the repository: npm run build, then
 * npx vitest run --root examples/vitest
 */

const bid = { symbol: "cmt_btcusdt", size: "0.01", type: OPEN_LONG, order_type: NORMAL, match_price: LIMIT };

let venue;
let client;

beforeEach(async () => {
  venue = await startVenue({ accounts: [{ name: "bot" }], prices: { btc: 60_000 }, requests: "all" });
  client = new V2Client({ baseUrl: venue.baseUrl, credentials: venue.accounts[0], limits: "off" });
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await venue.bundle(`bundles/${task.name.replace(/\W+/g, "-")}`);
  client.close();
  await venue.stop();
});

test("an order rests", async () => {
  const { order_id } = await client.orders.place({ ...bid, price: "59900" });
  const [order] = await client.orders.current({ symbol: "cmt_btcusdt" });
  expect(order).toMatchObject({ order_id, status: "open" });
});

test("a refusal has the venue's own words", async () => {
  await expect(client.orders.place({ ...bid, price: "59900", size: "90" })).rejects.toThrow("not enough");
});

test("time and prices are the test's", async () => {
  const { timestamp } = await client.market.time();
  await venue.price("btc", "61000");
  await venue.step(60_000);
  expect((await client.market.time()).timestamp - timestamp).toBe(60_000);
});
