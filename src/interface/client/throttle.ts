import { ThrottledError } from "./failure.ts";
import type { Timing } from "./timing.ts";

/** What a venue grants within a window. */
export interface Budget {
  readonly max: number;
  readonly windowMs: number;
}

/** The cost of a request against one rule's budget. */
export interface Claim {
  /** The name of the rule, as in the venue's refusals. */
  readonly rule: string;
  readonly cost: number;
  readonly budget: Budget;
}

/** How much of a rule's budget is held, and until when the venue refuses the rule. */
export interface BudgetUse {
  readonly rule: string;
  readonly used: number;
  readonly max: number;
  /** Until when the venue refuses the rule; 0: it does not. */
  readonly closedMs: number;
}

/** The budget that a request holds; returned one window after {@link end}. */
export interface Lease {
  /** The answer has come, or will never come. */
  end(): void;
}

/** Requests that may wait; one more is refused. */
const WAITING_MAX = 1_000;

interface Waiting {
  readonly claims: readonly Claim[];
  readonly grant: (lease: Lease) => void;
  /** The rule that blocked it at the last check. */
  heldBy: string;
}

/**
 * Keeps a client within the venue's budgets, whenever the venue's windows begin.
 *
 * A request's cost is held from before it is sent until one whole window after its answer. The venue counted
 * it somewhere in between, so its window never holds more than is held here, however long requests travel.
 * Other programs that share the budget can still use it up: then {@link close} holds the rule's requests
 * back.
 *
 * Requests wait in order, but only behind requests that wait for one of their own rules: a cancel does not
 * wait for the budget of placements.
 */
export class Throttle {
  readonly #timing: Timing;
  readonly #waitMaxMs: number;
  readonly #rules = new Map<string, Rule>();
  #waiting: Waiting[] = [];
  #cancelTimer: (() => void) | undefined;

  /** @param waitMaxMs a request that would wait longer is refused */
  constructor(timing: Timing, waitMaxMs: number) {
    this.#timing = timing;
    this.#waitMaxMs = waitMaxMs;
  }

  /**
   * Takes all of the claims together, as soon as they fit.
   *
   * @param waitMaxMs how long they may wait for that, where that is less than the client's own
   * @throws ThrottledError if they do not fit in time, or too many wait
   * @throws the signal's reason if the caller gave up
   */
  async take(claims: readonly Claim[], signal?: AbortSignal, waitMaxMs = Infinity): Promise<Lease> {
    signal?.throwIfAborted();
    const patienceMs = Math.max(0, Math.min(waitMaxMs, this.#waitMaxMs));
    const impossible = claims.find(({ cost, budget }) => cost > budget.max);
    if (impossible !== undefined) throw new ThrottledError(impossible.rule, patienceMs);
    if (this.#waiting.length >= WAITING_MAX) throw new ThrottledError("waiting requests", patienceMs);
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        settle();
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        this.#serve();
        reject(reason);
      };
      const abort = (): void => leave(signal?.reason);
      const cancelPatience = this.#timing.after(patienceMs, () =>
        leave(new ThrottledError(waiting.heldBy, patienceMs)),
      );
      const settle = (): void => {
        cancelPatience();
        signal?.removeEventListener("abort", abort);
      };
      const grant = (lease: Lease): void => {
        settle();
        resolve(lease);
      };
      const waiting: Waiting = { claims, grant, heldBy: "" };
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting.push(waiting);
      this.#serve();
    });
  }

  /** How much is held of each rule seen so far. */
  budgets(): readonly BudgetUse[] {
    const nowMs = this.#timing.monotonicMs();
    return [...this.#rules].map(([rule, state]) => ({ rule, ...state.use(nowMs) }));
  }

  /** Holds back the requests of a rule that the venue refused. */
  close(rule: string, ms: number): void {
    const state = this.#rule(rule);
    state.closedUntilMs = Math.max(state.closedUntilMs, this.#timing.monotonicMs() + ms);
    this.#serve();
  }

  /** Releases waiting requests in order, as far as they fit, and sets the timer for the next one. */
  #serve(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const nowMs = this.#timing.monotonicMs();
    const held = new Set<string>();
    let nextMs = Number.POSITIVE_INFINITY;
    this.#waiting = this.#waiting.filter((waiting) => {
      const lacking = waiting.claims.filter(
        ({ rule, cost, budget }) => held.has(rule) || !this.#rule(rule).fits(cost, budget, nowMs),
      );
      if (lacking.length === 0) {
        waiting.grant(this.#lease(waiting.claims));
        return false;
      }
      waiting.heldBy = lacking[0]!.rule;
      for (const { rule, budget } of lacking) {
        held.add(rule);
        nextMs = Math.min(nextMs, this.#rule(rule).changesAtMs(budget, nowMs));
      }
      return true;
    });
    if (nextMs < Number.POSITIVE_INFINITY) {
      this.#cancelTimer = this.#timing.after(Math.max(0, nextMs - nowMs), () => this.#serve());
    }
  }

  #lease(claims: readonly Claim[]): Lease {
    for (const { rule, cost } of claims) this.#rule(rule).underWay += cost;
    let isOver = false;
    return {
      end: () => {
        if (isOver) return;
        isOver = true;
        const nowMs = this.#timing.monotonicMs();
        for (const { rule, cost } of claims) this.#rule(rule).spend(cost, nowMs);
        this.#serve();
      },
    };
  }

  #rule(name: string): Rule {
    let rule = this.#rules.get(name);
    if (rule === undefined) {
      rule = new Rule();
      this.#rules.set(name, rule);
    }
    return rule;
  }
}

/** What is held under one rule. */
class Rule {
  /** Cost of requests without an answer yet. */
  underWay = 0;
  closedUntilMs = Number.NEGATIVE_INFINITY;
  /** Costs of answered requests, oldest first; at most as many entries as the budget's maximum. */
  readonly #spent: { cost: number; readonly atMs: number }[] = [];
  #spentCost = 0;
  #budget: Budget | undefined;

  fits(cost: number, budget: Budget, nowMs: number): boolean {
    this.#budget = budget;
    this.#forget(budget, nowMs);
    return nowMs >= this.closedUntilMs && this.underWay + this.#spentCost + cost <= budget.max;
  }

  use(nowMs: number): Omit<BudgetUse, "rule"> {
    if (this.#budget !== undefined) this.#forget(this.#budget, nowMs);
    return {
      used: this.underWay + this.#spentCost,
      max: this.#budget?.max ?? 0,
      closedMs: Math.max(0, this.closedUntilMs - nowMs),
    };
  }

  /** The first moment at which more may fit, without counting answers that come earlier. */
  changesAtMs(budget: Budget, nowMs: number): number {
    if (nowMs < this.closedUntilMs) return this.closedUntilMs;
    const [oldest] = this.#spent;
    return oldest === undefined ? Number.POSITIVE_INFINITY : oldest.atMs + budget.windowMs;
  }

  spend(cost: number, nowMs: number): void {
    this.underWay -= cost;
    this.#spentCost += cost;
    const newest = this.#spent.at(-1);
    if (newest?.atMs === nowMs) newest.cost += cost;
    else this.#spent.push({ cost, atMs: nowMs });
  }

  #forget({ windowMs }: Budget, nowMs: number): void {
    let over = 0;
    while (over < this.#spent.length && this.#spent[over]!.atMs + windowMs <= nowMs) over++;
    for (const { cost } of this.#spent.splice(0, over)) this.#spentCost -= cost;
  }
}
