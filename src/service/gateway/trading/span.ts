import { invalidParameter } from "../../../interface/wire/index.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import { DAY_MS } from "../../../kernel/host/clock.ts";
import { FRESH_MS } from "../auth/authenticate.ts";

/** The times of a request, where they were given. */
export interface Times {
  readonly startTime: TimeMs | undefined;
  readonly endTime: TimeMs | undefined;
}

/** Refuses a start after the end, where both are given. */
export function checkOrder({ startTime, endTime }: Times): void {
  if (startTime !== undefined && endTime !== undefined)
    checkSpan(startTime, endTime, Number.POSITIVE_INFINITY);
}

/**
 * Checks the span of a request. Refuses an end before its start (-1171) and a span that is too long (-1170).
 *
 * @param to the end; now, where none was given
 */
export function checkSpan(from: TimeMs, to: TimeMs, spanMaxMs: number): void {
  if (from > to) throw invalidParameter("startTime", `${from} is after ${to}`, "timesReversed");
  if (to - from > spanMaxMs) {
    const days = spanMaxMs / DAY_MS;
    throw invalidParameter("startTime", `the time range is above ${days} days`, "timeSpanTooLong");
  }
}

/**
 * Refuses a span that begins longer ago than history is shown (-1170).
 *
 * @param asked what of it the request has said; a start that was counted back from an end is that end's
 */
export function checkAge(
  from: TimeMs,
  now: TimeMs,
  ageMaxMs: number,
  asked: { readonly [each in keyof Times]: unknown },
): void {
  if (from >= untilNow(from, now, ageMaxMs) - ageMaxMs) return;
  const days = ageMaxMs / DAY_MS;
  const isCounted = asked.startTime === undefined && asked.endTime !== undefined;
  throw isCounted
    ? invalidParameter("endTime", `what it ends begins more than ${days} days ago`, "timeSpanTooLong")
    : invalidParameter("startTime", `${from} is more than ${days} days ago`, "timeSpanTooLong");
}

/**
 * The span of a list of things that have ended: up to the end (now if none is given), from the start, or
 * else from `days` before the end. See {@link checkSpan}.
 */
export function endedSpan(
  { startTime, endTime }: Times,
  now: TimeMs,
  daysMax: number,
  days = daysMax,
): { readonly from: TimeMs; readonly to: TimeMs | undefined } {
  const spanMaxMs = daysMax * DAY_MS;
  const from = startTime ?? Math.max(0, (endTime ?? now) - days * DAY_MS);
  checkSpan(from, endTime ?? untilNow(from, now, spanMaxMs), spanMaxMs);
  return { from, to: endTime };
}

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
