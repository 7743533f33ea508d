import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// biome-ignore lint/correctness/noUndeclaredDependencies: the repository has it; the manifest beside this is of the binaries alone
import pg from "pg";
import { postgresBinaries } from "./binaries.mjs";
import { PostgresServer, type Settings } from "./server.ts";
import { binariesFor, postgresUser } from "./user.ts";

export interface PostgresClusterOptions {
  /** How many standbys follow the first server; a commit waits for any one of them. Default: 1. */
  readonly standbys?: number;
  /** Settings of all servers, over those that durability needs. */
  readonly settings?: Settings;
  /** Options of `initdb`. */
  readonly initOptions?: readonly string[];
}

/** Whether this machine has a PostgreSQL to start. */
export const isPostgresThere = existsSync(postgresBinaries());

/** The database that a cluster begins with. */
export const DATABASE = "postgres";

/**
 * A PostgreSQL and its synchronous standbys in a temporary folder, all running: for tests and for trying a
 * venue of several nodes on one machine. Up in about two seconds; `end` leaves nothing behind.
 */
export class PostgresCluster {
  readonly password: string;
  /** `a`, the primary at first, then its standbys `b`, `c`, … */
  readonly servers: readonly PostgresServer[];
  readonly #folder: string;

  private constructor(folder: string, password: string, servers: readonly PostgresServer[]) {
    this.#folder = folder;
    this.password = password;
    this.servers = servers;
  }

  static async start(options: PostgresClusterOptions = {}): Promise<PostgresCluster> {
    const user = postgresUser();
    const folder = mkdtempSync(join(tmpdir(), "postgres-"));
    const servers: PostgresServer[] = [];
    const cluster = new PostgresCluster(folder, randomBytes(16).toString("hex"), servers);
    try {
      if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
      const binaries = binariesFor(user, postgresBinaries(), folder);
      const place = { binaries, folder, user, password: cluster.password };
      const first = await PostgresServer.init("a", place, options.initOptions);
      const names = ["b", "c", "d"].slice(0, options.standbys ?? 1);
      const any = names.length === 0 ? "" : `ANY 1 (${["a", ...names].join(", ")})`;
      await first.set({ synchronous_standby_names: any, ...options.settings });
      servers.push(first, ...names.map((name) => first.copy(name)));
      for (const standby of servers.slice(1)) await standby.follow(first);
      await first.start();
      await Promise.all(servers.slice(1).map((server) => server.start()));
      await cluster.#commit();
      return cluster;
    } catch (error) {
      await cluster.end();
      throw error;
    }
  }

  /** A client's way to one of them, by its socket. */
  url(server: PostgresServer = this.servers[0]!, database = DATABASE): string {
    return `postgres://outcry:${this.password}@${encodeURIComponent(server.socket)}/${database}`;
  }

  /** Returns once the primary's standbys can have what is committed. */
  async #commit(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url() });
    await client.connect();
    await client.query("select pg_logical_emit_message(true, 'ready', '')");
    await client.end();
  }

  async end(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
