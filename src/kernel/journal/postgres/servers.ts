import { Socket } from "node:net";
import type { Client, ClientConfig, types } from "pg";
import type { Clock, Timer } from "../../host/clock.ts";
import type { StoreServer, StoreStandby } from "../clusterLog.ts";
import { LogError } from "../commandLog.ts";
import { ContactLost } from "../fenced/logStore.ts";
import type { ServerUrl } from "./hosts.ts";
import type { ServerDemands, ServerState } from "./serverChecks.ts";
import { serverFault } from "./serverChecks.ts";

/** The parts of the package `pg` that are used; it is loaded for clusters only. */
export interface Pg {
  readonly Client: new (config: ClientConfig) => Client;
  readonly types: Pick<typeof types, "getTypeParser">;
}

/** A connection to a server that takes writes, with what identifies its process there. */
export interface Connection {
  readonly client: Client;
  /** The connection's socket, by which `drop` ends it. */
  readonly socket: Socket;
  readonly server: ServerUrl;
  readonly timeline: number;
  readonly pid: number;
  /** When its server process began, as text: together with the pid it names one process. */
  readonly since: string;
}

/** How long a server may take to begin to answer, ms, unless told otherwise. */
const ANSWER_WITHIN_MS = 5_000;
/**
 * How long the other servers are still waited for once one that takes writes has answered, ms: one of them
 * may be its successor.
 */
const OTHERS_WITHIN_MS = 250;
const CHECK_EVERY_MS = 60_000;

/**
 * Settings of every new connection: without time-outs, since nothing may cancel a commit that waits for
 * standbys.
 */
const SESSION = `
  select set_config(name, case name when 'bytea_output' then 'hex' else '0' end, false)
  from pg_settings where name in ('bytea_output', 'statement_timeout', 'lock_timeout',
    'transaction_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout', 'client_connection_check_interval')`;

/** What a server says of itself; `timeline` counts the promotions before, and is 0 for a standby. */
const STATE = `
  select current_setting('server_version_num')::int as version, current_setting('data_checksums') as data_checksums,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('synchronous_standby_names') as synchronous_standby_names,
    (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) as standbys,
    (select count(*)::int from pg_stat_replication where sync_state is null) as unseen,
    case when pg_is_in_recovery() then 0
      else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline,
    pg_backend_pid() as pid,
    (select backend_start::text from pg_stat_activity where pid = pg_backend_pid()) as since`;

const STANDBYS = `
  select coalesce(application_name, '') as name, coalesce(state, '') as state, coalesce(sync_state, '') as sync,
    coalesce(greatest(pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn), 0), 0)::float8 as "behindBytes"
  from pg_stat_replication order by application_name`;

/** The number by which PostgreSQL knows the type of bytes. */
const BYTEA = 17;

const PROCESS = `
  select case state when 'active' then 'at work' else 'idle' end as doing
  from pg_stat_activity where pid = $1 and backend_start::text = $2`;

/**
 * What the server process of a late call does. Idle: it has answered, or has not received the call, or was
 * held up before it began. Gone: it has ended, a newer server has taken over, or no server that takes writes
 * answers.
 */
export type BackendActivity = "at work" | "idle" | "gone";

interface Answer extends Connection {
  readonly state: ServerState;
}

/** How long servers that are silent are waited for, as long as none has answered. */
export interface Patience {
  /** How long the servers are waited for, from the first question on, ms. */
  readonly withinMs: number;
  /** Called each time that the servers are late, with the share of the time that is over. */
  readonly report: (share: number) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

export interface PostgresServersOptions {
  readonly pg: Pg;
  readonly clock: Clock;
  readonly servers: readonly ServerUrl[];
  /** `--cluster-single`: one server without standbys is meant. */
  readonly single: boolean;
  /**
   * How long a new connection may take to say what its server is, and a server process to begin with a call,
   * ms; default: 5,000.
   */
  readonly answerWithinMs?: number | undefined;
  /** How long a start waits for servers that are silent; without it no longer than `answerWithinMs`. */
  readonly patience?: Patience | undefined;
  /** What the database's operator sees in `pg_stat_activity`. */
  readonly applicationName: string;
}

/**
 * The servers that a log may be on: finds the one that takes writes, and checks, at each connection and each
 * minute, that its settings lose nothing. The client library knows one host only, so choosing among several
 * is done here.
 */
export class PostgresServers {
  readonly where: string;
  /** See {@link PostgresServersOptions.answerWithinMs}. */
  readonly answerWithinMs: number;
  readonly #options: PostgresServersOptions;
  /** When patience ends, on the clock's monotonic time. */
  readonly #patientUntilMs: number;
  /** The newest timeline seen; an older one lacks what was acknowledged since. */
  #timeline = 0;
  #checking: { clear(): void } | undefined;
  /** Why these servers must not be used any more. */
  #fault: LogError | undefined;

