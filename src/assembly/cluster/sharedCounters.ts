import type { Clock, Timer } from "../../kernel/host/clock.ts";
import type { Budget, Counters, RuleUse, Share, Verdict } from "../../service/gateway/index.ts";
import { MemoryCounters } from "../../service/gateway/index.ts";

/** How often a node tells the others what was used at it, ms. */
export const SHARE_EVERY_MS = 100;
/** Subjects of one rule that wait to be told to other nodes, at most; beyond that the oldest is dropped. */
const UNSHARED_MAX = 10_000;

interface Unshared {
  cost: number;
  readonly windowMs: number;
  readonly resetMs: number;
}

export interface SharedCountersOptions {
  /** The host's clock. */
  readonly clock: Clock;
  /** Tells the other nodes. False while they are not reached: then it is tried again. */
  readonly share: (shares: readonly Share[]) => boolean;
}

/**
 * Counters of a node that know what clients use at the other nodes. Each use is told once, a moment later and
 * only what has changed: a limit is overshot by what the other nodes let through within one interval at most,
 * a leader that changes doubles nothing, and what was used at a node that has died ends with its window.
 */
export class SharedCounters implements Counters {
  readonly #options: SharedCountersOptions;
  readonly #counters = new MemoryCounters();
  readonly #unshared = new Map<string, Map<string | number, Unshared>>();
  #timer: Timer | undefined;

  constructor(options: SharedCountersOptions) {
    this.#options = options;
  }

  take(rule: string, subject: string | number, cost: number, budget: Budget, nowMs: number): Verdict {
    const verdict = this.#counters.take(rule, subject, cost, budget, nowMs);
    if (verdict.taken && cost !== 0) this.#note(rule, subject, { ...budget, cost, resetMs: verdict.resetMs });
    return verdict;
  }

  uses(nowMs: number): readonly RuleUse[] {
    return this.#counters.uses(nowMs);
  }

  /** Takes in what clients have used at other nodes. */
  heard(shares: readonly Share[]): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const share of shares) this.#counters.add(share, nowMs);
  }

  close(): void {
    this.#timer?.clear();
    this.#timer = undefined;
    this.#unshared.clear();
  }

  #note(rule: string, subject: string | number, { cost, windowMs, resetMs }: Unshared): void {
    let unshared = this.#unshared.get(rule);
    if (unshared === undefined) {
      unshared = new Map();
      this.#unshared.set(rule, unshared);
    }
    const before = unshared.get(subject);
    if (before?.resetMs === resetMs) before.cost += cost;
    else {
      if (before === undefined && unshared.size >= UNSHARED_MAX)
        unshared.delete(unshared.keys().next().value!);
      unshared.set(subject, { cost, windowMs, resetMs });
    }
    this.#timer ??= this.#options.clock.setTimer(SHARE_EVERY_MS, () => this.#share());
  }

  #share(): void {
    const { clock, share } = this.#options;
    const nowMs = clock.monotonicMs();
    const shares: Share[] = [];
    for (const [rule, unshared] of this.#unshared)
      for (const [subject, { cost, windowMs, resetMs }] of unshared) {
        if (resetMs > nowMs) shares.push({ rule, subject, cost, windowMs, leftMs: resetMs - nowMs });
        else unshared.delete(subject); // its window has ended here, and ends at the other nodes by itself
      }
    const isShared = shares.length === 0 || share(shares);
    if (isShared) this.#unshared.clear();
    this.#timer = isShared ? undefined : clock.setTimer(SHARE_EVERY_MS, () => this.#share());
  }
}
