import { expect } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { Client } from "./client.ts";
import { LIMIT } from "./limitOrder.ts";

/** Places a limit order for 0.01 btc at 60000; returns the answer. @param fields what is otherwise */
export async function placeFor(
  client: Client,
  fields: object,
): Promise<{ readonly client_oid: string | null; readonly order_id: string }> {
  const { status, text, body } = await client.post("order/placeOrder", { ...LIMIT, ...fields });
  expect(status, text).toBe(200);
  return body;
}

/** Places such an order in an account's name. */
export function placeLimit(venue: Pick<Venue, "baseUrl" | "accounts">, who: number, fields: object) {
  return placeFor(new Client(venue.baseUrl, venue.accounts[who]!), fields);
}
