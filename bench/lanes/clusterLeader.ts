import pg from "pg";
import { databaseSeconds, NodeProcess, RATES_LEASE_MS, startDatabase } from "../cluster.ts";
import { frameTimes, startClusterNode } from "../clusterNode.ts";
import { type Lane, median, quantile } from "../lane.ts";
import { type ServedArguments, servedLane } from "../served.ts";

/** Commits of the database alone, in each pass. */
const COMMITS = 200;
/** Bytes of such a commit: about what a frame with one order takes. */
const COMMIT_BYTES = 400;

/**
 * Two nodes over a PostgreSQL with one synchronous standby, under load at the one that leads, which is this
 * process. Reads, besides what a served lane does, `follower` and `database` (their processor time, µs a
 * request), `lag50` and `lag99` (between a frame's being durable here and there, ms) and `commit` (p50 of an
 * insert of one row on the same database, µs).
 */
export async function start(load: ServedArguments): Promise<Lane> {
  const database = await startDatabase();
  const leader = await startClusterNode(database.url(), RATES_LEASE_MS);
  const times = frameTimes(leader);
  const follower = await NodeProcess.start(database.url());
  const bare = new pg.Client({ connectionString: database.url() });
  await bare.connect();
  await bare.query("create table bare (bytes bytea storage external)");
  const served = await servedLane({ port: leader.port, stop: () => leader.stop() }, load);
  return {
    async pass() {
      const { state } = leader.engine;
      if (state !== "running") throw new Error(`the node under load is ${state}`);
      const before = await follower.report();
      const databaseBefore = databaseSeconds(database);
      times.clear();
      const reading = await served.pass();
      const databaseAfter = databaseSeconds(database);
      const after = await follower.report();
      const there = new Map(after.times);
      const lags = [...times].flatMap(([seq, at]) => {
        const heard = there.get(seq);
        return heard === undefined ? [] : [heard - at];
      });
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
        follower: ((after.cpu - before.cpu) * 1e6) / load.requests,
        database: ((databaseAfter - databaseBefore) * 1e6) / load.requests,
        ...(lags.length > 0 && { lag50: median(lags), lag99: quantile(lags, 0.99) }),
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
