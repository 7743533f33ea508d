import { invalidParameter } from "../../../../interface/wire/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import { DAY_MS, dayText } from "../../../../kernel/host/clock.ts";
import type { Times } from "../../trading/span.ts";
import { checkAge, checkSpan, endedSpan } from "../../trading/span.ts";

/** What an agent may ask about: it begins within 365 days and spans at most 90, if nothing else is said. */
const AGE_MAX_MS = 365 * DAY_MS;

const SPAN_DAYS_MAX = 90;

export interface Period {
  readonly from: TimeMs;
  readonly to: TimeMs;
}

/**
 * The period asked for: up to the end, or now; from the start, or `days` before the end. Refuses what is
 * reversed, longer than `daysMax`, or begins more than 365 days ago.
 */
export function periodOf(
  asked: Times,
  now: TimeMs,
  { days = SPAN_DAYS_MAX, daysMax = SPAN_DAYS_MAX } = {},
): Period {
  const { from, to = now } = endedSpan(asked, now, daysMax, days);
  checkAge(from, now, AGE_MAX_MS, asked);
  return { from, to };
}

/**
 * The days asked for, `yyyy-MM-dd`, whole ones; the last is in it. Refuses what is no day, and as
 * {@link periodOf}.
 */
export function daysOf(
  { startTime, endTime }: { readonly startTime: string | undefined; readonly endTime: string | undefined },
  now: TimeMs,
): Period {
  const first = dayOf("startTime", startTime);
  const last = dayOf("endTime", endTime) ?? Math.floor(now / DAY_MS) * DAY_MS;
  const from = first ?? Math.max(0, last - (SPAN_DAYS_MAX - 1) * DAY_MS);
  const to = last + DAY_MS - 1;
  checkSpan(from, to, SPAN_DAYS_MAX * DAY_MS);
  checkAge(from, now, AGE_MAX_MS, { startTime, endTime });
  return { from, to };
}

/** The first millisecond of a day of UTC. */
function dayOf(name: string, date: string | undefined): TimeMs | undefined {
  if (date === undefined) return undefined;
  const start = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(start) || dayText(start) !== date) throw invalidParameter(name, "a day, yyyy-MM-dd");
  return start;
}
