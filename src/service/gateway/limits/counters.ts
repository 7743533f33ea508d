import type { Budget } from "./profile.ts";

/** What a budget allows. */
export interface Verdict {
  readonly taken: boolean;
  /** How much of the budget is used, this request included unless it was refused. */
  readonly used: number;
  /** When the window ends, on the clock of `nowMs`. */
  readonly resetMs: number;
  /** Requests refused within the window, this one included. */
  readonly refused: number;
}

/** How much a subject has used of a budget at another gateway. */
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
   * nothing. A negative cost gives back the cost of a request that another rule has refused; a cost of 0
   * only reads.
   *
   * @param rule names the budget, the same for all subjects
   */
  take(rule: string, subject: string | number, cost: number, budget: Budget, nowMs: number): Verdict;
  /** The use of each rule so far. */
  uses(nowMs: number): readonly RuleUse[];
}

/** How much all clients together have used of a rule's budgets. */
export interface RuleUse {
  readonly rule: string;
  /** Used here so far; what was given back counts, too. */
  readonly used: number;
  /** Requests refused here so far. */
  readonly refused: number;
  /** The largest share of a budget that one subject has used in its running window. */
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
 * The windows of a rule by subject, and what was used and refused in all of them, also in windows that are
 * over.
 */
interface Rule {
  readonly windows: Map<string | number, Window>;
  used: number;
  refused: number;
}

/**
 * The counters of one process. Each subject has a fixed window, which starts with its first request after
 * the window before is over.
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
   * Adds use at another gateway, whatever the budget; a window that begins with it ends when the other
   * gateway's does.
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

/** The subject's window; a window that is over is replaced by one that begins at `startMs`. */
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
