import { callable, having, must, requireArguments } from "../wire/argument.ts";

/** Time and randomness as the client uses them; a port, so that tests decide both. */
export interface Timing {
  /** The machine's clock, Unix ms. */
  wallMs(): number;
  /** Monotonic ms from an arbitrary start. */
  monotonicMs(): number;
  /** Runs `action` once after `ms`, 24 days at most. @returns how to cancel it */
  after(ms: number, action: () => void): () => void;
  /** 0 ≤ x < 1, to spread reconnections. */
  random(): number;
}

/** The longest that a timer of the runtime waits; a longer one, or one without end, would be due at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** A timer of the runtime that waits no longer than one can. */
export function startTimer(ms: number, action: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(action, Math.min(ms, TIMER_MAX_MS));
}

const ms = must("a number of ms, 0 or more", (value) => typeof value === "number" && value >= 0);
const AFTER = { ms, action: callable };
const AFTER_SILENCE = { timing: having("after"), ...AFTER };

export const systemTiming: Timing = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(ms, action) {
    requireArguments("after", AFTER, [ms, action]);
    const timer = startTimer(ms, action);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Parts in which the time for an answer is counted. */
const PARTS = 10;

/**
 * Runs `action` once after `ms` without an answer. The time is counted in ten parts, between which this
 * process reads what has arrived: one in which it stood still counts as one part, however long it was. (A
 * single timer would be due before the answer that came meanwhile is read.)
 *
 * @returns how to cancel it
 */
export function afterSilence(timing: Pick<Timing, "after">, ms: number, action: () => void): () => void {
  requireArguments("afterSilence", AFTER_SILENCE, [timing, ms, action]);
  let partsLeft = PARTS;
  let cancel = (): void => {};
  const wait = (): void => {
    cancel = timing.after(ms / PARTS, () => (--partsLeft === 0 ? action() : wait()));
  };
  wait();
  return () => cancel();
}

/** Resolves after `ms`. Rejects with the signal's reason if it aborts first. */
export function sleep(timing: Timing, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = timing.after(ms, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/**
 * The pause before each further attempt: doubling from `firstMs` up to `mostMs`, less a random half of it.
 */
export interface BackOff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** @param attempt failures so far, from 1 */
export function pauseMs({ firstMs, mostMs }: BackOff, attempt: number, random: number): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return full * (1 - random / 2);
}
