import type { TimeMs } from "../core/index.ts";
import type { Clock, Timer } from "../host/clock.ts";
import type { Machine, MachineAudit } from "./machine.ts";

/** How long one slice of the background audit takes, ms of the host. */
const AUDIT_SLICE_MS = 0.5;
/** From the end of a slice to the next, ms of the host: the audit uses a hundredth of one core at most. */
export const AUDIT_EVERY_MS = 50;
/** From the end of a pass to the next, ms of the host. */
export const AUDIT_REST_MS = 10_000;

/** Rows checked between two readings of the clock. */
const ROWS = 8;

/** A complete pass over all invariants. */
export interface AuditedPass {
  /** The last executed command when the pass ended. */
  readonly seq: number;
  /** Market time when the pass ended. */
  readonly time: TimeMs;
  /** From its first slice to its last, host time. */
  readonly tookMs: number;
  /** The part of `tookMs` that was spent in slices. */
  readonly busyMs: number;
}

/** What the background audit has done since the engine was opened. */
export interface BackgroundAuditStatus {
  /** Complete passes that found every rule kept. */
  readonly passes: number;
  readonly lastPass: AuditedPass | undefined;
  /** What the pass under way checks next, in words; undefined between two passes. */
  readonly at: string | undefined;
  /** The longest that a slice kept the engine from its work. */
  readonly longestSliceMs: number;
  /** The broken rule, once one has halted the venue. */
  readonly broken: string | undefined;
}

/**
 * Checks all invariants of the live state again and again, in slices of half a millisecond between frames.
 * Commands execute between two slices; each rule is cut into rows that can be checked at any moment
 * (core/exchange/invariants/part.ts).
 */
export class BackgroundAudit {
  readonly #machine: Machine;
  readonly #clock: Clock;
  readonly #onBroken: (error: Error) => void;
  #pass: MachineAudit | undefined;
  #startedMs = 0;
  #busyMs = 0;
  #timer: Timer | undefined;
  #passes = 0;
  #lastPass: AuditedPass | undefined;
  #longestSliceMs = 0;
  #broken: string | undefined;

  constructor(machine: Machine, clock: Clock, onBroken: (error: Error) => void) {
    this.#machine = machine;
    this.#clock = clock;
    this.#onBroken = onBroken;
    this.#sleep(AUDIT_EVERY_MS);
  }

  get status(): BackgroundAuditStatus {
    return {
      passes: this.#passes,
      lastPass: this.#lastPass,
      at: this.#pass?.where,
      longestSliceMs: this.#longestSliceMs,
      broken: this.#broken,
    };
  }

  stop(): void {
    this.#timer?.clear();
    this.#timer = undefined;
  }

  #sleep(ms: number): void {
    this.#timer = this.#clock.setTimer(ms, this.#slice);
  }

  readonly #slice = (): void => {
    const startMs = this.#clock.monotonicMs();
    if (this.#pass === undefined) {
      this.#pass = this.#machine.beginAudit();
      this.#startedMs = startMs;
      this.#busyMs = 0;
    }
    const pass = this.#pass;
    let nowMs = startMs;
    try {
      do {
        pass.check(ROWS);
        nowMs = this.#clock.monotonicMs();
      } while (!pass.isDone && nowMs - startMs < AUDIT_SLICE_MS);
    } catch (error) {
      this.stop();
      this.#broken = (error as Error).message;
      this.#onBroken(error as Error);
      return;
    }
    this.#busyMs += nowMs - startMs;
    this.#longestSliceMs = Math.max(this.#longestSliceMs, nowMs - startMs);
    if (!pass.isDone) {
      this.#sleep(AUDIT_EVERY_MS);
      return;
    }
    const { seq, time } = this.#machine;
    this.#passes++;
    this.#lastPass = { seq, time, tookMs: nowMs - this.#startedMs, busyMs: this.#busyMs };
    this.#pass = undefined;
    this.#sleep(AUDIT_REST_MS);
  };
}
