import type { OperatorView } from "../core/index.ts";
import type { CapturedState, Snapshotter } from "../engine/index.ts";
import type { Disk } from "../host/disk.ts";
import type { FileLog } from "../journal/fileLog.ts";
import type { FileSnapshots } from "../journal/fileSnapshots.ts";
import type { History } from "../readmodel/index.ts";
import type { Retention } from "./retention.ts";

/** Files of a data directory. */
export const JOURNAL_DIRECTORY = "journal";
export const HISTORY_FILE = "history.db";
export const STATES_DIRECTORY = "states";
export const BASELINES_DIRECTORY = "baselines";
/** What a broken rule leaves, and the request log. */
export const DUMPS_DIRECTORY = "dumps";
export const REQUESTS_DIRECTORY = "requests";
/** Who operates the market that starts over, until it knows them itself. */
export const OPERATORS_FILE = "operators.json";

/** What one market keeps, opened; closed and opened again by a reset. */
export interface Storage {
  readonly log: FileLog;
  readonly snapshots: FileSnapshots;
  readonly snapshotter: Snapshotter | undefined;
  /** Where a dump of a broken invariant goes. */
  readonly dumps: Disk;
  readonly history: History;
  /** Bounds the journal; `undefined` in memory. */
  readonly retention: Retention | undefined;
  /** History's last sequence number when it was opened; `undefined`: it cannot go on, and nothing waits for it. */
  readonly appliedSeq: number | undefined;
  /** Begins to look whether the journal's files stay what they are; `onLost` is told when not. */
  watch(onLost: (reason: Error) => void): void;
  /** Closes journal and history, after the engine has stopped. */
  close(): Promise<void>;
}

/** A state that was saved under a name. */
export interface SavedState {
  readonly name: string;
  /** The last command it holds. */
  readonly seq: number;
  /** Market time there. */
  readonly time: number;
  /** Running digest of all events up to there, hex. */
  readonly digest: string;
  /** Host time at which it was saved, Unix ms. */
  readonly savedAt: number;
}

/**
 * Where markets are kept, one at a time, and states of them under names: a data directory, locked for this process, or
 * memory.
 */
export interface Store {
  /** The data directory; `undefined` in memory. */
  readonly directory: string | undefined;
  /** Opens what is kept; nothing yet is an empty journal. */
  open(): Promise<Storage>;
  /**
   * Lets go of the market, whose storage is closed. The next open begins with the named state, or with nothing, and with these
   * operators to be taken on, or those of the state. Whatever happens meanwhile, one of the two is there whole.
   *
   * @throws UnknownStateError nothing was changed
   */
  replace(state: string | undefined, operators?: readonly OperatorView[]): Promise<void>;
  /** The operators that a market which started over is to have, until {@link operatorsTaken}. */
  operatorsToTake(): Promise<readonly OperatorView[] | undefined>;
  /** The market has them, durably. */
  operatorsTaken(): Promise<void>;
  /** Saves a state and its history, which has to stand at the same command; one of that name is replaced. */
  save(name: string, state: CapturedState, history: History, savedAt: number): Promise<SavedState>;
  /** By name. */
  states(): Promise<readonly SavedState[]>;
  /** Ends what outlasts a market, after the last one was closed. */
  release(): Promise<void>;
}

/** There is no state of this name. */
export class UnknownStateError extends Error {
  override readonly name = "UnknownStateError";
  constructor(name: string, known: readonly SavedState[]) {
    const names =
      known.length === 0 ? "none was saved" : `there are ${known.map((each) => each.name).join(", ")}`;
    super(`there is no state '${name}': ${names}`);
  }
}

/** Names of states: they become names of directories. */
export const STATE_NAME_RULE = "1 to 64 letters, digits, '-', '_' and '.', beginning with a letter or digit";

export function isStateName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(name);
}
