/** Times for people, in UTC like the venue's days, candles and settlements. */

const pad = (value: number): string => String(value).padStart(2, "0");

/** A time of day: "08:47:24". */
export function clockTime(ms: number): string {
  const at = new Date(ms);
  return `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
}

/** Day and time of day: "2026-11-22 08:47:24". */
export function dateTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 10)} ${clockTime(ms)}`;
}

/** The time left, "07:12:56"; "00:00:00" once it is over. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}
