import type { Attendance, NodeHeartbeat, Roster } from "../clusterLog.ts";
import type { Lane } from "./lane.ts";
import { SETTINGS } from "./postgresSettings.ts";

/** The heartbeat of each node: how many it has stored, how old the last one is, and its text. */
const PRESENT = `
  select node, beat::float8, (extract(epoch from clock_timestamp() - seen) * 1000)::float8 as "ageMs", announcement from outcry.node`;

/**
 * Stores a heartbeat of node $1 with the text $2, in place of its last one, and reads those of the other
 * nodes and the settings. Nodes without a heartbeat for a day are deleted.
 */
const ATTEND = `
  with gone as (delete from outcry.node where node <> $1 and seen < clock_timestamp() - interval '1 day'),
    said as (
      insert into outcry.node values ($1, 1, clock_timestamp(), $2)
      on conflict (node) do update set beat = node.beat + 1, seen = excluded.seen, announcement = excluded.announcement),
    others as (${PRESENT} where node <> $1)
  select (select coalesce(json_agg(others), '[]') from others) as present, (${SETTINGS}) as settings`;

interface Row {
  readonly present: readonly NodeHeartbeat[];
  readonly settings: Record<string, string>;
}

/**
 * The nodes' heartbeats, as rows of a table that PostgreSQL keeps out of its write-ahead log (`unlogged`): a
 * commit waits for no standby, and a crash of the server empties it.
 */
export class PostgresRoster implements Roster {
  /** Calls to the server over one connection, which is made anew after a loss. */
  readonly #lane: Lane;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  async attend(node: string, announcement: string): Promise<Attendance> {
    const { rows } = await this.#lane.query<Row>({
      name: "attend",
      text: ATTEND,
      values: [node, announcement],
    });
    const { present, settings } = rows[0]!;
    return { present, settings: new Map(Object.entries(settings)) };
  }

  async present(): Promise<readonly NodeHeartbeat[]> {
    return (await this.#lane.query<NodeHeartbeat>({ text: PRESENT })).rows;
  }
}
