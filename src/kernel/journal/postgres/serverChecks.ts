/** What a server says of itself; settings as PostgreSQL writes them. */
export interface ServerState {
  /** `server_version_num`: 180004. */
  readonly version: number;
  readonly data_checksums: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  /** `synchronous_commit` as it stands in the venue's own session. */
  readonly synchronous_commit: string;
  readonly synchronous_standby_names: string;
  /** Standbys that a commit may wait for, connected now. */
  readonly standbys: number;
  /** Standbys of which this role may not see whether a commit waits for them. */
  readonly unseen: number;
}

export interface ServerDemands {
  /** `--cluster-single`: one server without standbys is meant. */
  readonly single: boolean;
  /** At the start, standbys must be there, too; later a commit waits for them, and needs no check. */
  readonly atStart: boolean;
}

const OLDEST_VERSION = 140_000;
const DURABLE_COMMITS = ["on", "remote_apply"];

/**
 * What keeps a server from being one that loses nothing, in a sentence with the setting and the remedy;
 * `undefined` when nothing does.
 */
export function serverFault(state: ServerState, demands: ServerDemands): string | undefined {
  if (state.version < OLDEST_VERSION) {
    return `it is PostgreSQL ${Math.floor(state.version / 10_000)}: take 14 or later`;
  }
  if (state.data_checksums !== "on") {
    return (
      `data_checksums is ${state.data_checksums}, so a flipped bit would be served as data: stop the server and run ` +
      '"pg_checksums --enable", or create it with "initdb --data-checksums"'
    );
  }
  for (const name of ["fsync", "full_page_writes"] as const) {
    if (state[name] !== "on") {
      return `${name} is ${state[name]}, so a power cut would lose or garble what was committed: set ${name} = on and reload`;
    }
  }
  if (!DURABLE_COMMITS.includes(state.synchronous_commit)) {
    return (
      `synchronous_commit is ${state.synchronous_commit}, so a commit returns before it is durable where it must be: set ` +
      "synchronous_commit = on for the server, and for this role and database if they have their own"
    );
  }
  return demands.single ? undefined : quorumFault(state, demands);
}

function quorumFault(state: ServerState, { atStart }: ServerDemands): string | undefined {
  const names = state.synchronous_standby_names.trim();
  if (names === "") {
    return (
      "synchronous_standby_names is empty, so what is committed is lost with this one machine: set it to " +
      "'ANY 1 (name, name)' with the application names of two standbys, or start with --cluster-single if one machine is meant"
    );
  }
  if (!atStart) return undefined;
  const needed = Number(/^(?:(?:ANY|FIRST)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1);
  if (state.standbys >= needed) return undefined;
  if (state.standbys + state.unseen >= needed) {
    return "this role may not see its standbys in pg_stat_replication: grant it pg_read_all_stats";
  }
  return (
    `synchronous_standby_names is ${names}, but of the standbys it needs (${needed}) only ${state.standbys} are connected, so no commit ` +
    "would return: start the standbys, or correct the names"
  );
}
