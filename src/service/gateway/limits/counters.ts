import type { Budget } from "./profile.ts";

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
 * Where usage is counted. A port, so that several gateways can share one set of counters. Its clock is the
 * host's monotonic one, which no test clock changes.
 */
export interface Counters {
  /**
   * Takes `cost` from the subject's budget under `rule` unless that would exceed it; a refused request costs
   * nothing. A negative cost gives back what another rule then refused; a cost of 0 only reads.
   *
   * @param rule names the budget, the same for all subjects
   */
  take(rule: string, subject: string | number, cost: number, budget: Budget, nowMs: number): Verdict;
  /** What was used of each rule so far. */
  uses(nowMs: number): readonly RuleUse[];
}

/** What clients have used of a rule's budgets, together. */
export interface RuleUse {
  readonly rule: string;
  /** Used here so far; what was given back counts, too. */
  readonly used: number;
  /** Requests refused here so far. */
  readonly refused: number;
  /** Share of its budget that the subject which uses most has used in its running window. */
  readonly fullest: number;
}

/** How many subjects of one rule are remembered; beyond that the one with the oldest window is forgotten. */
const SUBJECTS_MAX = 100_000;

interface Window {
  startMs: number;
  used: number;
  refused: number;
  /** When it ends, and what its budget allows. */
  endMs: number;
  max: number;
}

/**
 * The windows of a rule by subject, and what was used and refused in all of them, those that are over
 * included.
 */
interface Rule {
  readonly windows: Map<string | number, Window>;
  used: number;
  refused: number;
}

/**
 * Counters of one process: each subject has a fixed window, which starts with its first request after the
 * window before is over.
 */
export class MemoryCounters implements Counters {
  readonly #rules = new Map<string, Rule>();

  take(name: string, subject: string | number, cost: number, budget: Budget, nowMs: number): Verdict {
    const rule = this.#rule(name);
    const window = windowOf(rule, subject, budget.windowMs, nowMs, nowMs);
    window.max = budget.max;
    const taken = cost <= 0 || window.used + cost <= budget.max;
    if (taken) {
      window.used = Math.max(0, window.used + cost);
      if (cost > 0) rule.used += cost;
    } else {
      window.refused++;
      rule.refused++;
    }
    return {
      taken,
      used: window.used,
      resetMs: window.startMs + budget.windowMs,
      refused: window.refused,
    };
  }

  /**
   * Counts what was used elsewhere, whatever the budget; a window that begins with it ends when it does
   * there.
   */
  add({ rule, subject, cost, windowMs, leftMs }: Share, nowMs: number): void {
    const window = windowOf(this.#rule(rule), subject, windowMs, nowMs, nowMs + leftMs - windowMs);
    window.used = Math.max(0, window.used + cost);
  }

  uses(nowMs: number): readonly RuleUse[] {
    return [...this.#rules].map(([rule, { windows, used, refused }]) => {
      let fullest = 0;
      for (const window of windows.values())
        if (nowMs < window.endMs && window.max > 0) fullest = Math.max(fullest, window.used / window.max);
      return { rule, used, refused, fullest };
    });
  }

  #rule(name: string): Rule {
    let rule = this.#rules.get(name);
    if (rule === undefined) {
      rule = { windows: new Map(), used: 0, refused: 0 };
      this.#rules.set(name, rule);
    }
    return rule;
  }
}

/** The subject's window; one that is over is replaced by one that began at `startMs`. */
function windowOf(
  { windows }: Rule,
  subject: string | number,
  windowMs: number,
  nowMs: number,
  startMs: number,
): Window {
  let window = windows.get(subject);
  if (window === undefined || nowMs - window.startMs >= windowMs) {
    if (window !== undefined)
      windows.delete(subject); // inserted again at the end: the map stays ordered by the windows' start
    else if (windows.size >= SUBJECTS_MAX) windows.delete(windows.keys().next().value!);
    window = { startMs, used: 0, refused: 0, endMs: startMs + windowMs, max: 0 };
    windows.set(subject, window);
  }
  return window;
}
