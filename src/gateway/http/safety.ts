/**
 * Headers of every answer, whoever gives it: no browser guesses another type, shows it inside another page, keeps it, or tells
 * others where it was read. A route that knows better (the web page's files) sets its own in their place.
 */
export const SAFETY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["cache-control", "no-store"],
  ["content-security-policy", "frame-ancestors 'none'"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
];

/** The same as lines of a head. */
export const SAFETY_LINES = SAFETY_HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join("");
