import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { Client } from "../venue/client.ts";
import { placeFor } from "../venue/placeLimit.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";

/** What a market is moved with: venues that are started and traded at, commands that are typed. */

export function start(options: VenueOptions): Promise<Venue> {
  return venueOfTest({ prices: { btc: 60_000 }, prehistory: 3, ...options });
}

/** The lease lasts however busy the machine is; a stop gives it back. */
export const clusterAt = (log: string) => ({ log, single: true, leaseMs: 600_000 });

export const keyOf = (data: string) =>
  Buffer.from(readFileSync(join(data, "master.key"), "utf8").trim(), "base64");

/** A trade between two clients, and an order of the first that stays. */
export async function trade(venue: Venue, clients: readonly Client[]): Promise<void> {
  const [first, second] = clients as [Client, Client];
  await placeFor(first, {});
  await placeFor(second, { type: "2" });
  await placeFor(first, { price: "50000" });
  await venue.settle();
}

export const clientsOf = (venue: Venue, keys = venue.accounts): Client[] =>
  keys.map((key) => new Client(venue.baseUrl, key));

export async function fills(client: Client): Promise<number> {
  return (await client.get("order/fills?symbol=cmt_btcusdt")).body.list.length;
}
