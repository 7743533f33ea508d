import pg from "pg";
import { NodeProcess, startDatabase } from "../cluster.ts";
import { startClusterNode } from "../clusterNode.ts";
import { type Lane, median } from "../lane.ts";
import { type ServedArguments, servedLane } from "../served.ts";

/** Commits of the database alone, in each pass. */
const COMMITS = 200;
/** About what a frame with one order takes. */
const COMMIT_BYTES = 400;

/**
 * Two nodes over a PostgreSQL with one synchronous standby, under load at the one that leads, which is this process. Reads, besides what a
 * served lane does, `follower` (its processor time, µs a request) and `commit` (p50 of an insert of one row on the same database, µs).
 */
export async function start(load: ServedArguments): Promise<Lane> {
  const database = await startDatabase();
  const leader = await startClusterNode(database.url());
  const follower = await NodeProcess.start(database.url());
  const bare = new pg.Client({ connectionString: database.url() });
  await bare.connect();
  await bare.query("create table bare (bytes bytea storage external)");
  const served = await servedLane({ port: leader.port, stop: () => leader.stop() }, load);
  return {
    async pass() {
      const { state } = leader.engine;
      if (state !== "running") throw new Error(`the node under load is ${state}`);
      const before = await follower.cpuSeconds();
      const reading = await served.pass();
      const after = await follower.cpuSeconds();
      const commits: number[] = [];
      for (let i = 0; i < COMMITS; i++) {
        const begun = performance.now();
        await bare.query({
          name: "bare",
          text: "insert into bare values ($1)",
          values: [Buffer.alloc(COMMIT_BYTES)],
        });
        commits.push((performance.now() - begun) * 1_000);
      }
      return {
        ...reading,
        follower: ((after - before) * 1e6) / load.requests,
        commit: median(commits),
      };
    },
    async close() {
      await follower.stop();
      await served.close?.();
      await bare.end();
      await database.end();
    },
  };
}
