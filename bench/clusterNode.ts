import { startVenue, type Venue } from "../src/assembly/venue/index.ts";
import { SIGNERS } from "./served.ts";

const MASTER_KEY = new Uint8Array(32).fill(7);

/** A node of a cluster whose log is in the database at `url`, in memory else. */
export function startClusterNode(url: string, leaseMs: number): Promise<Venue> {
  return startVenue({
    accounts: SIGNERS,
    prices: { btc: 60_000 },
    clock: "wall",
    masterKey: MASTER_KEY,
    cluster: { log: url, leaseMs },
  });
}

/**
 * When each frame became known to be durable at a node, by its first command; ms of this machine's clock,
 * with fractions.
 */
export function frameTimes({ engine }: Venue): Map<number, number> {
  const times = new Map<number, number>();
  engine.subscribe(({ firstSeq }) => times.set(firstSeq, performance.timeOrigin + performance.now()));
  return times;
}
