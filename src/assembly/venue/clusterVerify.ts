import { hash } from "node:crypto";
import { InvariantError } from "../../kernel/core/index.ts";
import type { Machine, StartingPoint } from "../../kernel/engine/index.ts";
import {
  exchangeMachine,
  genesis,
  ReplayError,
  replayFrom,
  startingPoint,
} from "../../kernel/engine/index.ts";
import { LogError } from "../../kernel/journal/commandLog.ts";
import type { FencedLog } from "../../kernel/journal/fenced/fencedLog.ts";
import type { SnapshotStore } from "../../kernel/journal/snapshotStore.ts";
import type { OnProgress } from "./onProgress.ts";

/** A node's state, as it says itself: the running digest of all events up to a command. */
export interface NodeState {
  readonly node: string;
  readonly seq: number;
  /** Hex. */
  readonly digest: string;
}

/** What was found in a cluster's database. */
export interface ClusterVerdict {
  readonly firstSeq: number;
  readonly headSeq: number;
  /** SHA-256 of the newest frame, hex, which stands for all before it. */
  readonly hash: string;
  readonly epoch: number;
  readonly frames: number;
  readonly commands: number;
  /**
   * The last command before those that were executed: that of the state from which they were; 0 where the
   * market's first command was executed, or, with an empty digest, none.
   */
  readonly executedAfter: number;
  readonly states: number;
  readonly histories: number;
  /** Nodes whose digest is that of the log. */
  readonly nodesEqual: number;
  /** Nodes that are at another state than the log leads to, with both digests. */
  readonly nodesOther: readonly string[];
  /** Nodes that nothing can be said of, each with why. */
  readonly nodesNotCompared: readonly string[];
  /**
   * Running digest of all events, hex, and the SHA-256 of the state, at the head; empty where the log could
   * not be executed.
   */
  readonly digest: string;
  readonly stateDigest: string;
  /** What is not as it was written, in words. */
  readonly damage: readonly string[];
}

/**
 * Checks a cluster's database: each frame's bytes, number, epoch and place in the chain; each state and
 * history stored beside the log; then, unless frames are damaged, executes the log from as early as possible,
 * which proves each frame's digest, and compares with the states and with what the nodes say of themselves.
 * Nothing is changed.
 */
export async function verifyCluster(
  log: FencedLog,
  { nodes, onProgress }: { readonly nodes: readonly NodeState[]; readonly onProgress: OnProgress },
): Promise<ClusterVerdict> {
  const { firstSeq, nextSeq, epoch, hash: newest } = log.head();
  const share = (seq: number): number => (seq + 1 - firstSeq) / (nextSeq - firstSeq);
  const survey = await log.survey((seq) => onProgress("reading the log", share(seq)));
  const states = await readAll(log.snapshots, "states", onProgress);
  const histories = await readAll(log.histories, "histories", onProgress);
  const damage = [...survey.damage, ...states.damage, ...histories.damage];
  const comparison = new Comparison(states.intact, nodes);
  const report = {
    firstSeq,
    headSeq: nextSeq - 1,
    hash: Buffer.from(newest).toString("hex"),
    epoch,
    frames: survey.frames,
    commands: survey.commands,
    states: states.intact.size,
    histories: histories.intact.size,
  };
  if (survey.damage.length > 0) {
    const notCompared = nodes.map(({ node }) => `${node}: the log is damaged, so it was not executed`);
    const nothing = { executedAfter: 0, digest: "", stateDigest: "", nodesEqual: 0, nodesOther: [] };
    return { ...report, ...nothing, nodesNotCompared: notCompared, damage };
  }
  const executed = await execute(log, comparison, (part) => onProgress("executing the log", part));
  return {
    ...report,
    ...executed,
    nodesEqual: comparison.nodesEqual,
    nodesOther: comparison.nodesOther,
    nodesNotCompared: comparison.notReached(nextSeq - 1, executed.executedAfter),
    damage: [...damage, ...comparison.damage, ...executed.damage],
  };
}

/** What stands beside the log, read to its end: the bodies' hashes by command. */
async function readAll(store: SnapshotStore, what: string, onProgress: OnProgress) {
  const intact = new Map<number, string>();
  const damage: string[] = [];
  const entries = await store.list();
  for (const [i, entry] of entries.entries()) {
    onProgress(`reading ${what}`, i / entries.length);
    if (entry.type === "damaged") {
      damage.push(entry.why);
      continue;
    }
    try {
      const { seq } = entry.info;
      intact.set(seq, hash("sha256", await (await store.read(seq)).bytes(), "hex"));
    } catch (error) {
      if (!(error instanceof LogError) || error.reason !== "damaged") throw error;
      damage.push(error.message);
    }
  }
  return { intact, damage };
}

