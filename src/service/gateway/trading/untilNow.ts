import type { TimeMs } from "../../../kernel/core/index.ts";
import { FRESH_MS } from "../auth/authenticate.ts";

/**
 * The end of a span that a caller counted from a start until its own now: the venue's now, or what is as near
 * to it as a signature's time must be and makes the span one that is allowed. So the longest span is one when
 * its request arrives, and "since now" is not reversed where a clock is ahead.
 */
export function untilNow(from: TimeMs, now: TimeMs, spanMaxMs: number): TimeMs {
  const meant = Math.min(Math.max(now, from), from + spanMaxMs);
  return Math.abs(meant - now) <= FRESH_MS ? meant : now;
}
