/** Up to where the journal is read: a command, or a market time in ms. */
export type Moment = { readonly until: number } | { readonly time: number };

const TIME = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?$/;

/**
 * Reads "914", "2026-01-01" (its end), "2026-01-01 08:30" or "… 08:30:15" (their ends), UTC. @returns a
 * sentence if it is none
 */
export function momentOf(typed: string): Moment | string {
  const text = typed.trim();
  if (/^[1-9]\d{0,14}$/.test(text)) return { until: Number(text) };
  const [day = "", clock = "23:59:59"] = text.split(/[ T]/);
  const from = TIME.test(text)
    ? Date.parse(`${day}T${clock.length === 5 ? `${clock}:59` : clock}.999Z`)
    : Number.NaN;
  if (Number.isNaN(from))
    return `'${text}' is neither a command's number nor a time such as 2026-01-01 08:30:00`;
  return { time: from };
}

const SPELLED = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/;

/** How a time is typed, for the note below a field. */
export const TIME_NOTE = "UTC, as 2026-11-22 or 2026-11-22 08:30:00";

/**
 * A time as it is typed, in UTC: "2026-11-22", "2026-11-22 08:30" or "2026-11-22 08:30:00".
 *
 * @returns Unix ms
 * @throws Error with the field's name where it is none of these
 */
export function timeOf(typed: string, label: string): number {
  const text = typed.trim();
  const [day, time = "00:00"] = text.split(" ");
  const at = SPELLED.test(text) ? Date.parse(`${day}T${time}Z`) : Number.NaN;
  if (Number.isNaN(at)) throw new Error(`${label}: '${text}' is no time. ${TIME_NOTE}.`);
  return at;
}
