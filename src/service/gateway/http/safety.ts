/**
 * Headers of every answer: no browser guesses another content type, shows the answer inside another page,
 * stores it, or tells other sites where it was read. A route with better values (the web page's files) sets
 * its own.
 */
export const SAFETY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["cache-control", "no-store"],
  ["content-security-policy", "frame-ancestors 'none'"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
];

/** The headers of every answer as lines of a head. */
export const SAFETY_LINES = SAFETY_HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join("");
