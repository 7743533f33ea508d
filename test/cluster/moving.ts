import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { outcry } from "../cli/inProcess.ts";
import { Client } from "../venue/client.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";

/** What a market is moved with: venues that are started and traded at, commands that are typed. */

export function start(options: VenueOptions): Promise<Venue> {
  return venueOfTest({ prices: { btc: 60_000 }, prehistory: 3, ...options });
}

/** The lease lasts however busy the machine is; a stop gives it back. */
export const clusterAt = (log: string) => ({ log, single: true, leaseMs: 600_000 });

export const keyOf = (data: string) =>
  Buffer.from(readFileSync(join(data, "master.key"), "utf8").trim(), "base64");

let orders = 0;
/** A trade between two clients, and an order of the first that stays. */
export async function trade(venue: Venue, clients: readonly Client[]): Promise<void> {
  const order = { symbol: "cmt_btcusdt", size: "0.01", order_type: "0", match_price: "0" };
  for (const [who, type, price] of [
    [0, "1", "60000"],
    [1, "2", "60000"],
    [0, "1", "50000"],
  ] as const) {
    const body = { ...order, type, price, client_oid: `m-${++orders}` };
    const reply = await clients[who]!.post("order/placeOrder", body);
    expect(reply.status, reply.text).toBe(200);
  }
  await venue.settle();
}

export const clientsOf = (venue: Venue, keys = venue.accounts): Client[] =>
  keys.map((key) => new Client(venue.baseUrl, key));

export async function fills(client: Client): Promise<number> {
  return (await client.get("order/fills?symbol=cmt_btcusdt")).body.list.length;
}

/** Runs a command that must succeed. */
export async function done(...args: readonly string[]) {
  const result = await outcry(...args);
  expect(result.code, result.stderr).toBe(0);
  return result;
}
