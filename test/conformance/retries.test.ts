import { expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, send } from "../venue/client.ts";

/**
 * Requests that are sent again, and not at once: what answers then. Those that a network doubles and cuts:
 * test/venue/retry.test.ts.
 */

const SYMBOL = "cmt_btcusdt";
const order = { symbol: SYMBOL, size: "0.01", type: "1", order_type: "0", match_price: "0", price: "50000" };

test("a refusal that passes is no answer to keep: the same bytes are tried again", async () => {
  const once = { max: 1, windowMs: 3_600_000 };
  const limited = await startVenue({
    prices: { btc: 60_000 },
    limits: { ...limitProfiles.off, perOperation: once },
  });
  const account = limited.accounts[0]!;
  const bot = new Client(limited.baseUrl, account);
  for (const [path, fields] of [
    ["order/placeOrder", order],
    ["order/cancelAllOrders", { symbol: SYMBOL }],
  ] as const) {
    expect((await bot.post(path, fields)).status).toBe(200);
    const again = bot.sign("POST", path, JSON.stringify(fields));
    expect((await send(again)).status).toBe(429);
    expect((await send(again)).status).toBe(429);
    limited.gateway.limits.use(limitProfiles.off);
    const late = await send(again);
    expect(late.status, late.text).toBe(200);
    expect((await send(again)).text).toBe(late.text);
    limited.gateway.limits.use({ ...limitProfiles.off, perOperation: once });
  }
  await limited.stop();
});

test("after a restart a request gets the first answer, and happens no second time", async () => {
  const data = temporaryDirectory();
  const open = () => startVenue({ data, prices: { btc: 60_000 } });
  const first = await open();
  const bot = new Client(first.baseUrl, first.accounts[0]!);
  const sent = bot.sign("POST", "order/placeOrder", JSON.stringify({ ...order, client_oid: "again" }));
  const { text } = await send(sent);
  await first.stop();
  const second = await open();
  onTestFinished(() => second.stop());
  const url = sent.url.replace(first.baseUrl, second.baseUrl);
  expect((await send({ ...sent, url })).text).toBe(text);
  bot.baseUrl = second.baseUrl;
  expect((await bot.get("order/current")).body).toMatchObject([{ client_oid: "again", status: "open" }]);
});
