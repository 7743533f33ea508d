import type { TimeMs } from "../../../core/index.ts";
import type { Parameter } from "../../../wire/index.ts";
import { invalidParameter, optional, text, time } from "../../../wire/index.ts";
import { checkAge, checkSpan, DAY_MS } from "../span.ts";

/** What an agent may ask about: it begins within 365 days and spans at most 90. */
const AGE_MAX_MS = 365 * DAY_MS;
export const SPAN_DAYS_MAX = 90;

export interface Period {
  readonly from: TimeMs;
  readonly to: TimeMs;
}

export const periodParameters = {
  startTime: optional(time("Start, Unix ms, within 365 days")),
  endTime: optional(time("End, Unix ms; at most 90 days after the start; default now")),
};

/**
 * The period asked for: up to the end, or now; from the start, or `days` before the end. Refuses what is reversed, longer than 90
 * days, or begins more than 365 days ago.
 */
export function periodOf(
  { startTime, endTime }: { readonly startTime: TimeMs | undefined; readonly endTime: TimeMs | undefined },
  now: TimeMs,
  days = SPAN_DAYS_MAX,
): Period {
  const to = endTime ?? now;
  const from = startTime ?? Math.max(0, to - days * DAY_MS);
  checkSpan(from, to, SPAN_DAYS_MAX * DAY_MS);
  checkAge(from, now, AGE_MAX_MS);
  return { from, to };
}

/** A day of UTC, `yyyy-MM-dd`, read as its first millisecond. */
function day(description: string): Parameter<TimeMs> {
  const { schema, read, ...rest } = text(description, 10);
  return {
    ...rest,
    absent: 0,
    schema,
    read(value, name) {
      const date = read(value, name);
      const start = Date.parse(`${date}T00:00:00Z`);
      if (Number.isNaN(start) || dayText(start) !== date) throw invalidParameter(name, "a day, yyyy-MM-dd");
      return start;
    },
  };
}

export const dayParameters = {
  startTime: optional(day("First day, yyyy-MM-dd in UTC, within 365 days; default 89 days before the last")),
  endTime: optional(day("Last day, yyyy-MM-dd in UTC; at most 90 days in all; default today")),
};

/** The days asked for, whole ones; the last is in it. Refuses as {@link periodOf}. */
export function daysOf(
  { startTime, endTime }: { readonly startTime: TimeMs | undefined; readonly endTime: TimeMs | undefined },
  now: TimeMs,
): Period {
  const last = endTime ?? Math.floor(now / DAY_MS) * DAY_MS;
  const from = startTime ?? Math.max(0, last - (SPAN_DAYS_MAX - 1) * DAY_MS);
  const to = last + DAY_MS - 1;
  checkSpan(from, to, SPAN_DAYS_MAX * DAY_MS);
  checkAge(from, now, AGE_MAX_MS);
  return { from, to };
}

/** The day of a moment, `yyyy-MM-dd` in UTC. */
export function dayText(time: TimeMs): string {
  return new Date(time).toISOString().slice(0, 10);
}
