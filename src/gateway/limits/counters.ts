import type { Budget } from "./profile.ts";

/** How much of a budget is used. */
export interface Used extends Budget {
  readonly used: number;
}

/** What a budget allows. */
export interface Verdict {
  readonly taken: boolean;
  /** Used of the budget, this request included unless it was refused. */
  readonly used: number;
  /** When the window ends, on the clock of `nowMs`. */
  readonly resetMs: number;
  /** Requests refused within the window, this one included. */
  readonly refused: number;
}

/** What a subject has used of a budget at another gateway. */
export interface Share {
  readonly rule: string;
  readonly subject: string | number;
  readonly cost: number;
  readonly windowMs: number;
  /** When its window is over, from now on. */
  readonly leftMs: number;
}

/**
 * Where usage is counted. A port, so that several gateways can share one set of counters. Its clock is the host's
 * monotonic one, which no test clock changes.
 */
export interface Counters {
  /**
   * Takes `cost` from the subject's budget under `rule` unless that would exceed it; a refused request costs nothing.
   * A negative cost gives back what another rule then refused; a cost of 0 only reads.
   *
   * @param rule names the budget, the same for all subjects
   */
  take(rule: string, subject: string | number, cost: number, budget: Budget, nowMs: number): Verdict;
}

/** How many subjects of one rule are remembered; beyond that the one with the oldest window is forgotten. */
const SUBJECTS_MAX = 100_000;

interface Window {
  startMs: number;
  used: number;
  refused: number;
}

/** Counters of one process: each subject has a fixed window, which starts with its first request after the window before is over. */
export class MemoryCounters implements Counters {
  readonly #rules = new Map<string, Map<string | number, Window>>();

  take(rule: string, subject: string | number, cost: number, budget: Budget, nowMs: number): Verdict {
    const window = this.#window(rule, subject, budget.windowMs, nowMs, nowMs);
    const taken = cost <= 0 || window.used + cost <= budget.max;
    if (taken) window.used = Math.max(0, window.used + cost);
    else window.refused++;
    return {
      taken,
      used: window.used,
      resetMs: window.startMs + budget.windowMs,
      refused: window.refused,
    };
  }

  /** Counts what was used elsewhere, whatever the budget; a window that begins with it ends when it does there. */
  add({ rule, subject, cost, windowMs, leftMs }: Share, nowMs: number): void {
    const window = this.#window(rule, subject, windowMs, nowMs, nowMs + leftMs - windowMs);
    window.used = Math.max(0, window.used + cost);
  }

  /** The subject's window; one that is over is replaced by one that began at `startMs`. */
  #window(rule: string, subject: string | number, windowMs: number, nowMs: number, startMs: number): Window {
    let windows = this.#rules.get(rule);
    if (windows === undefined) {
      windows = new Map();
      this.#rules.set(rule, windows);
    }
    let window = windows.get(subject);
    if (window === undefined || nowMs - window.startMs >= windowMs) {
      if (window !== undefined)
        windows.delete(subject); // inserted again at the end: the map stays ordered by the windows' start
      else if (windows.size >= SUBJECTS_MAX) windows.delete(windows.keys().next().value!);
      window = { startMs, used: 0, refused: 0 };
      windows.set(subject, window);
    }
    return window;
  }
}
