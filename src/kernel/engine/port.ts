import type { AccountUpdate, Answer, Command, Query, RecordView, Rejection, TimeMs } from "../core/index.ts";

/**
 * What became of a command. It reaches the caller only when the command is durable.
 */
export interface Outcome {
  readonly seq: number;
  /** Market time of the command's frame. */
  readonly time: TimeMs;
  /** The first id that the command made: order, account, contract index, movement; 0 if none. */
  readonly id: number;
  readonly rejection: Rejection | undefined;
  /** The events that the command caused, undecoded (see `decodeEvents`). */
  readonly events: RecordView;
}

/** Why a command was not taken: it did not happen. */
export class EngineBusyError extends Error {
  override readonly name = "EngineBusyError";
}

/** The venue stopped: only after the restart is it known whether a waiting command was executed. */
export class EngineHaltedError extends Error {
  override readonly name = "EngineHaltedError";
}

/** Another node leads: the command was not taken, and did not happen. */
export class NotLeadingError extends Error {
  override readonly name = "NotLeadingError";
  constructor() {
    super("this node follows another one, which takes the commands");
  }
}

/**
 * This node led and does no more: whether a waiting command was executed is known from whoever leads next.
 */
export class LeadLostError extends Error {
  override readonly name = "LeadLostError";
}

/** A frame that is durable, with everything that it caused. */
export interface DurableFrame {
  readonly firstSeq: number;
  readonly count: number;
  readonly time: TimeMs;
  /** Event records; the sequence number of each is `firstSeq` plus its index. */
  readonly events: Uint8Array;
}

/** Told of each durable frame. */
export type FrameListener = (
  frame: DurableFrame,
  /** The frame's command records, as the journal holds them; they may be read during the call only. */
  commands: Uint8Array,
) => void;

/**
 * The one way to the state, for gateways, feeds, participants and operators alike. Whatever it gives out is
 * durable.
 */
export interface EnginePort {
  /**
   * Rejects with {@link EngineBusyError} when the queue is full, {@link EngineHaltedError} when the venue
   * stopped, {@link NotLeadingError} while it follows another node.
   */
  submit(command: Command): Promise<Outcome>;
  /**
   * The commands take consecutive sequence numbers, in one frame where they fit; outcomes come in the order
   * of the commands. Either all are queued, or (busy, halted, or one of them has no binary form) none. It is
   * no transaction: each succeeds or is refused on its own. Only where one of them leaves internal steps over
   * do the commands after it get later numbers.
   */
  submitAll(commands: readonly Command[]): Promise<readonly Outcome[]>;
  /** Answers from the head of the state, released when that head is durable. */
  query<Q extends Query>(query: Q): Promise<Answer<Q>>;
  /**
   * Calls the listener with durable frames in order, from now on; returns how to stop. The listener must not
   * block.
   */
  subscribe(listener: FrameListener): () => void;
  /**
   * Calls the listener with what changes of an account, from the next command on, as it stood right after
   * each step. An update follows once its frame is durable and was given to the subscribers. Returns how to
   * stop. The listener must not block.
   */
  watch(account: number, listener: (update: AccountUpdate) => void): () => void;
  /**
   * Resolves once the state has everything that was durable anywhere when this was called; undefined: it has
   * already, as it always does where one process is the venue. Rejects with {@link LeadLostError} where that
   * cannot be known.
   */
  current(): Promise<void> | undefined;
  /** Last executed sequence number: a query put now is answered from that state. */
  readonly headSeq: number;
  /** Last durable sequence number, 0 before the first. */
  readonly durableSeq: number;
  /** Market time now. */
  now(): TimeMs;
}
