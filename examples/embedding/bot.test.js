import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { readScenario, startVenue } from "outcry";
import { LIMIT, NORMAL, OPEN_SHORT, V2Client } from "outcry/client";
import { Bot } from "./bot.js";

/*
 * A bot's life in two seconds: an order, a fill, eight hours of funding, a liquidation. The venue is in this
 * process, on one contract, with prices and time that move when the test says so. In the repository: npm run
 * build, then npx node --test examples/embedding
 */

const symbol = "cmt_btcusdt";
const HOURS = 3_600_000;

let venue;
let bot;
let client;
let counterparty;

before(async () => {
  venue = await startVenue({
    market: await readScenario(fileURLToPath(new URL("market.json", import.meta.url))),
    accounts: [{ name: "bot", balance: "100" }, { name: "counterparty" }],
  });
  [client, counterparty] = venue.accounts.map(
    (credentials) => new V2Client({ baseUrl: venue.baseUrl, credentials, limits: "off" }),
  );
  bot = new Bot(client);
});

after(async () => {
  bot.stop();
  client.close();
  await venue.stop();
});

test("an order rests", async () => {
  const orderId = await bot.start({ symbol, size: "0.1", price: "60000", leverage: "100" });
  const [order] = await client.orders.current({ symbol });
  assert.equal(order.order_id, orderId);
  assert.equal(order.status, "open");
});

test("a fill makes it a position", async () => {
  const sell = {
    symbol,
    size: "0.1",
    price: "60000",
    type: OPEN_SHORT,
    order_type: NORMAL,
    match_price: LIMIT,
  };
  await counterparty.orders.place(sell);
  const position = await bot.holding;
  assert.equal(position.size, "0.1");
  assert.equal(position.openValue, "6000");
});

test("eight hours cost it funding", async () => {
  await venue.step(8 * HOURS);
  const { items } = await client.account.bills({ businessType: "position_funding" });
  assert.equal(items.length, 1);
  assert.ok(Number(items[0].amount) < 0, "a long pays while the rate is positive");
});

test("a fall of two per cent is its end", async () => {
  await venue.price(symbol, "58800");
  await venue.step(60_000);
  await bot.gone;
  const [order] = await client.orders.history({ symbol, pageSize: 1 });
  assert.equal(order.type, "burst_liquidate_long");
  assert.deepEqual(await client.positions.all(), []);
});
