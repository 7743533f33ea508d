import type { TimeMs } from "../../../kernel/core/index.ts";
import { FRESH_MS } from "../auth/authenticate.ts";

/**
 * The end of a span that a caller has counted from a start until its own now. It is the venue's now, or the
 * time nearest to it that makes an allowed span and is no farther off than a signature's time may be. So the
 * longest span is still allowed when its request arrives, and "since now" is not reversed where a clock is
 * ahead.
 */
export function untilNow(from: TimeMs, now: TimeMs, spanMaxMs: number): TimeMs {
  const meant = Math.min(Math.max(now, from), from + spanMaxMs);
  return Math.abs(meant - now) <= FRESH_MS ? meant : now;
}
