import type { ServerResponse } from "node:http";
import type { TimeMs } from "../../core/index.ts";
import type { Language, WireError } from "../../wire/index.ts";
import { inLanguage } from "../../wire/index.ts";

/** Says up to which sequence number of the venue an answer includes what happened to the account. */
export const VERSION_HEADER = "outcry-account-version";

const JSON_TYPE = "application/json; charset=utf-8";

/** An answer to a request, whole. */
export interface Response {
  readonly status: number;
  readonly body: string;
  /** Value of {@link VERSION_HEADER}; 0: none. */
  readonly version: number;
  /** Further headers, names and values in turn. */
  readonly headers?: readonly string[];
  /** Why the request was refused, if it was. */
  readonly error?: WireError;
}

/** Writes an answer in one piece. */
export function write(raw: ServerResponse, { status, body, version, headers }: Response): void {
  if (raw.destroyed || raw.headersSent) return;
  const bytes = Buffer.byteLength(body);
  const fields = ["content-type", JSON_TYPE, "content-length", String(bytes)];
  if (version > 0) fields.push(VERSION_HEADER, String(version));
  if (headers !== undefined) fields.push(...headers);
  raw.writeHead(status, fields);
  raw.end(body, bytes === body.length ? "latin1" : "utf8"); // ASCII, as nearly always, is written faster as Latin-1
}

/**
 * The error body of the interface.
 *
 * @param now market time, shown as `requestTime`
 */
export function errorResponse(
  error: WireError,
  now: TimeMs,
  version = 0,
  language: Language = "en",
): Response {
  const text = JSON.stringify(inLanguage(language, error.kind, error.message));
  const body = `{"code":"${error.code}","msg":${text},"requestTime":${now},"data":null}`;
  const seconds = error.retryAfterSeconds;
  return seconds > 0
    ? { status: error.status, body, version, error, headers: ["retry-after", String(seconds)] }
    : { status: error.status, body, version, error };
}

/** The same answer, after which the connection closes. */
export function closing(response: Response): Response {
  return { ...response, headers: [...(response.headers ?? []), "connection", "close"] };
}
