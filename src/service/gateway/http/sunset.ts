import { WireError } from "../../../interface/wire/index.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";

/**
 * The end of V2: announced in headers of its answers and in the OpenAPI document, and rehearsed on request.
 */
export interface Sunset {
  /** Unix ms from which V2 is deprecated. */
  readonly deprecated: number;
  /** Unix ms after which it may no longer be served. Nothing happens then, unless {@link retires}. */
  readonly date: number;
  /** Path or address of what replaces it; none if left out. */
  readonly successor?: string;
  /**
   * From `date` on, in market time, every operation of V2 and every handshake answers 410, and its sockets
   * are closed: a rehearsal of its end. Default: it goes on.
   */
  readonly retires?: boolean;
}

/**
 * The interface document labels V2 as sunset on Sep 30, without a year; the year and the day of deprecation
 * are ours.
 */
export const SEED_SUNSET: Sunset = { deprecated: Date.UTC(2026, 0, 1), date: Date.UTC(2026, 8, 30) };

/**
 * A rehearsal: V2 is deprecated as the document labels it (or at its end, if that is earlier) and ends at
 * `date`.
 */
export function sunsetRehearsal(date: TimeMs): Sunset {
  const deprecated = Math.min(SEED_SUNSET.deprecated, date);
  return { deprecated, date, successor: "/capi/v3/", retires: true };
}

/**
 * The headers of a sunset, names and values in turn: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and
 * `Link`s to the documentation and, if there is one, to the successor.
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

/** Refuses a request after the rehearsed end. @param now market time */
export function refuseRetired(sunset: Sunset, now: TimeMs): void {
  if (isRetired(sunset, now)) throw new WireError("versionRetired", retiredText(sunset));
}

/** @param now market time */
export function isRetired({ date, retires }: Sunset, now: TimeMs): boolean {
  return retires === true && now >= date;
}

/** The text of the refusal after the rehearsed end. */
export function retiredText({ date, successor }: Sunset): string {
  const way = successor === undefined ? "" : `, use ${successor}`;
  return `This version of the interface is retired since ${new Date(date).toISOString()}${way}`;
}
