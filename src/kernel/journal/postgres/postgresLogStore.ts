import type { Lease, Roster, Settings, StoreServer } from "../clusterLog.ts";
import type { LogHead } from "../commandLog.ts";
import { LogError } from "../commandLog.ts";
import type { LogStore, StoredBytes, StoredFrame, StoredHead } from "../fenced/logStore.ts";
import { COPYING, FRAMES_PAGE_BYTES } from "../fenced/logStore.ts";
import type { SnapshotStore } from "../snapshotStore.ts";
import { BARRIER, type Lane } from "./lane.ts";
import { PostgresLease } from "./postgresLease.ts";
import { PostgresRoster } from "./postgresRoster.ts";
import { PostgresSettings } from "./postgresSettings.ts";
import { PostgresSnapshots } from "./postgresSnapshots.ts";
import type { Partition } from "./schema.ts";
import { dropStatements, PARTITIONS, partitionStatement } from "./schema.ts";
import type { PostgresServers } from "./servers.ts";

/** Commands in one table of frames, which is also what trimming drops at a time. */
export const PARTITION_COMMANDS = 1_000_000;

/** The most frames in a page, however small they are. */
const FRAMES_PAGE_ROWS = 1_024;

const FENCE = "update outcry.fence set epoch = $1 where epoch <= $1";

/** Appends a frame. Zero rows: another epoch has the log, or the frame does not continue it. */
const APPEND = `
  with held as (
    update outcry.fence set next_seq = $3, frame_epoch = $1, time = $4, hash = $5
    where epoch = $1 and next_seq = $2 returning 1)
  insert into outcry.frame select $2, $6::bytea from held`;

/** Where the log stands. Bytes 24 to 55 of a frame are the hash of the one before it. */
const HEAD = `
  select begins, next_seq, frame_epoch, time, hash,
    (select substring(bytes from 25 for 32) from outcry.frame where first_seq = $1) as link
  from outcry.fence`;

const FRAMES = `
  select first_seq, bytes from (
    select first_seq, bytes, sum(octet_length(bytes)) over (order by first_seq) as until
    from (
      select first_seq, bytes from outcry.frame
      where first_seq >= coalesce((select max(first_seq) from outcry.frame where first_seq <= $1), $1) and first_seq < $2
      order by first_seq limit ${FRAMES_PAGE_ROWS}) as next
  ) as page
  where until <= ${FRAMES_PAGE_BYTES} or until = octet_length(bytes)
  order by first_seq`;

/** Lets an empty log begin where the one to be copied into it does. Nobody can take the lease meanwhile. */
const BEGIN = `
  with begun as (
    update outcry.fence set begins = $1, next_seq = $1, epoch = $2, frame_epoch = $2, time = $3, hash = $4
    where epoch = 0 and begins = next_seq and (select epoch = 0 and node is null from outcry.lease)
      and not exists (select from outcry.snapshot) returning 1)
  update outcry.lease set epoch = $2, node = '${COPYING}', address = '127.0.0.1:1', until = now() + interval '100 years'
  where exists (select from begun)`;

const BYTES = `
  select coalesce(sum(octet_length(bytes)), 0)::bigint as bytes from outcry.frame where first_seq >= $1 and first_seq < $2`;

const BEGIN_AT = "update outcry.fence set begins = $1 where begins < $1";

interface HeadRow {
  readonly begins: string;
  readonly next_seq: string;
  readonly frame_epoch: string;
  readonly time: string;
  readonly hash: Uint8Array;
  readonly link: Uint8Array | null;
}

/** The lanes of a store: a call that waits on one holds up none on the others. */
export interface Lanes {
  readonly append: Lane;
  readonly read: Lane;
  readonly lease: Lane;
  readonly snapshots: Lane;
}

/** A node's access to the log in PostgreSQL, whose frames are rows (docs/reference/cluster-log.md). */
export class PostgresLogStore implements LogStore {
  readonly where: string;
  readonly lease: Lease;
  readonly roster: Roster;
  readonly settings: Settings;
  readonly snapshots: SnapshotStore;
  readonly histories: SnapshotStore;
  readonly #servers: PostgresServers;
  readonly #lanes: Lanes;
  readonly #partitionCommands: number;
  /** For frames that begin before this command, the table is there. */
  #partitionedUntil = 0;

