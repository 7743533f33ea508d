import type { Seen } from "./happening.ts";
import { at, ofType, watchedMs } from "./happening.ts";

/** What a check says of a bot. */
export interface Verdict {
  /** Not examined: the occasion did not come, or nothing that the bot did afterwards shows how it took it. */
  readonly result: "passed" | "failed" | "not examined";
  /** When the occasion came; undefined if it did not. */
  readonly sinceMs: number | undefined;
  /** What the venue observed, in a sentence. */
  readonly observed: string;
}

/** A rule that a good bot keeps, and how the venue sees whether it does. */
export interface Check {
  readonly name: string;
  /** What a good bot does, in a sentence. */
  readonly rule: string;
  readonly judge: (seen: Seen) => Verdict;
  /**
   * How long after its first order a bot may take to give the occasion, ms; left out: as long as the case may
   * take.
   */
  readonly comesWithinMs?: number;
}

/** `comesWithinMs` where the occasion lies in how a bot is made (it follows a book, it places a stop), ms. */
export const COMES_WITHIN_MS = 30_000;

/** How long a bot is watched at least after an occasion has come, ms: what it does wrong then counts. */
const AFTER_MS = 4_000;

/**
 * Whether a check waits for nothing more: the bot failed it, was watched for a while, or gives no occasion
 * for it.
 */
export function isSettled({ comesWithinMs }: Check, { result, sinceMs }: Verdict, seen: Seen): boolean {
  if (result === "failed") return true;
  if (result === "passed") return watchedMs(seen, sinceMs!) >= AFTER_MS;
  const first = ofType(seen, "asked").find(({ orders }) => orders.length > 0);
  return (
    sinceMs === undefined &&
    comesWithinMs !== undefined &&
    first !== undefined &&
    watchedMs(seen, first.atMs) >= comesWithinMs
  );
}

/**
 * A verdict that nothing was shown.
 *
 * @param sinceMs given where the occasion came, and nothing followed that shows how the bot took it
 */
export function notExamined(observed: string, sinceMs?: number): Verdict {
  return { result: "not examined", sinceMs, observed };
}

export function passed(sinceMs: number, observed: string): Verdict {
  return { result: "passed", sinceMs, observed };
}

export function failed(sinceMs: number, observed: string): Verdict {
  return { result: "failed", sinceMs, observed };
}

/**
 * The verdicts of checks, with the rule that all of them have in common: a bot that dies of an occasion
 * fails, and it died of the latest one. A bot that ends with code 0 decided to.
 */
export function judged(checks: readonly Check[], seen: Seen): readonly Verdict[] {
  const verdicts = checks.map(({ judge }) => judge(seen));
  const death = ofType(seen, "ended").find(({ exitCode }) => exitCode !== 0);
  if (death === undefined) return verdicts;
  const text = `the bot ended with code ${death.exitCode} at ${at(death.atMs)}`;
  const latestMs = Math.max(...verdicts.map(({ sinceMs = -1 }) => sinceMs));
  return verdicts.map((verdict) => {
    const { result, sinceMs, observed } = verdict;
    if (sinceMs === undefined) return notExamined(`${observed}; ${text}`);
    return result === "failed" || sinceMs < latestMs ? verdict : failed(sinceMs, `${observed}; ${text}`);
  });
}
