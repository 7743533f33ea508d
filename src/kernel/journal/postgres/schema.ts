import type { Client } from "pg";
import { OTHER_RULES } from "../clusterLog.ts";
import { LogError } from "../commandLog.ts";

/** By whom a log in PostgreSQL was made; every node must give the same. */
export interface LogIdentity {
  /** The format tag of the engine. */
  readonly format: number;
  /**
   * Tells one master key from another without giving it away; `undefined` for a reader, who needs no key.
   */
  readonly keyFingerprint: string | undefined;
}

/** Version of the tables below. */
const LAYOUT = 3;

/**
 * A lock for making tables, so that only the first node makes them; a transaction holds it for as long as
 * that takes.
 */
const MAKING = "select pg_advisory_xact_lock(hashtext('outcry'))";

/**
 * docs/reference/cluster-log.md says what each table is for. Frames are stored without compression: it would
 * gain nothing, and a part of a frame can be read without the rest.
 */
const TABLES = `
  create schema outcry;
  create table outcry.meta (layout int not null, format bigint not null, key_fingerprint text not null);
  create table outcry.fence (
    epoch bigint not null, begins bigint not null, next_seq bigint not null,
    frame_epoch bigint not null, time bigint not null, hash bytea not null
  ) with (fillfactor = 20);
  create table outcry.lease (
    epoch bigint not null, node text, address text, until timestamptz not null, note text not null,
    renewals bigint not null, lease_ms float8 not null
  ) with (fillfactor = 20);
  create unlogged table outcry.node (
    node text primary key, beat bigint not null, seen timestamptz not null, announcement text not null
  ) with (fillfactor = 20);
  create table outcry.setting (
    name text, change int, value text not null, changed timestamptz not null default clock_timestamp(),
    primary key (name, change)
  );
  create table outcry.frame (first_seq bigint not null, bytes bytea not null) partition by range (first_seq);
  alter table outcry.frame alter bytes set storage external;
  create unique index on outcry.frame (first_seq);
  ${["snapshot", "history"]
    .map(
      (kept) => `
  create table outcry.${kept} (seq bigint primary key, header bytea not null);
  create table outcry.${kept}_chunk (
    seq bigint references outcry.${kept} on delete cascade, number int, bytes bytea not null,
    primary key (seq, number)
  );
  alter table outcry.${kept}_chunk alter bytes set storage external;`,
    )
    .join("")}
  insert into outcry.lease values (0, null, null, 'epoch', '', 0, 0);`;

/**
 * Makes the tables of a log that begins with command 1, in one transaction; or checks that the tables there
 * are of this build and master key.
 *
 * @throws LogError `unsupported` in a sentence when they are another format's or another master key's
 */
export async function prepareSchema(client: Client, identity: LogIdentity): Promise<void> {
  await client.query("begin");
  await client.query(MAKING);
  const { rows } = await client.query("select to_regclass('outcry.meta') is not null as there");
  if (rows[0].there !== true) {
    if (identity.keyFingerprint === undefined)
      throw new LogError(
        "unsupported",
        "there is no cluster's log in the database: name the one that the nodes have",
      );
    await client.query(TABLES);
    await client.query("insert into outcry.meta values ($1, $2, $3)", [
      LAYOUT,
      identity.format,
      identity.keyFingerprint,
    ]);
    await client.query("insert into outcry.fence values (0, 1, 1, 0, 0, $1)", [Buffer.alloc(32)]);
  }
  await client.query("commit");
  const meta = await client.query("select layout, format, key_fingerprint from outcry.meta");
  refuseOthers(meta.rows[0], identity);
}

function refuseOthers(
  found: { readonly layout: number; readonly format: string; readonly key_fingerprint: string },
  { format, keyFingerprint }: LogIdentity,
): void {
  const hex = (tag: number) => tag.toString(16).padStart(8, "0");
  if (found.layout !== LAYOUT || Number(found.format) !== format) {
    throw new LogError(
      "unsupported",
      `the database's log was written by a build of format ${hex(Number(found.format))} (tables ${found.layout}); this one is of format ` +
        `${hex(format)} (tables ${LAYOUT}). Start the build that wrote it. ${OTHER_RULES}`,
    );
  }
  if (keyFingerprint !== undefined && found.key_fingerprint !== keyFingerprint) {
    throw new LogError(
      "unsupported",
      `the database's log belongs to master key ${found.key_fingerprint}; this node has ${keyFingerprint}. Give every node the same key.`,
    );
  }
}

/** The statement that makes the table for the frames that begin in [from, until), unless it is there. */
export function partitionStatement(from: number, until: number): string {
  const table = partitionName(from);
  // Created apart and then attached, which holds up nobody who reads or appends meanwhile.
  return `do $$ begin
    perform pg_advisory_xact_lock(hashtext('outcry'));
    if to_regclass('${table}') is null then
      create table ${table} (like outcry.frame including storage);
      alter table outcry.frame attach partition ${table} for values from (${from}) to (${until});
    end if;
  end $$`;
}

/** The table of the frames that begin at `from` or later. */
export function partitionName(from: number): string {
  return `outcry.frame_${from}`;
}

/**
 * The first commands of the tables of frames, in order, and how each is part of the log: `attached`,
 * `detaching` where that was interrupted, or `detached` and not dropped yet.
 */
export const PARTITIONS = `
  select substr(relname, 7)::bigint as "from",
    case when inhrelid is null then 'detached' when inhdetachpending then 'detaching' else 'attached' end as state
  from pg_class left join pg_inherits on inhrelid = oid
  where relnamespace = 'outcry'::regnamespace and relname ~ '^frame_[0-9]+$' and relkind = 'r' order by 1`;

export interface Partition {
  readonly from: string;
  readonly state: "attached" | "detaching" | "detached";
}

/**
 * Statements that drop a table of frames, each in a transaction of its own. The table is first detached
 * `concurrently`: this waits for all who read the log, such as a dump of the database, and holds up nobody.
 * If an attached table were dropped, appends would wait behind these readers.
 */
export function dropStatements({ from, state }: Partition): readonly string[] {
  const table = partitionName(Number(from));
  const detach = `alter table outcry.frame detach partition ${table}`;
  const drop = `drop table if exists ${table}`;
  if (state === "detached") return [drop];
  return [`${detach} ${state === "detaching" ? "finalize" : "concurrently"}`, drop];
}
