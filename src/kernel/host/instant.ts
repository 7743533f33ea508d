/** A day, or a moment of a day; a zone may follow. */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads ISO 8601: a day, which is its beginning, or a moment. Both are in UTC where no zone is said, so that
 * the same text means the same on every machine. (`Date.parse` takes the machine's zone, the 31st of February
 * for the 3rd of March, and many other texts for some day in 2001.)
 *
 * @returns Unix ms, rounded down; `undefined` for any other text
 */
export function readInstant(text: string): number | undefined {
  const [, day, clock = "00:00", zone = "Z"] = ISO.exec(text) ?? [];
  if (day === undefined) return undefined;
  const noon = new Date(`${day}T12:00Z`);
  const isDay = !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(day);
  const time = Date.parse(`${day}T${clock}${zone}`);
  return isDay && !Number.isNaN(time) ? time : undefined;
}

/** As {@link readInstant}; digits alone are Unix ms. */
export function readTime(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : readInstant(text);
}
