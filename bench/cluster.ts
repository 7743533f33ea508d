import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { entryOf, rootOf } from "./entry.ts";
import { YOUNG_GENERATION } from "./lane.ts";

type Postgres = typeof import("../scripts/postgres/cluster.ts");
type Database = Awaited<ReturnType<Postgres["PostgresCluster"]["start"]>>;

/** A PostgreSQL with one synchronous standby, on this machine. */
export async function startDatabase(): Promise<Database> {
  const script = join(rootOf(import.meta.dirname), "scripts/postgres/cluster.ts");
  const { PostgresCluster } = (await import(pathToFileURL(script).href)) as Postgres;
  return PostgresCluster.start();
}

/** A node as a process of its own. */
export class NodeProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(url: string): Promise<NodeProcess> {
    const child = fork(entryOf("clusterNodeMain"), [url], { execArgv: [...YOUNG_GENERATION] });
    const [{ port }] = (await once(child, "message")) as [{ readonly port: number }];
    return new NodeProcess(child, port);
  }

  /** Seconds of processor time that it has taken. */
  async cpuSeconds(): Promise<number> {
    const answer = once(this.#child, "message");
    this.#child.send("report");
    const [{ cpu }] = (await answer) as [{ readonly cpu: number }];
    return cpu;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.disconnect();
    await ended;
  }
}
