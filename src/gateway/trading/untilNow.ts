import type { TimeMs } from "../../core/index.ts";

/** A caller's clock and its request's way together: as much as a signature may be off. */
const TRAVEL_MS = 30_000;

/**
 * The end of a span that a caller counted from a start until its own now: the venue's now, or what is within 30 s of it and makes the span one
 * that is allowed. So the longest span is one when its request arrives, and "since now" is not reversed where a clock is ahead.
 */
export function untilNow(from: TimeMs, now: TimeMs, spanMaxMs: number): TimeMs {
  const meant = Math.min(Math.max(now, from), from + spanMaxMs);
  return Math.abs(meant - now) <= TRAVEL_MS ? meant : now;
}
