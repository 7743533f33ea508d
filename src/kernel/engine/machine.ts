import type {
  AccountUpdate,
  Answer,
  Query,
  RecordBuffer,
  RecordView,
  Rejection,
  TimeMs,
} from "../core/index.ts";

/**
 * What the engine drives: a deterministic state machine whose commands and events are records. The venue's is
 * the core's exchange; tests of sequencing alone use a small one.
 */
export interface Machine {
  /** Event records of the current frame; a record's index is its command's place in the frame. */
  readonly events: RecordBuffer;
  /** Last executed sequence number, 0 before the first. */
  readonly seq: number;
  /** Market time of the last frame begun, 0 before the first. */
  readonly time: TimeMs;
  /** Clears the events; the commands that follow have this number and time. `time` never decreases. */
  beginFrame(firstSeq: number, time: TimeMs): void;
  /** Executes the command record at word `at`. A throw is a bug: the state must not be used any more. */
  execute(view: RecordView, at: number): void;
  /** First id that the last command made, 0 if none. */
  readonly outcomeId: number;
  /** Why the last command was refused. */
  readonly outcomeRejection: Rejection | undefined;
  /** Word offset in `events` of the last command's first event. */
  readonly eventsFrom: number;
  /**
   * Above 0: internal steps are left over, and commands are refused with `workPending` until enough `proceed`
   * were executed. A command refused for this reason has changed nothing; the engine logs it again later.
   */
  pendingSteps(): number;
  /**
   * When `advanceTime` must be logged next; Infinity if never. After executing it, this is later than the
   * frame's time.
   */
  nextDue(): TimeMs;
  /**
   * When the machine acts by itself next; Infinity if never. It needs no frame for that; the act shows in the
   * next frame.
   */
  nextAct(): TimeMs;
  answer<Q extends Query>(query: Q): Answer<Q>;
  /**
   * Has images taken of what changes of an account, from the next command on; or stops that. No part of the
   * state.
   */
  observe(account: number, isObserved: boolean): void;
  /** What changed of the observed accounts since the last call, in order. */
  takeUpdates(): readonly AccountUpdate[];
  /** Throws an `InvariantError` that names the broken rule. */
  audit(): void;
  /** Begins an audit that checks some rows at a time, while commands go on. */
  beginAudit(): MachineAudit;
  /** Canonical bytes: equal states give equal bytes. */
  snapshot(): Uint8Array;
}

/** A pass over all rules of a machine; frames may be executed between two checks. */
export interface MachineAudit {
  readonly isDone: boolean;
  /** What is checked next, in words; empty when done. */
  readonly where: string;
  /** Checks up to `rows` rows. Throws an `InvariantError` that names the broken rule. */
  check(rows: number): void;
}

/** How to make machines of one kind. */
export interface MachineKind {
  /** The format tag: only a machine of the same tag turns the same log into the same state. */
  readonly format: number;
  genesis(): Machine;
  /** A machine in the state of a snapshot. @param snapshot of a machine of the same format */
  restore(snapshot: Uint8Array): Machine;
}
