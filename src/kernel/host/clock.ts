/**
 * The host's time. The engine stamps market time from `wallMs`; time-outs, windows and budgets are measured
 * by `monotonicMs`, which no operator and no leap second changes.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC, an integer; may step either way. */
  wallMs(): number;
  /** Milliseconds from an arbitrary start, with fractions; never goes back. */
  monotonicMs(): number;
  /** Calls `fire` once, no sooner than `afterMs` milliseconds from now, never before returning. */
  setTimer(afterMs: number, fire: () => void): Timer;
}

/** A timer that was set. */
export interface Timer {
  /** Cancels the timer; nothing happens if it has fired or was cleared already. */
  clear(): void;
}

/** Lengths of time, ms; a day has no leap second. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A moment in UTC: `2026-01-31T12:00:00.000Z`. */
export function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** The day of a moment in UTC: `2026-01-31`. */
export function dayText(timeMs: number): string {
  return timeText(timeMs).slice(0, 10);
}

/** The longest wait of the runtime's own timers, ms; longer ones are waited for in pieces. */
const WAIT_MAX_MS = 2 ** 31 - 1;

/** The clock of this machine. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer(afterMs: number, fire: () => void): Timer {
    const dueMs = performance.now() + afterMs;
    let handle: NodeJS.Timeout;
    const wait = (): void => {
      const leftMs = dueMs - performance.now();
      handle = setTimeout(
        leftMs > WAIT_MAX_MS ? wait : fire,
        Math.min(Math.ceil(Math.max(leftMs, 0)), WAIT_MAX_MS),
      );
    };
    wait();
    return { clear: () => clearTimeout(handle) };
  },
};
