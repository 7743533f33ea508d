import type { PostgresServer } from "../../../scripts/postgres/server.ts";
import type { NodeProcess } from "./nodeProcess.ts";

/** What is done to a cluster while it works, one after the other, round and round. */
export const DEEDS = [
  "kill leader",
  "pause leader",
  "kill follower",
  "kill standby",
  "pause follower",
] as const;

export type Deed = (typeof DEEDS)[number];

/** What a deed was done to, and how long nothing was acknowledged because of it. */
export interface Done {
  readonly deed: Deed;
  readonly to: string;
  readonly at: number;
  /** From the deed to the first acknowledgement of an order that was sent after it, ms. */
  readonly gapMs: number;
}

export interface UnrestOptions {
  readonly nodes: readonly NodeProcess[];
  readonly standby: PostgresServer;
  /** How long a standby is down, and a follower stands still, beyond what its end or its return takes. */
  readonly outage: () => Promise<void>;
  /** Resolves when an order sent from now on was acknowledged. */
  readonly acknowledged: () => Promise<void>;
}

/** Does a deed, waits until orders are acknowledged again, and revives what it was done to. */
export async function disturb(deed: Deed, options: UnrestOptions): Promise<Done | undefined> {
  const { nodes, standby, outage, acknowledged } = options;
  const [what, whom] = deed.split(" ") as ["kill" | "pause", "leader" | "follower" | "standby"];
  const at = performance.now();
  if (whom === "standby") {
    await standby.kill();
    // A commit waits for a standby: nothing is acknowledged until there is one again.
    await outage();
    await standby.start();
    await acknowledged();
    return { deed, to: `standby ${standby.name}`, at, gapMs: performance.now() - at };
  }
  await Promise.all(nodes.map((node) => node.look()));
  const node = nodes.find(({ state }) => state === (whom === "leader" ? "leads" : "follows"));
  if (node === undefined) return undefined;
  if (what === "kill") await node.kill();
  else node.pause();
  await acknowledged();
  const gapMs = performance.now() - at;
  await outage();
  if (what === "kill") await node.start();
  else node.resume(); // a leader has lost the lease by now, since somebody else acknowledges
  return { deed, to: `node ${node.name}`, at, gapMs };
}
