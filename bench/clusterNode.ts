import { startVenue, type Venue } from "../src/venue/index.ts";
import { SIGNERS } from "./served.ts";

/** Longer than a busy machine keeps a leader from its turn: rates are measured here, not takeovers, ms. */
const LEASE_MS = 60_000;
const MASTER_KEY = new Uint8Array(32).fill(7);

/** A node of a cluster whose log is in the database at `url`, in memory else. */
export function startClusterNode(url: string): Promise<Venue> {
  return startVenue({
    accounts: SIGNERS,
    prices: { btc: 60_000 },
    clock: "wall",
    masterKey: MASTER_KEY,
    cluster: { log: url, leaseMs: LEASE_MS },
  });
}
