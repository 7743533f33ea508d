import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { openPostgresLog } from "../../src/kernel/journal/postgres/postgresLog.ts";
import { rootOf } from "../entry.ts";
import type { Lane } from "../lane.ts";

type Postgres = typeof import("../../scripts/postgres/cluster.ts");

const COMMAND_BYTES = 120;
const DIGEST = new Uint8Array(32);
/** Commits of one turn. The two take turns, so that what else the machine does falls on both alike. */
const TURN_COMMITS = 50;

/**
 * The shared log on a PostgreSQL with one synchronous standby, one frame of `commands` under way, beside bare
 * inserts of as many bytes there. Reads `rate` and `bare` (commits a second) and `share` (rate ÷ bare), by
 * the clock, since nearly all of it is waiting.
 */
export async function start(args: { readonly commands: number; readonly turns: number }): Promise<Lane> {
  const script = join(rootOf(import.meta.dirname), "scripts/postgres/cluster.ts");
  const { PostgresCluster } = (await import(pathToFileURL(script).href)) as Postgres;
  const cluster = await PostgresCluster.start();
  const log = await openPostgresLog({
    url: cluster.url(),
    single: false,
    clock: systemClock,
    format: 1,
    keyFingerprint: "bench",
  });
  await log.lease.take({ node: "bench", address: "127.0.0.1:1" }, 3_600_000);
  const { epoch } = await log.acquire();
  const bare = new pg.Client({ connectionString: cluster.url() });
  await bare.connect();
  await bare.query("create table bare (seq bigint primary key, bytes bytea storage external)");

  const payload = new Uint8Array(args.commands * COMMAND_BYTES).fill(7);
  const frame = { count: args.commands, time: 1, digest: DIGEST, payload };
  let inserted = 0;
  const append = () => log.append(epoch, log.head().nextSeq, frame);
  const insert = () =>
    bare.query({ name: "bare", text: "insert into bare values ($1, $2)", values: [++inserted, payload] });
  return {
    async pass() {
      let ours = 0;
      let theirs = 0;
      for (let turn = 0; turn < args.turns; turn++) {
        ours += await secondsOf(append);
        theirs += await secondsOf(insert);
      }
      const commits = args.turns * TURN_COMMITS;
      return { rate: commits / ours, bare: commits / theirs, share: theirs / ours };
    },
    async close() {
      await log.close();
      await bare.end();
      await cluster.end();
    },
  };
}

async function secondsOf(commit: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  for (let i = 0; i < TURN_COMMITS; i++) await commit();
  return (performance.now() - begun) / 1_000;
}
