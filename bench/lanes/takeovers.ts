import { NodeProcess, startDatabase } from "../cluster.ts";
import { run } from "../httpLoad.ts";
import type { Lane } from "../lane.ts";
import { SIGNERS } from "../served.ts";

/** The lease that users have unless they say another one, ms. */
const LEASE_MS = 2_000;

/**
 * Two nodes, of which the one that leads is killed, once a pass. Reads `gap`: seconds from then until an
 * order that was sent to the other one right after is acknowledged, as often as that says that it was not
 * accepted. The killed one is started again.
 */
export async function start(): Promise<Lane> {
  const database = await startDatabase();
  const url = database.url();
  let nodes = [await NodeProcess.start(url, LEASE_MS), await NodeProcess.start(url, LEASE_MS)];
  return {
    async pass() {
      const leads = await leading(nodes);
      const [leader, follower] = [nodes[leads]!, nodes[1 - leads]!];
      await leader.kill();
      const begun = performance.now();
      await acknowledged(follower.port);
      const gap = (performance.now() - begun) / 1_000;
      nodes = [follower, await NodeProcess.start(url, LEASE_MS)];
      return { gap };
    },
    async close() {
      for (const node of nodes.reverse()) await node.stop();
      await database.end();
    },
  };
}

/** Index of the node that leads; on a busy machine there may be nobody for a moment. */
async function leading(nodes: readonly NodeProcess[]): Promise<number> {
  for (;;) {
    const reports = await Promise.all(nodes.map((node) => node.report()));
    const leads = reports.findIndex(({ state }) => state === "running");
    if (leads >= 0) return leads;
  }
}

async function acknowledged(port: number): Promise<void> {
  for (;;) {
    try {
      await run({ port, signers: SIGNERS, connections: 1, requests: 1 });
      return;
    } catch (error) {
      if (!String(error).includes("HTTP/1.1 503")) throw error;
    }
  }
}
