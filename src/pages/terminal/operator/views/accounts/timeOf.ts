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
