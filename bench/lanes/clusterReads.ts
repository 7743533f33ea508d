import { fork } from "node:child_process";
import { once } from "node:events";
import { NodeProcess, startDatabase } from "../cluster.ts";
import { entryOf } from "../entry.ts";
import type { HttpLoad, HttpResult } from "../httpLoad.ts";
import type { Lane } from "../lane.ts";
import { type ServedArguments, SIGNERS } from "../served.ts";

/**
 * Two nodes, each a process, under signed reads at both at once, from a generator each. Reads `rate` (answers
 * a second of both together), `cpu` and `follower` (processor time of the one that leads and of the other, µs
 * a read that it answered).
 */
export async function start({ connections, requests }: ServedArguments): Promise<Lane> {
  const database = await startDatabase();
  const nodes = [await NodeProcess.start(database.url()), await NodeProcess.start(database.url())];
  const generators = nodes.map(() => fork(entryOf("httpLoadMain")));
  const load = async (count: number): Promise<number> => {
    const results = await Promise.all(
      generators.map(async (generator, i) => {
        const order: HttpLoad = {
          ...{ port: nodes[i]!.port, signers: SIGNERS, reads: true },
          ...{ connections: connections / nodes.length, requests: count / nodes.length },
        };
        generator.send(order);
        const [result] = (await once(generator, "message")) as [HttpResult | { readonly error: string }];
        if ("error" in result) throw new Error(result.error);
        return result;
      }),
    );
    return results.reduce((sum, { rate }) => sum + rate, 0);
  };
  await load(requests / 2);
  return {
    async pass() {
      const before = await Promise.all(nodes.map((node) => node.report()));
      const rate = await load(requests);
      const after = await Promise.all(nodes.map((node) => node.report()));
      const [cpu, follower] = after.map((report, i) => {
        return ((report.cpu - before[i]!.cpu) * 1e6) / (requests / nodes.length);
      });
      return { rate, cpu: cpu!, follower: follower! };
    },
    async close() {
      for (const generator of generators) generator.disconnect();
      for (const node of nodes.reverse()) await node.stop();
      await database.end();
    },
  };
}
