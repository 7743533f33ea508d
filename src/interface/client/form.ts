import type { RequestShown } from "./failure.ts";
import { VenueError } from "./failure.ts";
import type { Operation } from "./operation.ts";
import type { Reply } from "./transport.ts";

/** An answer of the venue. */
export interface Answer<T> {
  readonly value: T;
  /**
   * The sequence number up to which the answer includes what happened to the account; `undefined` for
   * unsigned requests, and from a venue that does not give it.
   */
  readonly accountVersion: number | undefined;
}

const VERSION_HEADER = "outcry-account-version";
const OUTCOME_HEADER = "outcry-outcome";
/** How many characters of a foreign answer an error shows. */
const EXCERPT_LENGTH = 200;

/**
 * A request as it is sent and signed: parameters in the JSON body for a POST, or if the operation says so;
 * else in the query.
 */
export function formOf<In>({ method, path, sendsBody }: Operation<In, unknown>, input: In): RequestShown {
  const given = Object.entries(input as object).filter(([, value]) => value !== undefined);
  if (method === "POST" || sendsBody)
    return { method, path, query: "", body: JSON.stringify(Object.fromEntries(given)) };
  const query = given.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`).join("&");
  return { method, path, query, body: "" };
}

/**
 * Percent-encodes everything that a URL parser on the way might encode, since the signature covers the query
 * as sent.
 */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The content of a reply without error.
 *
 * @throws VenueError if it is not JSON
 */
export function answerOf<T>(reply: Reply, request: RequestShown): Answer<T> {
  const value = parsed(reply.text);
  if (value === undefined) throw refusalOf(reply, request);
  const version = reply.headers.get(VERSION_HEADER);
  return { value: value as T, accountVersion: version === null ? undefined : Number(version) };
}

/** The refusal in a reply. A code is a text in one version of the interface and a number in the next. */
export function refusalOf({ status, headers, text }: Reply, request: RequestShown): VenueError {
  const body = parsed(text) as { readonly code?: unknown; readonly msg?: unknown } | null | undefined;
  const seconds = headers.get("retry-after");
  const isError = typeof body === "object" && body !== null && "code" in body;
  return new VenueError({
    code: isError ? String(body.code) : "",
    msg: isError ? String(body.msg) : text.slice(0, EXCERPT_LENGTH),
    status,
    request,
    mayHaveHappened: headers.get(OUTCOME_HEADER) === "unknown",
    retryAfterMs: seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : undefined,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
