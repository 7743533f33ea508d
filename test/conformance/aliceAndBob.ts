import { afterAll, beforeAll } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { FIRST_USER_ACCOUNT } from "../../src/kernel/core/index.ts";
import { Client } from "../venue/client.ts";
import { holder, MASTER_KEY } from "./key-holders.ts";
import { keyed } from "./traders.ts";

/** Two traders at a venue whose BTC costs 60 000. */
export interface AliceAndBob {
  venue: Venue;
  alice: Client;
  bob: Client;
}

/** Starts and ends the venue around a file's tests. @param begin what has happened before the first */
export function aliceAndBob(begin: (both: AliceAndBob) => Promise<void>): AliceAndBob {
  const both = {} as AliceAndBob;
  beforeAll(async () => {
    both.venue = await startVenue({
      prices: { btc: 60_000 },
      masterKey: MASTER_KEY,
      accounts: keyed("alice", "bob"),
    });
    both.alice = new Client(both.venue.baseUrl, both.venue.accounts[0]!);
    both.bob = await holder(both.venue, "bobs", FIRST_USER_ACCOUNT + 1);
    await begin(both);
  });
  afterAll(() => both.venue.stop());
  return both;
}
