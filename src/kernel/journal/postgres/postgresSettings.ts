import type { Settings } from "../clusterLog.ts";
import type { Lane } from "./lane.ts";
import { BARRIER } from "./lane.ts";

/** The newest value of each name, as one JSON object. */
export const SETTINGS = `
  select coalesce(json_object_agg(name, value), '{}') as settings from (
    select distinct on (name) name, value from outcry.setting order by name, change desc) as newest`;
/** Sets the value of a name. Of two that change a name at once one is refused, by the table's key. */
const SET = `
  insert into outcry.setting (name, change, value)
  select key, (select coalesce(max(change), 0) + 1 from outcry.setting where name = key), value from json_each_text($1)`;
const BEGIN = `
  insert into outcry.setting (name, change, value)
  select key, 1, value from json_each_text($1) on conflict do nothing`;

type Values = ReadonlyMap<string, string>;

/** The settings as rows of a table that only grows: one for each change of a name, with its time. */
export class PostgresSettings implements Settings {
  readonly #lane: Lane;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  async all(): Promise<Values> {
    const { rows } = await this.#lane.query<{ settings: Record<string, string> }>({ text: SETTINGS });
    await this.#lane.query(BARRIER); // what was read is durable
    return new Map(Object.entries(rows[0]!.settings));
  }

  async set(values: Values): Promise<void> {
    await this.#lane.query({ text: SET, values: [asJson(values)] });
  }

  async begin(values: Values): Promise<Values> {
    await this.#lane.query({ text: BEGIN, values: [asJson(values)] });
    return this.all();
  }
}

function asJson(values: Values): string {
  return JSON.stringify(Object.fromEntries(values));
}
