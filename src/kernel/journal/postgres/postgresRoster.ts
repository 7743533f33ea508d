import type { Attendance, Present, Roster } from "../clusterLog.ts";
import type { Lane } from "./lane.ts";
import { SETTINGS } from "./postgresSettings.ts";

const PRESENT = `
  select node, beat::float8, (extract(epoch from clock_timestamp() - seen) * 1000)::float8 as "ageMs", said from outcry.node`;

/** Says something for a node. Nodes that have said nothing for a day are forgotten on the way. */
const ATTEND = `
  with gone as (delete from outcry.node where node <> $1 and seen < clock_timestamp() - interval '1 day'),
    said as (
      insert into outcry.node values ($1, 1, clock_timestamp(), $2)
      on conflict (node) do update set beat = node.beat + 1, seen = excluded.seen, said = excluded.said),
    others as (${PRESENT} where node <> $1)
  select (select coalesce(json_agg(others), '[]') from others) as present, (${SETTINGS}) as settings`;

interface Row {
  readonly present: readonly Present[];
  readonly settings: Record<string, string>;
}

/**
 * The nodes as rows of a table that is not logged: a commit there is the server's own affair, and a crash
 * empties it.
 */
export class PostgresRoster implements Roster {
  readonly #lane: Lane;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  async attend(node: string, said: string): Promise<Attendance> {
    const { rows } = await this.#lane.query<Row>({ name: "attend", text: ATTEND, values: [node, said] });
    const { present, settings } = rows[0]!;
    return { present, settings: new Map(Object.entries(settings)) };
  }

  async present(): Promise<readonly Present[]> {
    return (await this.#lane.query<Present>({ text: PRESENT })).rows;
  }
}
