import type { PostgresServer } from "../../../scripts/postgres/server.ts";
import { freePort } from "../../host/freePort.ts";
import { TcpProxy } from "../../host/tcpProxy.ts";

/** The network of one node: its ways to the servers of the database, and the other nodes' way to it. */
export class NodeNetwork {
  /** Where the node serves its users. */
  readonly serves: number;
  /** Where it listens for the others; they know the address of the proxy before it. */
  readonly listens: number;
  readonly #database: readonly TcpProxy[];
  readonly #link: TcpProxy;

  private constructor(
    [serves, listens]: readonly [number, number],
    database: readonly TcpProxy[],
    link: TcpProxy,
  ) {
    this.serves = serves;
    this.listens = listens;
    this.#database = database;
    this.#link = link;
  }

  static async start(servers: readonly PostgresServer[]): Promise<NodeNetwork> {
    const [serves, listens] = [await freePort(), await freePort()];
    const database: TcpProxy[] = [];
    for (const { socket } of servers)
      database.push(await TcpProxy.start({ path: `${socket}/.s.PGSQL.5432` }));
    return new NodeNetwork(
      [serves, listens],
      database,
      await TcpProxy.start({ host: "127.0.0.1", port: listens }),
    );
  }

  /** The ports by which the node reaches the servers of the database. */
  get servers(): readonly number[] {
    return this.#database.map(({ port }) => port);
  }

  /** The port by which the other nodes reach it. */
  get advertised(): number {
    return this.#link.port;
  }

  of(way: "database" | "link"): readonly TcpProxy[] {
    return way === "database" ? this.#database : [this.#link];
  }

  async end(): Promise<void> {
    for (const proxy of [...this.#database, this.#link]) await proxy.end();
  }
}
