/** When the interface's version ends: announced in headers of every answer, and in the OpenAPI document. */
export interface Sunset {
  /** Unix ms from which the version is deprecated. */
  readonly deprecated: number;
  /** Unix ms after which it may no longer be served. Nothing happens then: it is an announcement. */
  readonly date: number;
  /** Path or address of what replaces it; none if left out. */
  readonly successor?: string;
}

/** The days of the interface document: it is labelled to sunset on Sep 30; the year is ours. */
export const SEED_SUNSET: Sunset = { deprecated: Date.UTC(2026, 0, 1), date: Date.UTC(2026, 8, 30) };

/**
 * The headers of a sunset, names and values in turn: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and `Link`s to the
 * documentation and, if there is one, to the successor.
 */
export function sunsetHeaders({ deprecated, date, successor }: Sunset): readonly string[] {
  const links = ['</docs>; rel="deprecation"; type="text/html"'];
  if (successor !== undefined) links.push(`<${successor}>; rel="successor-version"`);
  return [
    "deprecation",
    `@${Math.floor(deprecated / 1000)}`,
    "sunset",
    new Date(date).toUTCString(),
    "link",
    links.join(", "),
  ];
}
