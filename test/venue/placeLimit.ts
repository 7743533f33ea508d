import { expect } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { Client } from "./client.ts";

/**
 * Places a limit order for 0.01 btc at 60000 in an account's name; returns the answer. @param fields what is
 * otherwise
 */
export async function placeLimit(
  venue: Pick<Venue, "baseUrl" | "accounts">,
  who: number,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly client_oid: string | null; readonly order_id: string }> {
  const { status, text, body } = await new Client(venue.baseUrl, venue.accounts[who]!).post(
    "order/placeOrder",
    {
      ...{ symbol: "cmt_btcusdt", size: "0.01", order_type: "0", match_price: "0", price: "60000" },
      ...fields,
    },
  );
  expect(status, text).toBe(200);
  return body;
}
