import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { rootOf } from "./entry.ts";

/** What one pass read: names to figures. */
export type Reading = Readonly<Record<string, number>>;

/**
 * One engine under one load. A lane runs in a process of its own, so that what one lane teaches the compiler
 * or leaves to the collector touches no other; between its passes it waits while the others take their turn.
 */
export interface Lane {
  pass(): Reading | Promise<Reading>;
  /** Releases what the process would not: directories, servers. */
  close?(): void | Promise<void>;
}

/** What a module in `lanes/` exports. */
export interface LaneModule<Arguments> {
  start(args: Arguments): Lane | Promise<Lane>;
}

/**
 * Lanes of signed orders, the peer's too, have a young generation as large as `npm start` makes it; the
 * others what is usual.
 */
const SERVING = ["restVenue", "restBesieged", "restPeer", "freshReads", "clusterLeader"];
export const YOUNG_GENERATION = ["--min-semi-space-size=32", "--max-semi-space-size=128"];

/** The parent's end of a lane. */
export class LaneProcess {
  readonly #child: ChildProcess;

  /**
   * @param name file in `lanes/` without extension; it runs bundled, as what users start does
   * (`scripts/program.mjs`)
   * @param args handed to its `start`; must survive JSON
   */
  static async open(name: string, args: unknown): Promise<LaneProcess> {
    const entry = join(rootOf(import.meta.dirname), "dist/lanes/laneMain.js");
    const execArgv = ["--expose-gc", ...(SERVING.includes(name) ? YOUNG_GENERATION : [])];
    const child = fork(entry, [name, JSON.stringify(args)], { execArgv });
    const lane = new LaneProcess(child);
    await lane.#answer();
    return lane;
  }

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  async pass(): Promise<Reading> {
    this.#child.send("pass");
    return this.#answer();
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.send("close");
    await once(this.#child, "exit");
  }

  async #answer(): Promise<Reading> {
    const ended = new AbortController();
    const died = once(this.#child, "exit", { signal: ended.signal }).then(([code]) => {
      throw new Error(`a lane ended with code ${code}`);
    });
    try {
      const [reading] = await Promise.race([once(this.#child, "message", { signal: ended.signal }), died]);
      return reading;
    } finally {
      died.catch(() => {}); // the race is decided; the loser's abort is no news
      ended.abort();
    }
  }
}

/**
 * Seconds of processor time that the process has taken, the collector and the compiler beside it included.
 * Unlike time on the clock it does not grow with what other programs do to the machine.
 */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/** Seconds of processor time that `work` takes. */
export function timed(work: () => void): number {
  const before = cpuSeconds();
  work();
  return cpuSeconds() - before;
}

/** The middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that a share of the values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor((sorted.length - 1) * share)]!;
}
