import { afterAll, beforeAll, expect, test } from "vitest";
import { fapiOperations } from "../../src/gateway/fapi/operations.ts";
import type { Venue } from "../../src/venue/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import { fapi } from "../../src/wire/index.ts";
import { Client } from "../venue/client.ts";
import { ExampleRecorder, moduleOf } from "./example-recorder.ts";

/** The examples of the fapi dialect's operations, as `examples.test.ts` makes V2's. `vitest -u` writes them anew. */

let venue: Venue;
let alice: Client;
let bob: Client;
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 }, seed: 1, prehistory: 2 });
  alice = new Client(venue.baseUrl, venue.accounts[0]!);
  bob = new Client(venue.baseUrl, venue.accounts[1]!);
});
afterAll(() => venue.stop());

const documented = fapiOperations.filter(({ hidden }) => hidden !== true);

test("an example of every operation", async () => {
  const recorder = new ExampleRecorder(alice, documented);
  const order = { symbol: "cmt_btcusdt", size: "0.01", type: "1", order_type: "0", match_price: "0" };
  await bob.post("order/placeOrder", { ...order, type: "2", size: "0.05", price: "60000" });
  await alice.post("order/placeOrder", { ...order, price: "60000" });
  await alice.post("order/placeOrder", { ...order, price: "59900" });

  const market = (path: string, request: object = {}) => recorder.record("GET", `/fapi/v1/${path}`, request);
  const BTC = { symbol: "BTCUSDT" };
  const candles = { interval: "1h", limit: "2" };
  await market("ping");
  await market("time");
  await market("exchangeInfo");
  await market("depth", { ...BTC, limit: "5" });
  await market("trades", { ...BTC, limit: "1" });
  await market("historicalTrades", { ...BTC, limit: "1" });
  await market("aggTrades", { ...BTC, limit: "1" });
  await market("klines", { ...BTC, ...candles });
  await market("markPriceKlines", { ...BTC, ...candles });
  await market("premiumIndexKlines", { ...BTC, ...candles });
  await market("indexPriceKlines", { pair: "BTCUSDT", ...candles });
  await market("continuousKlines", { pair: "BTCUSDT", contractType: "PERPETUAL", ...candles });
  await market("ticker/24hr", BTC);
  await market("ticker/price", BTC);
  await market("ticker/bookTicker", BTC);
  await market("premiumIndex", BTC);
  await market("fundingRate", { ...BTC, limit: "1" });
  await market("fundingInfo");
  await market("openInterest", BTC);
  for (const { response, path } of documented)
    if (response === fapi.market.Empty) await recorder.record("GET", path);

  recorder.expectAll();
  const module = moduleOf(recorder.examples, "test/conformance/fapi-examples.test.ts");
  await expect(module).toMatchFileSnapshot("../../src/gateway/fapi/generated/examples.ts");
});

test("every declared operation is handled, once under each of its paths", () => {
  const handled = fapiOperations.map(({ method, path }) => `${method} ${path}`);
  expect(handled.toSorted()).toEqual(fapi.served.toSorted());
  expect(new Set(handled).size).toBe(handled.length);
});
