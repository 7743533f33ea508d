import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OUTCOME_HEADER, OutcomeUnknown, type WireError } from "../../../interface/wire/index.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import type { ApiVersion, RefusedAt } from "../apiVersion.ts";
import { apiVersionOf } from "../apiVersion.ts";

/** A header: up to which sequence number the answer includes what happened to the account. */
const VERSION_HEADER = "outcry-account-version";

const JSON_TYPE = "application/json; charset=utf-8";
const TYPE_LINE = `content-type: ${JSON_TYPE}\r\n`;

/** A complete answer to a request. */
export interface Response {
  readonly status: number;
  readonly body: string;
  /** Value of {@link VERSION_HEADER}; 0: none. */
  readonly version: number;
  /** Further headers, names and values in turn. */
  readonly headers?: readonly string[];
  /** The connection closes after it. */
  readonly closes?: true;
  /** Set by a fault: writes the answer in its own way, in place of the server, and closes the connection. */
  readonly onWire?: (wire: Duplex) => void;
  /** How long the answer is held back by a fault, ms of the host. */
  readonly lateMs?: number;
  /** Sent in place of the body. */
  readonly file?: SentFile;
  /** Why the request was refused, if it was, and the code it was refused with. */
  readonly error?: WireError;
  readonly code?: string;
}

/** Writes an answer in one piece. */
export function write(raw: ServerResponse, response: Response): void {
  if (raw.destroyed || raw.headersSent) return;
  const { status, body, onWire } = response;
  if (onWire !== undefined) {
    if (raw.socket !== null) onWire(raw.socket);
    return;
  }
  const bytes = Buffer.byteLength(body);
  const fields = fieldsOf(response, bytes);
  if (response.closes) fields.push("connection", "close");
  raw.writeHead(status, fields);
  raw.end(body, bytes === body.length ? "latin1" : "utf8"); // ASCII, as nearly always, is written faster as Latin-1
}

/**
 * The headers of an answer but for those of the connection, names and values in turn. @param bytes length of
 * its body
 */
function fieldsOf({ version, headers }: Response, bytes: number): string[] {
  const fields = ["content-type", JSON_TYPE, "content-length", String(bytes)];
  if (version > 0) fields.push(VERSION_HEADER, String(version));
  if (headers !== undefined) fields.push(...headers);
  return fields;
}

/** The headers of an answer, but for those of the connection, as lines of a head. */
export function linesOf({ version, headers }: Response, bytes: number): string {
  let lines = `${TYPE_LINE}content-length: ${bytes}\r\n`;
  if (version > 0) lines += `${VERSION_HEADER}: ${version}\r\n`;
  if (headers !== undefined)
    for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return lines;
}

/** An answer with further headers, names and values in turn. */
export function withHeaders(response: Response, headers: readonly string[] | undefined): Response {
  if (headers === undefined || headers.length === 0) return response;
  return { ...response, headers: [...(response.headers ?? []), ...headers] };
}

/** A refusal in the form of its version. */
export function errorResponse(api: ApiVersion, error: WireError, at: RefusedAt, version = 0): Response {
  const headers: string[] = [];
  if (error.retryAfterSeconds > 0) headers.push("retry-after", String(error.retryAfterSeconds));
  if (error instanceof OutcomeUnknown) headers.push(OUTCOME_HEADER, "unknown");
  return { ...api.refuse(error, at), version, error, ...(headers.length > 0 && { headers }) };
}

/** The refusal of a request for no operation. @param now market time */
export function refusedResponse(url: string, error: WireError, now: TimeMs): Response {
  const path = url.split("?", 1)[0]!;
  return errorResponse(apiVersionOf(path), error, { now, path, language: "en" });
}

/** An answer after which the connection closes. */
export function closing(response: Response): Response {
  return { ...response, closes: true };
}

/** A file that is made while it is sent, however large it is. */
export interface SentFile {
  /** As it is to be saved: letters, digits, '-' and '.'. */
  readonly name: string;
  readonly type: string;
  /** Made as the client takes them; ended by `return` when the client takes no more. */
  readonly pieces: AsyncIterableIterator<Uint8Array>;
  /** Aborted to cut the file off. */
  readonly signal: AbortSignal;
}

/**
 * Sends a file; resolves once it is sent or its client has gone. A file that cannot be made to its end, or
 * is given up, is cut off in the middle of a piece, so that no client takes it for whole.
 *
 * @returns why it was cut off here
 */
export async function sendFile(
  raw: ServerResponse,
  { name, type, pieces, signal }: SentFile,
): Promise<Error | undefined> {
  const disposition = `attachment; filename="${name}"`;
  raw.writeHead(200, ["content-type", type, "content-disposition", disposition, "cache-control", "no-store"]);
  try {
    await pipeline(Readable.from(pieces, { objectMode: false }), raw, { signal });
    return undefined;
  } catch (error) {
    if (signal.aborted) return signal.reason as Error;
    const { code } = error as NodeJS.ErrnoException;
    return code === "ERR_STREAM_PREMATURE_CLOSE" ? undefined : (error as Error);
  }
}
