import type { Client } from "./client.ts";
import { placeFor } from "./placeLimit.ts";

/**
 * A position of each of the two, and an order that rests: the first's is called "mine", the other's "theirs".
 */
export async function placeSome(symbol: string, client: Client, other: Client): Promise<void> {
  const order = { symbol, size: "0.2" };
  await placeFor(client, order);
  await placeFor(other, { ...order, type: "2", size: "0.1" });
  await placeFor(client, { ...order, price: "59900", client_oid: "mine" });
  await placeFor(other, { ...order, price: "59800", client_oid: "theirs" });
}