  constructor(options: PostgresServersOptions) {
    this.#options = options;
    this.answerWithinMs = options.answerWithinMs ?? ANSWER_WITHIN_MS;
    this.#patientUntilMs = options.clock.monotonicMs() + (options.patience?.withinMs ?? 0);
    this.where = `the log in PostgreSQL at ${options.servers.map(({ name }) => name).join(", ")}`;
  }

  /**
   * A new connection to the server that takes writes; if several say so, to the one of the newest timeline.
   *
   * @throws ContactLost when none takes writes; LogError `behind` when the newest is older than one seen
   * before; `failed` when its settings would lose data
   */
  async connect(atStart = false): Promise<Connection> {
    this.refuseIfFaulty();
    const { found, why } = await this.#survey();
    const [best, ...others] = found.toSorted((a, b) => b.timeline - a.timeline);
    for (const other of others) drop(other);
    if (best === undefined || best.timeline === 0) {
      if (best !== undefined) drop(best);
      throw new ContactLost(`no server takes writes (${why.join("; ")})`);
    }
    try {
      this.#accept(best, { single: this.#options.single, atStart });
      this.refuseIfFaulty();
      await best.client.query(SESSION);
    } catch (error) {
      drop(best);
      if (error instanceof LogError) throw error;
      throw new ContactLost(String(error), { cause: error });
    }
    return best;
  }

  /** What the server process of a late call does, as new connections see it. */
  async doing({ pid, since, timeline }: Connection): Promise<BackendActivity> {
    const { found } = await this.#survey();
    const answers = found.map(async (answer) => {
      const rows = await answer.client.query<{ doing: BackendActivity }>(PROCESS, [pid, since]).then(
        (result) => result.rows,
        () => [],
      );
      drop(answer);
      return { timeline: answer.timeline, doing: rows[0]?.doing };
    });
    const seen = await Promise.all(answers);
    if (seen.some((other) => other.timeline > timeline)) return "gone";
    return seen.find(({ doing }) => doing !== undefined)?.doing ?? "gone";
  }

  /** What each server says of itself now. */
  look(): Promise<readonly StoreServer[]> {
    const silent = (server: string, error: unknown): StoreServer => ({
      ...{ server, role: "unreachable", timeline: 0, problem: messageOf(error), standbys: [] },
    });
    return Promise.all(
      this.#options.servers.map((server) =>
        this.#ask(server)
          .then((answer) => this.#described(answer))
          .catch((error: unknown) => silent(server.name, error)),
      ),
    );
  }

