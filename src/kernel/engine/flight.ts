import type { AccountUpdate, Rejection, TimeMs } from "../core/index.ts";
import { RecordView } from "../core/index.ts";
import type { Reject } from "./batch.ts";
import { Batch } from "./batch.ts";
import type { DigestedEvents } from "./digest.ts";
import { digestEvents } from "./digest.ts";
import type { Machine } from "./machine.ts";
import type { DurableFrame, Outcome } from "./port.ts";

/** What the commands of a frame share: its stamp, and the copy of its events once that exists. */
interface FrameStamp {
  readonly firstSeq: number;
  readonly time: TimeMs;
  events: Uint8Array;
}

/** An outcome that copies nothing: the view of its `events` is made only when it is read. */
class FlightOutcome implements Outcome {
  readonly seq: number;
  readonly id: number;
  readonly rejection: Rejection | undefined;
  readonly #stamp: FrameStamp;
  readonly #from: number;
  readonly #to: number;

  constructor(stamp: FrameStamp, machine: Machine, rejection: Rejection | undefined) {
    this.#stamp = stamp;
    this.seq = machine.seq;
    this.id = machine.outcomeId;
    this.rejection = rejection;
    this.#from = machine.eventsFrom;
    this.#to = machine.events.length;
  }

  get time(): TimeMs {
    return this.#stamp.time;
  }

  get events(): RecordView {
    return new RecordView(this.#stamp.events.subarray(this.#from * 8, this.#to * 8));
  }
}

/** A query's answer, held back until the state that it was computed on is durable. */
interface HeldAnswer {
  readonly give: () => void;
  readonly reject: Reject;
}

/**
 * One frame between being cut and being answered. Its bytes are written to disk while it is executed; it
 * lands when both are done, and only then is anything of it given out.
 *
 * ```
 * cut ─┬─ append ──────────┬─ landed: frame to subscribers, outcomes, held answers
 *      └─ execute, digest ─┘
 * ```
 */
export class Flight {
  readonly batch: Batch;
  readonly count: number;
  readonly lastSeq: number;
  /** The command begun last (sequence number), 0 before the first. */
  executing = 0;
  isDurable = false;
  isExecuted = false;
  /** Updates of the observed accounts. */
  updates: readonly AccountUpdate[] = [];
  /**
   * Commands that were refused untouched because of leftover steps before them; they go into a later frame.
   */
  postponed: Batch | undefined;
  readonly #stamp: FrameStamp;
  /**
   * The outcome of each client's command; `undefined` for a postponed one, whose outcome is still to come.
   */
  readonly #outcomes: (Outcome | undefined)[] = [];
  readonly #held: HeldAnswer[] = [];

  constructor(batch: Batch, firstSeq: number, time: TimeMs) {
    this.batch = batch;
    this.count = batch.count;
    this.lastSeq = firstSeq + batch.count - 1;
    this.#stamp = { firstSeq, time, events: NO_EVENTS };
  }

  get firstSeq(): number {
    return this.#stamp.firstSeq;
  }

  get time(): TimeMs {
    return this.#stamp.time;
  }

  /**
   * Executes the frame and takes its events into the running digest.
   *
   * @param audit called after every command
   * @throws whatever the machine throws; `executing` tells where
   */
  execute(machine: Machine, digest: Uint8Array, audit: boolean): DigestedEvents {
    const { batch, count, firstSeq } = this;
    const view = new RecordView(batch.payload());
    machine.beginFrame(firstSeq, this.time);
    let at = 0;
    for (let i = 0; i < count; i++) {
      this.executing = firstSeq + i;
      machine.execute(view, at);
      if (i >= batch.preambleCount) this.#note(machine, view, at);
      if (audit) machine.audit();
      at = view.next(at);
    }
    const digested = digestEvents(digest, machine.events);
    this.#stamp.events = digested.events;
    this.updates = machine.takeUpdates();
    this.isExecuted = true;
    return digested;
  }

  /** Holds back an answer that was computed on this frame's state. */
  hold(give: () => void, reject: Reject): void {
    this.#held.push({ give, reject });
  }

  /** The frame as subscribers see it. */
  frame(): DurableFrame {
    return { firstSeq: this.firstSeq, count: this.count, time: this.time, events: this.#stamp.events };
  }

  /** Resolves the callers' promises, in order. */
  answer(): void {
    const { resolves } = this.batch;
    for (let i = 0; i < resolves.length; i++) {
      const outcome = this.#outcomes[i];
      if (outcome !== undefined) resolves[i]!(outcome);
    }
    for (const { give } of this.#held) give();
  }

  /** Rejects the promises not yet resolved: their outcome is unknown. */
  fail(error: Error): void {
    for (const reject of this.batch.rejects) reject(error);
    for (const { reject } of this.#held) reject(error);
  }

  /** Keeps the outcome of the client's command just executed, or the command itself if it was postponed. */
  #note(machine: Machine, view: RecordView, at: number): void {
    const rejection = machine.outcomeRejection;
    if (rejection?.type !== "workPending") {
      this.#outcomes.push(new FlightOutcome(this.#stamp, machine, rejection));
      return;
    }
    const { resolves, rejects } = this.batch;
    const command = this.#outcomes.push(undefined) - 1;
    const record = view.bytes.subarray(at * 8, view.next(at) * 8);
    this.postponed ??= new Batch();
    this.postponed.take(record, [resolves[command]!], [rejects[command]!]);
  }
}

const NO_EVENTS = new Uint8Array(0);
