import type { Lease, Roster, Settings, StoreServer } from "../clusterLog.ts";
import type { LogHead } from "../commandLog.ts";
import { LogError } from "../commandLog.ts";
import type { SnapshotStore } from "../snapshotStore.ts";

/**
 * Where the frames of a shared log are kept, for `FencedLog` to reason over: rows, a fence, a lease. One
 * instance is one node's way there.
 *
 * Every call may end in `ContactLost`: whether it happened is not known then. A store never repeats a call by
 * itself.
 */
export interface LogStore {
  /** What the store is and where, for messages: `the log in postgres://…`. */
  readonly where: string;
  readonly lease: Lease;
  readonly roster: Roster;
  readonly settings: Settings;
  readonly snapshots: SnapshotStore;
  readonly histories: SnapshotStore;
  /**
   * Raises the fence to `epoch` in a durable commit, also when it stands there already, and tells where the
   * log stood right after: all that was stored before is durable then. `undefined`, and nothing changed, when
   * the fence is higher.
   */
  fence(epoch: number, known: number): Promise<StoredHead | undefined>;
  /**
   * Stores a frame in one durable step if the fence is at `epoch` and the log ends where the frame begins;
   * else false, nothing changed.
   */
  append(epoch: number, frame: StoredFrame): Promise<boolean>;
  /**
   * Has a log begin where another one does, to copy that one into it: its first command, epoch and hash
   * become those of `head`. Only for a log without frames or states that nobody has led; it cannot be led
   * until the lease of that epoch is released. @returns false, and nothing changed, for any other log
   */
  begin(head: LogHead): Promise<boolean>;
  /** Stores frames that follow one another, all or none, with their own epochs; the fence is at `epoch`. */
  adopt(epoch: number, frames: readonly StoredFrame[]): Promise<void>;
  /**
   * Where the log stands, as far as everybody may know. @param known a command before which the caller knows
   * the log
   */
  head(known: number): Promise<StoredHead>;
  /** A durable commit that changes nothing: all that was there before is durable once this resolves. */
  settle(): Promise<void>;
  /**
   * Stored frames in order, from the one that holds command `from`, of those that begin before `until`: at
   * least one if there is any, and no more than `FRAMES_PAGE_BYTES` or that one.
   */
  frames(from: number, until: number): Promise<readonly StoredBytes[]>;
  /** Stored bytes of the frames that begin in [from, until). */
  bytes(from: number, until: number): Promise<number>;
  /**
   * Lets go of frames before command `firstSeq`, which begins one; says so durably before anything is
   * deleted.
   */
  trim(firstSeq: number): Promise<void>;
  /** See `ClusterLog.servers`. Never ends in `ContactLost`. */
  servers(): Promise<readonly StoreServer[]>;
  /** Ends all contact. Calls under way end in `ContactLost`. */
  close(): Promise<void>;
}

/**
 * The holder of the lease while a log is copied into the store, and after such a copy was broken off. No node
 * has this name.
 */
export const COPYING = "a log that is being copied here";

/** What a page of frames may hold. */
export const FRAMES_PAGE_BYTES = 4 * 1024 * 1024;

export interface StoredHead extends LogHead {
  /**
   * The hash that the frame at `known` says the one before it has; `undefined` when no frame begins there.
   */
  readonly link: Uint8Array | undefined;
}

/** A frame as it is kept, and the command it is kept under. */
export type StoredBytes = Pick<StoredFrame, "bytes" | "firstSeq">;

/** A frame's stored bytes, and what a store keeps beside them. */
export interface StoredFrame {
  readonly bytes: Uint8Array;
  readonly firstSeq: number;
  readonly nextSeq: number;
  readonly time: number;
  /** SHA-256 of the bytes. */
  readonly hash: Uint8Array;
}

/** A call got no answer: it may have happened, or may still happen. */
export class ContactLost extends Error {
  override readonly name = "ContactLost";
}

/** The error that a caller of the log hears of a lost contact. @param where the store's */
export function unreachable(where: string, cause: ContactLost): LogError {
  return new LogError("unreachable", `${where} does not answer: ${cause.message}`, { cause });
}