  constructor(servers: PostgresServers, lanes: Lanes, partitionCommands: number) {
    this.where = servers.where;
    this.#servers = servers;
    this.#lanes = lanes;
    this.#partitionCommands = partitionCommands;
    this.lease = new PostgresLease(lanes.lease);
    this.roster = new PostgresRoster(lanes.lease);
    this.settings = new PostgresSettings(lanes.read);
    const kept = { writes: lanes.snapshots, reads: lanes.read };
    this.snapshots = new PostgresSnapshots(kept, servers.where, "snapshot");
    this.histories = new PostgresSnapshots(kept, servers.where, "history");
  }

  async fence(epoch: number, known: number): Promise<StoredHead | undefined> {
    const { rowCount } = await this.#lanes.append.query({ name: "fence", text: FENCE, values: [epoch] });
    return rowCount === 0 ? undefined : this.#head(this.#lanes.append, known);
  }

  async append(epoch: number, { firstSeq, nextSeq, time, hash, bytes }: StoredFrame): Promise<boolean> {
    if (firstSeq >= this.#partitionedUntil) await this.#partition(firstSeq);
    const values = [epoch, firstSeq, nextSeq, time, hash, bytes];
    const { rowCount } = await this.#lanes.append.query({ name: "append", text: APPEND, values });
    return rowCount === 1;
  }

  async begin({ firstSeq, epoch, time, hash }: LogHead): Promise<boolean> {
    const values = [firstSeq, epoch, time, hash];
    const { rowCount } = await this.#lanes.append.query({ text: BEGIN, values });
    return rowCount === 1;
  }

  async adopt(epoch: number, frames: readonly StoredFrame[]): Promise<void> {
    const last = frames.at(-1)!.firstSeq;
    for (let at = frames[0]!.firstSeq; this.#partitionedUntil <= last; at = this.#partitionedUntil)
      await this.#partition(at);
    await this.#lanes.append.transaction(async (query) => {
      for (const { firstSeq, nextSeq, time, hash, bytes } of frames) {
        const values = [epoch, firstSeq, nextSeq, time, hash, bytes];
        const { rowCount } = await query({ name: "append", text: APPEND, values });
        if (rowCount === 0)
          throw new LogError(
            "busy",
            `somebody else writes to ${this.where}: command ${firstSeq} does not continue it`,
          );
      }
    });
  }

  head(known: number): Promise<StoredHead> {
    return this.#head(this.#lanes.read, known);
  }

  async settle(): Promise<void> {
    await this.#lanes.read.query(BARRIER);
  }

  async frames(from: number, until: number): Promise<readonly StoredBytes[]> {
    const query = { name: "frames", text: FRAMES, values: [from, until] };
    const { rows } = await this.#lanes.read.query<{ first_seq: string; bytes: Uint8Array }>(query);
    return rows.map(({ first_seq, bytes }) => ({ firstSeq: Number(first_seq), bytes }));
  }

  async bytes(from: number, until: number): Promise<number> {
    const { rows } = await this.#lanes.read.query<{ bytes: string }>({ text: BYTES, values: [from, until] });
    return Number(rows[0]!.bytes);
  }

  async trim(firstSeq: number): Promise<void> {
    const lane = this.#lanes.snapshots; // it may wait long for whoever reads
    await lane.query({ text: BEGIN_AT, values: [firstSeq] });
    const { rows } = await lane.query<Partition & object>({ text: PARTITIONS });
    for (const partition of rows) {
      if (Number(partition.from) + this.#partitionCommands > firstSeq) break;
      for (const text of dropStatements(partition)) await lane.query({ text });
    }
  }

  servers(): Promise<readonly StoreServer[]> {
    return this.#servers.look();
  }

  async close(): Promise<void> {
    this.#servers.close();
    await Promise.all(Object.values(this.#lanes).map((lane: Lane) => lane.close()));
  }

  async #head(lane: Lane, known: number): Promise<StoredHead> {
    const { rows } = await lane.query<HeadRow & object>({ name: "head", text: HEAD, values: [known] });
    const row = rows[0]!;
    const head: LogHead = {
      firstSeq: Number(row.begins),
      nextSeq: Number(row.next_seq),
      epoch: Number(row.frame_epoch),
      time: Number(row.time),
      hash: row.hash,
    };
    return { ...head, link: row.link ?? undefined };
  }

  async #partition(firstSeq: number): Promise<void> {
    const from = firstSeq - (firstSeq % this.#partitionCommands);
    const until = from + this.#partitionCommands;
    await this.#lanes.append.query({ text: partitionStatement(from, until) });
    this.#partitionedUntil = until;
  }
}
