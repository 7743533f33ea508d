/**
 * The host's time. Market time is stamped by the engine from `wallMs`; time-outs, windows and budgets
 * measure `monotonicMs`, which no operator and no leap second moves.
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
  /** Forgets it; one that has fired or was cleared already is left alone. */
  clear(): void;
}
