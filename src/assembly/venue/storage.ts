import type { OperatorView } from "../../kernel/core/index.ts";
import type { CapturedState, Reexecutor, Snapshotter } from "../../kernel/engine/index.ts";
import type { Disk } from "../../kernel/host/disk.ts";
import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import type { CommandLog } from "../../kernel/journal/commandLog.ts";
import type { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import type { History } from "../../service/readmodel/index.ts";
import type { Retention } from "./retention.ts";

/** The opened files of one market; a reset closes them and opens the next ones. */
export interface Storage {
  readonly log: CommandLog;
  /** The log, where it is one that several nodes share. */
  readonly shared: ClusterLog | undefined;
  readonly snapshots: FileSnapshots;
  readonly snapshotter: Snapshotter | undefined;
  /** Executes commands of the past again, to show what they led to. */
  readonly reexecutor: Reexecutor;
  /** Where a dump of a broken invariant is written. */
  readonly dumps: Disk;
  readonly history: History;
  /** Deletes the oldest part of the journal; `undefined` in memory. */
  readonly retention: Retention | undefined;
  /**
   * History's last sequence number when it was opened; `undefined`: history cannot be continued, and nothing
   * waits for it.
   */
  readonly appliedSeq: number | undefined;
  /** Begins to check that the journal's files stay the same; `onLost` is called if they do not. */
  watch(onLost: (reason: Error) => void): void;
  /** Closes journal and history, after the engine has stopped. */
  close(): Promise<void>;
}

/**
 * Opens the log that a node shares with others.
 *
 * @param knownDurableSeq the last command that the node knows to be durable
 */
export type OpenClusterLog = (knownDurableSeq: number) => Promise<ClusterLog>;

/** A state that was saved under a name. */
export interface SavedState {
  readonly name: string;
  /** The last command that it contains. */
  readonly seq: number;
  /** Market time of that command. */
  readonly time: number;
  /** The running digest of all events up to it, hex. */
  readonly digest: string;
  /** Host time at which it was saved, Unix ms. */
  readonly savedAt: number;
}

/** A saved state that cannot be read. */
export interface DamagedState {
  readonly name: string;
  /** What is wrong with it, and what to do. */
  readonly damage: string;
}

/**
 * Puts the market that was prepared in the place of the present one, whose storage is closed. When it is
 * opened, it takes over the given operators, or else those of its saved state. Whatever happens meanwhile,
 * one of the two markets is complete.
 */
export type Replace = (operators?: readonly OperatorView[]) => Promise<void>;

/**
 * Where markets are kept, one at a time, and saved states by name: a data directory, locked for this process,
 * or memory.
 */
export interface Store {
  /** The data directory; `undefined` in memory. */
  readonly directory: string | undefined;
  /** Opens what is stored; a new store gives an empty journal. */
  open(): Promise<Storage>;
  /**
   * Prepares a market to take the place of the present one: the named state, which is read to its end, or an
   * empty one. The present market may be open meanwhile; if it is opened again before it is replaced, the
   * other has to be prepared anew.
   *
   * @throws UnknownStateError; DataUnusableError when the state is damaged or another build's; then nothing
   * was changed
   */
  prepare(state: string | undefined): Promise<Replace>;
  /** The operators that a replaced market is to take over; none after {@link operatorsTaken}. */
  operatorsToTake(): Promise<readonly OperatorView[] | undefined>;
  /** Called once the market has these operators durably. */
  operatorsTaken(): Promise<void>;
  /**
   * Saves a state and its history, which must be at the same command; an earlier state of that name is
   * replaced.
   */
  save(name: string, state: CapturedState, history: History, savedAt: number): Promise<SavedState>;
  /** By name. */
  states(): Promise<readonly (SavedState | DamagedState)[]>;
  /**
   * Releases what the store holds beyond a market's end, such as its lock; called after the last one was
   * closed.
   */
  release(): Promise<void>;
}

/** There is no state of this name. */
export class UnknownStateError extends Error {
  override readonly name = "UnknownStateError";
  constructor(name: string, known: readonly Pick<SavedState, "name">[]) {
    const names =
      known.length === 0 ? "none was saved" : `there are ${known.map((each) => each.name).join(", ")}`;
    super(`there is no state '${name}': ${names}`);
  }
}

/** The rule for names of states, which become names of directories. */
export const STATE_NAME_RULE = "1 to 64 letters, digits, '-', '_' and '.', beginning with a letter or digit";

export function isStateName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(name);
}
