/**
 * Run where orders have been given the boolean `tagged` (newBoolean.ts): an order that is placed over one
 * version with it, and one without, are told so by both, live and in history, and OpenAPI describes it.
 */
import assert from "node:assert/strict";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { Client } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";

const V3 = "/capi/v3";
const venue = await startVenue({ prices: { btc: 60_000 }, accounts: [{ name: "client" }] });
try {
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  const place = async (path: string, body: object): Promise<void> => {
    const { status, text } = await client.post(path, body);
    assert.equal(status, 200, text);
  };
  const ofV2 = { ...LIMIT, price: "59000" };
  const ofV3 = {
    ...{ symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" },
    ...{ quantity: "0.01", price: "58000" },
  };
  await place("order/placeOrder", { ...ofV2, client_oid: "v2-tagged", tagged: true });
  await place("order/placeOrder", { ...ofV2, client_oid: "v2" });
  await place(`${V3}/order`, { ...ofV3, newClientOrderId: "v3-tagged", tagged: true });
  await place(`${V3}/order`, { ...ofV3, newClientOrderId: "v3" });

  const told = async (path: string): Promise<Record<string, boolean>> => {
    const rows = (await client.get(path)).body as {
      client_oid?: string;
      clientOrderId?: string;
      tagged: boolean;
    }[];
    return Object.fromEntries(rows.map((row) => [row.client_oid ?? row.clientOrderId!, row.tagged]));
  };
  const expected = { "v2-tagged": true, v2: false, "v3-tagged": true, v3: false };
  for (const path of ["order/current", `${V3}/openOrders`])
    assert.deepEqual(await told(path), expected, path);
  await place("order/cancelAllOrders", { cancelOrderType: "normal" });
  for (const path of ["order/history", `${V3}/order/history`])
    assert.deepEqual(await told(path), expected, path);

  const described = await (await fetch(`${venue.baseUrl}/openapi.json`)).json();
  for (const path of ["/capi/v2/order/placeOrder", "/capi/v3/order"])
    assert.match(JSON.stringify(described.paths[path].post.requestBody), /"tagged":/, path);
  for (const path of ["/capi/v2/order/history", "/capi/v3/order/history"])
    assert.match(JSON.stringify(described.paths[path].get.responses), /"tagged":/, path);
} finally {
  await venue.stop();
}
