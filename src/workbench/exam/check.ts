import type { Seen } from "./happening.ts";
import { at, ofType, watchedMs } from "./happening.ts";

/**
 * What a check says of a bot. Its occasion is the situation in which its rule applies, such as a lost answer.
 */
export interface Verdict {
  /**
   * Not examined: the occasion did not come, or nothing the bot did afterwards shows how it dealt with it.
   */
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
   * For an occasion that the bot itself must bring about: how long after its first order it may take to do
   * so, ms. Left out: as long as the case may take.
   */
  readonly comesWithinMs?: number;
}

/** `comesWithinMs` of checks for bots that do a certain thing: follow a book, or place a stop. In ms. */
export const COMES_WITHIN_MS = 30_000;

/** How long a bot is watched at least after an occasion has come, ms, since it may still fail. */
const AFTER_MS = 4_000;

/**
 * Whether a check waits for nothing more: the bot failed it; or passed it, and was watched for
 * {@link AFTER_MS} since; or did not bring its occasion about in time.
 */
export function isSettled({ comesWithinMs }: Check, { result, sinceMs }: Verdict, seen: Seen): boolean {
  if (result === "failed") return true;
  if (result === "passed") return watchedMs(seen, sinceMs!) >= AFTER_MS;
  const firstOrder = ofType(seen, "asked").find(({ orders }) => orders.length > 0);
  return (
    sinceMs === undefined &&
    comesWithinMs !== undefined &&
    firstOrder !== undefined &&
    watchedMs(seen, firstOrder.atMs) >= comesWithinMs
  );
}

/** @param sinceMs when the occasion came, where nothing followed that shows how the bot dealt with it */
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
 * The verdicts of checks. If the bot's process ended with another code than 0, the latest occasion is taken
 * for the cause: every check whose occasion came last is failed, even one that the bot had passed. With code
 * 0 the bot decided to end, which fails nothing.
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
