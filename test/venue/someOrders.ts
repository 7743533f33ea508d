import { expect } from "vitest";
import type { Client } from "./client.ts";

/**
 * A position of each of the two, and an order that rests: the first's is called "mine", the other's "theirs".
 */
export async function placeSome(symbol: string, client: Client, other: Client): Promise<void> {
  const order = { symbol, size: "0.2", type: "1", order_type: "0", match_price: "0", price: "60000" };
  for (const [who, change] of [
    [client, {}],
    [other, { type: "2", size: "0.1" }],
    [client, { price: "59900", client_oid: "mine" }],
    [other, { price: "59800", client_oid: "theirs" }],
  ] as const) {
    expect((await who.post("order/placeOrder", { ...order, ...change })).status).toBe(200);
  }
}
