import { PostgresCluster } from "../../../scripts/postgres/cluster.ts";
import type { PostgresServer } from "../../../scripts/postgres/server.ts";
import { query } from "../../journal/query.ts";

/**
 * A primary with two synchronous standbys, of which one is enough for a commit; any of them may be lost and
 * comes back.
 */
export class TrialDatabase {
  readonly servers: readonly PostgresServer[];
  readonly #cluster: PostgresCluster;
  #primary: PostgresServer;

  private constructor(cluster: PostgresCluster) {
    this.#cluster = cluster;
    this.servers = cluster.servers;
    this.#primary = cluster.servers[0]!;
  }

  static async start(): Promise<TrialDatabase> {
    return new TrialDatabase(await PostgresCluster.start({ standbys: 2 }));
  }

  /** By the sockets of all servers. */
  get url(): string {
    return this.urlBy(...this.servers.map(({ socket }) => encodeURIComponent(socket)));
  }

  /** By other ways to the servers. */
  urlBy(...hosts: readonly string[]): string {
    return this.#cluster.url().replace(/@[^/]+\//, `@${hosts.join(",")}/`);
  }

  get standbys(): readonly PostgresServer[] {
    return this.servers.filter((server) => server !== this.#primary);
  }

  /** All standbys die: no commit returns until one is back. */
  async loseStandbys(): Promise<void> {
    await Promise.all(this.standbys.map((standby) => standby.kill()));
  }

  async reviveStandbys(): Promise<void> {
    await Promise.all(this.standbys.map((standby) => standby.start()));
  }

  /**
   * The primary dies, and the standby that has everything takes its place; the other one follows it.
   *
   * @returns the name of the primary that was, and what makes it the standby of the new one
   */
  async losePrimary(): Promise<{ readonly name: string; readonly revive: () => Promise<void> }> {
    const lost = this.#primary;
    await lost.kill();
    const [next, other] = await this.#furthestFirst();
    await next!.promote();
    this.#primary = next!;
    await other!.follow(next!);
    return {
      name: lost.name,
      revive: async () => {
        // The former primary's data may hold commits that nobody else has: it begins anew, from what the
        // other standby has.
        await other!.stop();
        lost.renewFrom(other!);
        await lost.follow(next!);
        await Promise.all([other!.start(), lost.start()]);
      },
    };
  }

  async end(): Promise<void> {
    await this.#cluster.end();
  }

  async #furthestFirst(): Promise<readonly PostgresServer[]> {
    const received = "select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::text as bytes";
    const places = await Promise.all(
      this.standbys.map(async (server) => {
        const [row] = await query(this.#cluster.url(server), received);
        return { server, bytes: BigInt(row!["bytes"] as string) };
      }),
    );
    return places.sort((a, b) => (a.bytes < b.bytes ? 1 : -1)).map(({ server }) => server);
  }
}
