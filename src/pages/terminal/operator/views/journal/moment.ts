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
