import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { entryOf, rootOf } from "./entry.ts";
import { YOUNG_GENERATION } from "./lane.ts";

/** Ticks of processor time in a second, as Linux counts it. */
const TICKS_A_SECOND = 100;

/**
 * A lease for rows that measure rates and not takeovers, ms: longer than a busy machine keeps a leader from
 * its turn.
 */
export const RATES_LEASE_MS = 60_000;

type Postgres = typeof import("../scripts/postgres/cluster.ts");
type Database = Awaited<ReturnType<Postgres["PostgresCluster"]["start"]>>;

/** A PostgreSQL with one synchronous standby, on this machine. */
export async function startDatabase(): Promise<Database> {
  const script = join(rootOf(import.meta.dirname), "scripts/postgres/cluster.ts");
  const { PostgresCluster } = (await import(pathToFileURL(script).href)) as Postgres;
  return PostgresCluster.start();
}

/**
 * Seconds of processor time that the processes of a database that run now have taken; NaN where the system
 * does not tell.
 */
export function databaseSeconds({ servers }: Database): number {
  return servers.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : treeSeconds(pid)), 0);
}

function treeSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user, system] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    const own = (user! + system!) / TICKS_A_SECOND;
    return children === ""
      ? own
      : children.split(" ").reduce((sum, child) => sum + treeSeconds(Number(child)), own);
  } catch {
    return Number.NaN;
  }
}

/** What a node says of itself. */
export interface NodeReport {
  readonly state: string;
  /** Seconds of processor time that it has taken. */
  readonly cpu: number;
  /** See `frameTimes`; for the frames since the report before. */
  readonly times: readonly (readonly [firstSeq: number, ms: number])[];
}

/** A node as a process of its own. */
export class NodeProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** @param leaseMs default: {@link RATES_LEASE_MS} */
  static async start(url: string, leaseMs = RATES_LEASE_MS): Promise<NodeProcess> {
    const child = fork(entryOf("clusterNodeMain"), [url, String(leaseMs)], {
      execArgv: [...YOUNG_GENERATION],
    });
    const [{ port }] = (await once(child, "message")) as [{ readonly port: number }];
    return new NodeProcess(child, port);
  }

  async report(): Promise<NodeReport> {
    const answer = once(this.#child, "message");
    this.#child.send("report");
    const [report] = (await answer) as [NodeReport];
    return report;
  }

  async kill(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.disconnect();
    await ended;
  }
}