  async #described(answer: Answer): Promise<StoreServer> {
    const { client, state, timeline } = answer;
    const { name: server } = answer.server;
    try {
      if (timeline === 0) return { server, role: "standby", timeline, problem: "", standbys: [] };
      const { rows } = await client.query<StoreStandby>(STANDBYS);
      const problem = serverFault(state, { single: this.#options.single, atStart: true }) ?? "";
      return { server, role: "primary", timeline, problem, standbys: rows };
    } finally {
      drop(answer);
    }
  }

  /** Refuses any use once these servers must not be used any more. @throws LogError */
  refuseIfFaulty(): void {
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Checks the servers' settings each minute from now on. */
  watch(): void {
    this.#checking = this.#options.clock.setTimer(CHECK_EVERY_MS, () => {
      void this.check().finally(() => this.#checking !== undefined && this.watch());
    });
  }

  /** Checks the servers' settings now; after a fault every later call is refused with it. */
  async check(): Promise<void> {
    const { found } = await this.#survey();
    for (const answer of found) {
      drop(answer);
      if (answer.timeline !== 0 && answer.timeline >= this.#timeline) {
        this.#accept(answer, { single: this.#options.single, atStart: false });
      }
    }
  }

  close(): void {
    this.#checking?.clear();
    this.#checking = undefined;
  }

  #accept({ server, state, timeline }: Answer, demands: ServerDemands): void {
    const fault = serverFault(state, demands);
    if (fault !== undefined) {
      this.#fault ??= new LogError(
        "failed",
        `PostgreSQL at ${server.name} cannot keep what the venue acknowledges: ${fault}.`,
      );
    } else if (timeline < this.#timeline) {
      this.#fault ??= new LogError(
        "behind",
        `acknowledged data is missing: PostgreSQL at ${server.name} is on timeline ${timeline}, but timeline ${this.#timeline} was seen, so it was ` +
          "replaced and lacks what came after. This node stops. Make it a standby of its successor, which must be among the hosts.",
      );
    }
    this.#timeline = Math.max(this.#timeline, timeline);
  }

  /**
   * Asks all servers at once. Silent ones are not waited for once one that takes writes has answered; and
   * once any server has, {@link Patience} no longer prolongs the wait.
   */
  async #survey(): Promise<{ readonly found: readonly Answer[]; readonly why: readonly string[] }> {
    const found: Answer[] = [];
    const why: string[] = [];
    let isOver = false;
    const { answerWithinMs } = this;
    const { clock, patience } = this.#options;
    const patientMs = patience?.signal.aborted ? 0 : this.#patientUntilMs - clock.monotonicMs();
    const withinMs = Math.max(answerWithinMs, Math.ceil(patientMs));
    const over = new AbortController();
    const end = (): void => over.abort();
    patience?.signal.addEventListener("abort", end);
    let late: Timer | undefined;
    await new Promise<void>((resolve) => {
      const wait = (): void => {
        if (found.length > 0) return resolve();
        patience?.report(1 - (this.#patientUntilMs - clock.monotonicMs()) / patience.withinMs);
        late = clock.setTimer(answerWithinMs, wait);
      };
      if (withinMs > answerWithinMs) late = clock.setTimer(answerWithinMs, wait);
      let left = this.#options.servers.length;
      const settle = () => --left === 0 && resolve();
      for (const server of this.#options.servers) {
        void this.#ask(server, withinMs, over.signal).then(
          (answer) => {
            if (isOver) return drop(answer);
            found.push(answer);
            why.push(`${server.name} is a standby`);
            if (answer.timeline !== 0) this.#options.clock.setTimer(OTHERS_WITHIN_MS, resolve);
            settle();
          },
          (error: unknown) => {
            why.push(`${server.name}: ${messageOf(error)}`);
            settle();
          },
        );
      }
    });
    isOver = true;
    late?.clear();
    patience?.signal.removeEventListener("abort", end);
    end(); // ends the questions to servers that are still silent
    return { found: [...found], why };
  }

  async #ask(server: ServerUrl, withinMs = this.answerWithinMs, over?: AbortSignal): Promise<Answer> {
    const { pg, applicationName, clock } = this.#options;
    const socket = new Socket();
    const client = new pg.Client({
      stream: () => socket,
      connectionString: server.url,
      keepAlive: true,
      application_name: applicationName,
      types: {
        getTypeParser: ((oid, format) =>
          oid === BYTEA ? bytesOf : pg.types.getTypeParser(oid, format)) as Pg["types"]["getTypeParser"],
      },
    });
    client.on("error", () => {}); // each call under way is rejected with it
    let isLate = false;
    const end = (): void => drop({ socket });
    const late = clock.setTimer(withinMs, () => {
      isLate = true;
      end();
    });
    over?.addEventListener("abort", end);
    try {
      await client.connect();
      const { rows } = await client.query(STATE);
      const { timeline, pid, since, ...state } = rows[0] as ServerState &
        Pick<Connection, "timeline" | "pid" | "since">;
      return { client, socket, server, timeline, pid, since, state };
    } catch (error) {
      drop({ socket });
      throw isLate ? new Error(`no answer within ${withinMs} ms`, { cause: error }) : error;
    } finally {
      late.clear();
      over?.removeEventListener("abort", end);
    }
  }
}

/** Ends a connection without waiting for it; a commit that its server process waits for goes on. */
export function drop({ socket }: Pick<Connection, "socket">): void {
  socket.destroy();
}

/** The bytes that PostgreSQL writes as `\\x00ff`. */
function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(text.slice(2), "hex");
  return new Uint8Array(buffer, byteOffset, length);
}

/** What an operator can do about an error of a server, by the error's code. */
const REMEDIES: Readonly<Record<string, string>> = {
  "28P01": "correct user and password in the URL",
  "28000": "let this user in from here, in pg_hba.conf",
  "3D000": "make that database, or name another",
  "42501": "make the role the database's owner, or grant it what it lacks",
  "53300": "raise max_connections",
};

/** An error in a sentence, with the remedy where it is known. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ");
  if (!(error instanceof Error)) return String(error);
  const message = error.message || error.name;
  const remedy = "code" in error && REMEDIES[String(error.code)];
  return remedy ? `${message} (${remedy})` : message;
}