/**
 * Compares the states beside the log, and the nodes' states, with the execution of the log. A state, or node,
 * waits until the execution reaches the command that it is at.
 */
class Comparison {
  nodesEqual = 0;
  readonly nodesOther: string[] = [];
  readonly damage: string[] = [];
  readonly #states: ReadonlyMap<number, string>;
  /** The nodes that still wait to be compared. */
  #nodes: readonly NodeState[];

  constructor(states: ReadonlyMap<number, string>, nodes: readonly NodeState[]) {
    this.#states = states;
    this.#nodes = nodes;
  }

  /** The nodes that were compared with nothing, each with why: the execution never stood at their command. */
  notReached(headSeq: number, executedAfter: number): readonly string[] {
    return this.#nodes.map(({ node, seq }) => {
      if (seq > headSeq) return `${node} is at command ${seq}, and the log ends with ${headSeq}`;
      if (seq < executedAfter)
        return `${node} is at command ${seq}, and the log can be executed from ${executedAfter} on only`;
      return `${node} is at command ${seq}, with which no frame that was executed ends`;
    });
  }

  /** The execution has reached command `seq`: compares the state there, and the nodes that are at it. */
  reached(
    { seq, snapshot }: { readonly seq: number; readonly snapshot: () => Uint8Array },
    digest: Uint8Array,
  ): void {
    const state = this.#states.get(seq);
    if (state !== undefined && state !== hash("sha256", snapshot(), "hex"))
      this.damage.push(
        `the state of command ${seq} beside the log is not the one that executing the log leads to`,
      );
    const here = this.#nodes.filter((node) => node.seq === seq);
    if (here.length === 0) return;
    this.#nodes = this.#nodes.filter((node) => node.seq !== seq);
    const hex = Buffer.from(digest).toString("hex");
    for (const node of here) {
      if (node.digest === hex) this.nodesEqual++;
      else this.nodesOther.push(`${node.node} after command ${seq} (digest ${node.digest}, not ${hex})`);
    }
  }
}

async function execute(log: FencedLog, comparison: Comparison, onProgress: (share: number) => void) {
  const toSeq = log.head().nextSeq - 1;
  const damage: string[] = [];
  const start = await earliest(log);
  const { replay, snapshotSeq } = start;
  const here = (): void => {
    const { machine, digest } = replay;
    comparison.reached({ seq: machine.seq, snapshot: () => machine.snapshot() }, digest);
  };
  here();
  try {
    await replayFrom(start, {
      log,
      toSeq,
      progress: (done, total) => onProgress(total === 0 ? 1 : done / total),
      onFrame: here,
    });
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    return { executedAfter: snapshotSeq, digest: "", stateDigest: "", damage: [error.message] };
  }
  const { machine, digest } = replay;
  damage.push(...auditOf(machine));
  return {
    executedAfter: snapshotSeq,
    digest: Buffer.from(digest).toString("hex"),
    stateDigest: hash("sha256", machine.snapshot(), "hex"),
    damage,
  };
}

/**
 * The earliest intact state from which a shared log can be executed to its head. @throws ReplayError `gap`
 * if there is none
 */
async function earliest(log: FencedLog): Promise<StartingPoint> {
  const { firstSeq } = log.head();
  if (firstSeq === 1) return genesis(exchangeMachine);
  const oldestFirst = (await log.snapshots.list()).toReversed();
  for (const entry of oldestFirst) {
    if (entry.type === "damaged" || entry.info.seq + 1 < firstSeq) continue;
    const { seq } = entry.info;
    const start = await startingPoint(exchangeMachine, log.snapshots, seq);
    // A damaged body yields an older state, or none: the log does not go back that far.
    if (start.snapshotSeq === seq) return start;
  }
  throw new ReplayError(
    "gap",
    `the log begins with command ${firstSeq}, and no whole state beside it leads up to there`,
  );
}

function auditOf(machine: Machine): string[] {
  try {
    machine.audit();
    return [];
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    return [`the state after command ${machine.seq} breaks a rule: ${error.message}`];
  }
}
