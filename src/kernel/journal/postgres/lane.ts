import type { QueryConfig, QueryResult, QueryResultRow } from "pg";
import type { Clock, Timer } from "../../host/clock.ts";
import { LogError } from "../commandLog.ts";
import { ContactLost } from "../fenced/logStore.ts";
import type { Connection, PostgresServers } from "./servers.ts";
import { drop, messageOf } from "./servers.ts";

/**
 * After this long, ms, an answer is late: another connection asks what the server process does, and again
 * after each further such time.
 */
const LATE_MS = 1_000;

/**
 * A commit that waits for the standbys, and so for all that was committed before: a primary that has crashed
 * and come back shows what it has on its own disk, replicated or not.
 */
export const BARRIER = { text: "select pg_logical_emit_message(true, 'outcry', '')" };

/**
 * Classes of errors that another attempt, or another server, may not meet: no resources, rolled back,
 * read-only, not available.
 */
const TRANSIENT = /^(?:08|25006|40|53|55|57|58)/;

/** What a lane uses of the servers. */
export type LaneServers = Pick<
  PostgresServers,
  "where" | "answerWithinMs" | "connect" | "doing" | "refuseIfFaulty"
>;

/** What a server says beside its answers. */
interface NoticeMessage {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Codes of warnings; notices have class 00. */
const WARNING = /^01/;

/**
 * Calls to the server over one connection, made anew after each loss.
 *
 * A call is never cancelled and has no time-out: a commit that waits for a standby would then stand on the
 * primary alone. While a call is late, the state of its server process ({@link BackendActivity}) is asked
 * for again and again. While the process is at work, the call goes on. When the process is gone, or a newer
 * server has taken over, the connection is dropped and the call ends in `ContactLost`. When the process is
 * idle, it may only be held up: once every answer was "idle" for as long as a server may take to begin with
 * a call, the link counts as broken, and the same is done.
 */
export class Lane {
  readonly #servers: LaneServers;
  readonly #clock: Clock;
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  #closed = false;

  constructor(servers: LaneServers, clock: Clock, first?: Connection) {
    this.#servers = servers;
    this.#clock = clock;
    if (first !== undefined) this.#keep(first);
  }

  /**
   * Makes a call. @throws ContactLost; LogError `failed` for an error that another attempt would meet again
   */
  async query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    return this.#query(await this.#connect(), query);
  }

  /**
   * Runs `work` in one transaction of one connection, which nobody else may use meanwhile. @throws as `query`
   * does; then nothing was committed, or it is in doubt whether it was
   */
  async transaction<T>(
    work: (query: (query: QueryConfig) => Promise<QueryResult>) => Promise<T>,
  ): Promise<T> {
    const connection = await this.#connect();
    const query = (config: QueryConfig) => this.#query(connection, config);
    try {
      await query({ text: "begin" });
      const result = await work(query);
      await query({ text: "commit" });
      return result;
    } catch (error) {
      this.#drop(connection); // which ends the transaction, too
      throw error;
    }
  }

  /** Ends the connection; calls under way end in `ContactLost`. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#connecting?.catch(() => undefined);
    if (this.#connection !== undefined) this.#drop(this.#connection);
  }

  async #connect(): Promise<Connection> {
    if (this.#closed) throw new ContactLost("the log is closed");
    this.#servers.refuseIfFaulty();
    if (this.#connection !== undefined) return this.#connection;
    this.#connecting ??= this.#servers.connect().then(async (connection) => {
      await this.#query(connection, BARRIER);
      return this.#keep(connection);
    });
    try {
      return await this.#connecting;
    } finally {
      this.#connecting = undefined;
    }
  }

  async #query<Row extends QueryResultRow>(
    connection: Connection,
    query: QueryConfig,
  ): Promise<QueryResult<Row>> {
    const watching = this.#watch(connection);
    let warning: string | undefined;
    const listen = (notice: NoticeMessage): void => {
      if (WARNING.test(notice.code ?? "")) warning = notice.message;
    };
    connection.client.on("notice", listen);
    try {
      const result = await connection.client.query<Row>(query);
      // Somebody has cancelled the wait for the standbys: the server reports the commit as done, but it may
      // be on the primary alone.
      if (warning !== undefined) throw new ContactLost(warning);
      return result;
    } catch (cause) {
      const { code, severity } = cause as { readonly code?: string; readonly severity?: string };
      if (severity === "ERROR" && code !== undefined && !TRANSIENT.test(code)) {
        throw refused(this.#servers.where, cause);
      }
      this.#drop(connection);
      throw cause instanceof ContactLost ? cause : new ContactLost(String(cause), { cause });
    } finally {
      connection.client.off("notice", listen);
      watching.stop();
    }
  }

  #keep(connection: Connection): Connection {
    this.#connection = connection;
    connection.client.once("end", () => this.#drop(connection));
    return connection;
  }

  #drop(connection: Connection): void {
    if (this.#connection === connection) this.#connection = undefined;
    drop(connection);
  }

  /** Drops the connection when a late call is lost; `stop` once the call has ended. */
  #watch(connection: Connection): { stop(): void } {
    let timer: Timer;
    let isDone = false;
    /** How many times in a row the server process was idle. */
    let idle = 0;
    const ask = async (): Promise<void> => {
      const doing = await this.#servers.doing(connection);
      if (isDone) return;
      idle = doing === "idle" ? idle + 1 : 0;
      if (doing !== "gone" && idle * LATE_MS < this.#servers.answerWithinMs) return arm();
      // Where this process was held up, the answer may be here already: it is read first.
      timer = this.#clock.setTimer(0, () => this.#drop(connection));
    };
    const arm = (): void => {
      timer = this.#clock.setTimer(LATE_MS, () => void ask());
    };
    arm();
    const stop = (): void => {
      isDone = true;
      timer.clear();
    };
    return { stop };
  }
}

/** The error for something that another attempt would meet again. */
export function refused(where: string, cause: unknown): LogError {
  return new LogError("failed", `${where} refuses: ${messageOf(cause)}`, { cause });
}
