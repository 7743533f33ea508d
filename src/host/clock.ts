/**
 * The host's time. The engine stamps market time from `wallMs`; time-outs, windows and budgets are measured by
 * `monotonicMs`, which no operator and no leap second changes.
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
