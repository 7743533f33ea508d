import type { Clock } from "../../host/clock.ts";
import type { NodeAddress, StoreServer } from "../clusterLog.ts";
import { LogError } from "../commandLog.ts";
import { ContactLost } from "../fenced/logStore.ts";
import { parseServers } from "./hosts.ts";
import { drop, PostgresServers } from "./servers.ts";

/** A shared log in PostgreSQL as somebody sees it who is no node, and changes nothing. */
export interface LogInspection {
  readonly servers: readonly StoreServer[];
  /**
   * What the log holds; `undefined` where there is none, or no server that could be trusted with it takes
   * writes.
   */
  readonly log: LogFacts | undefined;
}

export interface LogFacts {
  readonly format: number;
  readonly keyFingerprint: string;
  /** The last command stored. */
  readonly lastSeq: number;
  readonly epoch: number;
  readonly holder: NodeAddress | undefined;
  /** How long the holder keeps the lease, ms. */
  readonly leftMs: number;
}

const IS_THERE = "select to_regclass('outcry.meta') is not null as there";
const FACTS = `
  select format, key_fingerprint, next_seq, lease.epoch, node, address,
    greatest(extract(epoch from until - clock_timestamp()) * 1000, 0)::float8 as left_ms
  from outcry.meta, outcry.fence, outcry.lease`;

/** Looks at a shared log without taking part. @throws RangeError for a wrong URL */
export async function inspectPostgresLog(options: {
  readonly url: string;
  readonly single: boolean;
  readonly clock: Clock;
}): Promise<LogInspection> {
  const { default: pg } = await import("pg");
  const { url, single, clock } = options;
  const servers = new PostgresServers({
    ...{ pg, clock, single, servers: parseServers(url), applicationName: "outcry doctor" },
  });
  return { servers: await servers.look(), log: await factsOf(servers) };
}

async function factsOf(servers: PostgresServers): Promise<LogFacts | undefined> {
  let connection: Awaited<ReturnType<PostgresServers["connect"]>>;
  try {
    connection = await servers.connect();
  } catch (error) {
    if (error instanceof ContactLost || error instanceof LogError) return undefined; // the servers say why
    throw error;
  }
  try {
    const { client } = connection;
    const there = await client.query<{ there: boolean }>(IS_THERE);
    if (there.rows[0]?.there !== true) return undefined;
    const row = (await client.query(FACTS)).rows[0];
    return {
      format: Number(row.format),
      keyFingerprint: row.key_fingerprint,
      lastSeq: Number(row.next_seq) - 1,
      epoch: Number(row.epoch),
      holder: row.node === null ? undefined : { node: row.node, address: row.address ?? "" },
      leftMs: row.left_ms,
    };
  } finally {
    drop(connection);
  }
}
