import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { parseScenario } from "../../src/movers/feeds/index.ts";
import { Client } from "../venue/client.ts";

export const BTC = "cmt_btcusdt";

/**
 * A venue of one contract, whose price moves when it is pushed, and of two who trade with each other: one
 * with much money.
 */
export async function openPushed(): Promise<{
  readonly venue: Venue;
  readonly alice: Client;
  readonly maker: Client;
}> {
  const venue = await startVenue({
    accounts: [{ name: "alice" }, { name: "maker", balance: "100000000" }],
    market: await parseScenario(
      {
        contracts: [{ symbol: BTC }],
        feeds: { [BTC]: { type: "pushed", price: 60_000 } },
        participants: false,
        prehistory: 0,
      },
      () => Promise.reject(new Error("no recordings")),
    ),
  });
  const [alice, maker] = venue.accounts.map((each) => new Client(venue.baseUrl, each)) as [Client, Client];
  return { venue, alice, maker };
}
