import { afterAll, beforeAll } from "vitest";
import {
  isPostgresThere,
  PostgresCluster,
  type PostgresClusterOptions,
} from "../../scripts/postgres/cluster.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { openPostgresLog, type PostgresLogOptions } from "../../src/kernel/journal/postgres/postgresLog.ts";
import { query } from "./query.ts";

/** Whether there is no PostgreSQL to test with. */
export const isMissing = !isPostgresThere;

if (isMissing) {
  process.stderr.write(
    "No PostgreSQL here, so nothing is tested on one: name the folder that holds its bin, lib and share in OUTCRY_POSTGRES.\n",
  );
}

/** A cluster for the tests of a file. */
export function usingPostgres(options?: PostgresClusterOptions): () => PostgresCluster {
  let cluster: PostgresCluster | undefined;
  beforeAll(async () => {
    cluster = await PostgresCluster.start(options);
  });
  afterAll(() => cluster?.end());
  return () => cluster!;
}

let databases = 0;

/** A new database, and its URL by the socket of the present primary. */
export async function newDatabase(cluster: PostgresCluster): Promise<string> {
  const name = `test_${process.pid}_${++databases}`;
  await query(cluster.url(), `create database ${name}`);
  return cluster.url(cluster.servers[0], name);
}

/** One database for all tests of a file, emptied before each: to make one takes longer than most of them. */
export function usingDatabase(postgres: () => PostgresCluster): () => Promise<string> {
  let made: Promise<string> | undefined;
  return async () => {
    made ??= newDatabase(postgres());
    const url = await made;
    await query(url, "drop schema if exists outcry cascade");
    return url;
  };
}

/** A node's handle on the log of a database. */
export function openLog(url: string, options: Partial<PostgresLogOptions> = {}) {
  const usual = {
    clock: systemClock,
    single: false,
    format: 1,
    keyFingerprint: "test",
    partitionCommands: 20,
    answerWithinMs: 120_000, // a machine may be held up
  };
  return openPostgresLog({ url, ...usual, ...options });
}
