import type { Clock } from "../../host/clock.ts";
import { LogError } from "../commandLog.ts";
import { FencedLog } from "../fenced/fencedLog.ts";
import { ContactLost, unreachable } from "../fenced/logStore.ts";
import { parseServers } from "./hosts.ts";
import { Lane, refused } from "./lane.ts";
import { PARTITION_COMMANDS, PostgresLogStore } from "./postgresLogStore.ts";
import type { LogIdentity } from "./schema.ts";
import { prepareSchema } from "./schema.ts";
import type { Connection, Patience } from "./servers.ts";
import { drop, PostgresServers } from "./servers.ts";

export interface PostgresLogOptions extends LogIdentity {
  /** `postgres://user:password@a,b,c/database`: every server that may ever take writes. */
  readonly url: string;
  /** `--cluster-single`: one server without standbys is meant. */
  readonly single: boolean;
  readonly clock: Clock;
  /** The highest sequence number known from elsewhere (history, a snapshot) to be durable; 0. */
  readonly knownDurableSeq?: number;
  /** Whether to refuse a start without the standbys that commits wait for, and not to wait; default true. */
  readonly needsStandbys?: boolean;
  /**
   * How long a server may take to say what it is, and to begin with a call, ms; more than the usual 5,000 for
   * tests on a busy machine.
   */
  readonly answerWithinMs?: number;
  /** How long a node's first start waits for servers that are silent. */
  readonly patience?: Patience;
  /** Commands in one table of frames; fewer than usual for tests. */
  readonly partitionCommands?: number;
}

/**
 * Opens the log that the nodes of a venue share in PostgreSQL; makes its tables if there are none
 * (docs/reference/cluster-log.md).
 *
 * @throws LogError with a sentence for the operator: `unreachable` when no server takes writes; `failed` when
 * its settings would lose data; `unsupported` when the log is another build's or another master key's;
 * `behind` when it lacks what is known to be durable. RangeError for a wrong URL
 */
export async function openPostgresLog(options: PostgresLogOptions): Promise<FencedLog> {
  const { clock, single } = options;
  const { default: pg } = await import("pg"); // by clusters only
  const servers = new PostgresServers({
    pg,
    clock,
    single,
    answerWithinMs: options.answerWithinMs,
    patience: options.patience,
    servers: parseServers(options.url),
    applicationName: "outcry",
  });
  const first = await begin(servers, options);
  const lane = (connection?: Connection): Lane => new Lane(servers, clock, connection);
  const lanes = { append: lane(first), read: lane(), lease: lane(), snapshots: lane() };
  const store = new PostgresLogStore(servers, lanes, options.partitionCommands ?? PARTITION_COMMANDS);
  try {
    const log = await FencedLog.open(store, options);
    servers.watch();
    return log;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Makes the first connection, with all checks of the server, and of the log's build and master key. */
async function begin(servers: PostgresServers, options: PostgresLogOptions): Promise<Connection> {
  try {
    const connection = await servers.connect(options.needsStandbys ?? true);
    try {
      await prepareSchema(connection.client, options);
      return connection;
    } catch (error) {
      drop(connection);
      throw error;
    }
  } catch (cause) {
    if (cause instanceof LogError) throw cause;
    throw cause instanceof ContactLost ? unreachable(servers.where, cause) : refused(servers.where, cause);
  }
}
