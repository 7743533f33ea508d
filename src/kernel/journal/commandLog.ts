/**
 * The command log: the one place that decides what happened (design: acknowledged means durable).
 *
 * A log is a chain of frames. A frame carries `count` commands that were sequenced together, as bytes the
 * log never looks into; the commands are numbered `firstSeq … firstSeq + count − 1`, without gaps. Sequence
 * numbers are safe integers ≥ 1. Each stored frame holds the SHA-256 of the one before it, so no frame can
 * be lost, doubled, moved or changed without a reader noticing.
 */
export interface CommandLog {
  /**
   * Takes the log for writing. The epoch is higher than every epoch found in the log and every one handed out
   * before; appends with an older epoch are refused from now on. All that the log holds is durable then;
   * before, its last frame need not be.
   */
  acquire(): Promise<{ readonly epoch: number; readonly head: LogHead }>;
  /**
   * Adds one frame; resolves when it would survive a power cut. One append at a time: a second one before
   * the first has resolved is refused with `busy`.
   *
   * `payload` must not change until this resolves. Refusals that leave the log usable: `fenced` (another
   * epoch holds the log), `outOfOrder` (`expectedSeq` is not `head().nextSeq`), `frameInvalid`, `busy`. Any
   * failure to write or sync is `failed` and final: the log is dead and every later append rejects the same
   * way.
   */
  append(epoch: number, expectedSeq: number, frame: FrameInput): Promise<void>;
  /**
   * The durable frames from the one that holds sequence number `from` up to the head at the time of the call,
   * each verified again by its checksum and number. Throws `trimmed` when `from` is no longer held, `damaged`
   * when bytes have rotted.
   */
  read(from: number): AsyncIterable<Frame>;
  /** Where the log stands; reflects durable frames only. */
  head(): LogHead;
  /**
   * Lets go of frames that end before sequence number `before`, as far as whole units of storage (segments)
   * allow. Never touches a frame that holds `before` or later.
   */
  trim(before: number): Promise<void>;
  /** Waits for an append that is under way, then closes its files. Later calls reject with `closed`. */
  close(): Promise<void>;
}

/** What the engine hands over for one frame. */
export interface FrameInput {
  /** Commands in the frame, ≥ 1. */
  readonly count: number;
  /** Market time of all of them: integer milliseconds since 1970. */
  readonly time: number;
  /** 32 bytes: the running digest of all events up to the frame before this one. */
  readonly digest: Uint8Array;
  /** The encoded commands; at most `FRAME_PAYLOAD_MAX_BYTES`. */
  readonly payload: Uint8Array;
}

/**
 * One frame as it was stored. Its byte arrays are views that stay valid until the reader asks for the next
 * frame.
 */
export interface Frame extends FrameInput {
  readonly firstSeq: number;
  readonly epoch: number;
  /** The format tag of the engine that wrote it: only the same one may replay it. */
  readonly format: number;
  /** 32 bytes: SHA-256 of the stored bytes of the frame before it. */
  readonly previousHash: Uint8Array;
}

/** The two ends of a log. It is empty when `firstSeq === nextSeq`. */
export interface LogHead {
  /** The oldest sequence number still held. */
  readonly firstSeq: number;
  /** The sequence number the next frame starts with; the newest durable one is `nextSeq − 1`. */
  readonly nextSeq: number;
  /** Epoch of the newest frame; 0 when the log has none. */
  readonly epoch: number;
  /** Market time of the newest frame; 0 when the log has none. */
  readonly time: number;
  /** 32 bytes: SHA-256 of the newest frame's stored bytes; zeros before the first. */
  readonly hash: Uint8Array;
}

/** 16 MiB: about a hundred thousand commands; the engine's frames stay far below. */
export const FRAME_PAYLOAD_MAX_BYTES = 16 * 1024 * 1024;

/** Bytes of a digest or a hash. */
export const DIGEST_BYTES = 32;

/** Why a log or a snapshot store refused. */
export type LogErrorReason =
  | "fenced" // another epoch has taken the log
  | "outOfOrder" // the frame does not start where the log ends
  | "frameInvalid" // empty, too large, or a field out of range
  | "busy" // an append is under way
  | "failed" // a write or sync failed; final, the process must stop and recover
  | "closed" // the log was closed
  | "trimmed" // the frames asked for are no longer held
  | "damaged" // stored bytes are not what was written
  | "behind" // acknowledged data is missing: the log ends before a command known to be durable, or holds others up to it
  | "unreachable" // contact with the log's store is lost; ask again
  | "unsupported"; // written by a format version this program does not know

/** A refusal of the journal; the message says where, why, and what an operator can do. */
export class LogError extends Error {
  override readonly name = "LogError";
  readonly reason: LogErrorReason;
  constructor(reason: LogErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
