import type { HeadersRead } from "./requestHead.ts";

/** A request that {@link readPlainRequest} understood. */
export interface PlainRequest {
  readonly method: string;
  /** The target, with its query. */
  readonly url: string;
  readonly headers: HeadersRead;
  readonly body: Uint8Array;
}

/** The longest request, head and body together, that can be plain. */
const PLAIN_MAX_BYTES = 8 * 1024;

/**
 * The whole head of a plain request: a target of unreserved and reserved characters that begins with one slash, names of
 * letters and hyphens, values of visible ASCII, blanks and tabs. What HTTP allows besides (folded lines, other names,
 * other bytes) is left to those who must know all of it.
 */
const HEAD =
  /^(?:GET|POST|DELETE) \/(?!\/)[\w\-.~!$&'()*+,;=:@%/?]* HTTP\/1\.1\r\n(?:[A-Za-z-]+:[\t\x20-\x7e]*\r\n)+$/;

/** Headers that change how a request is to be read, or what happens to its connection. */
const NEVER_PLAIN: ReadonlySet<string> = new Set([
  "transfer-encoding",
  "upgrade",
  "expect",
  "proxy-connection",
]);

type Field = keyof HeadersRead | "content-length" | "connection";

/** Those that are read, as they are mostly spelled. */
const SPELLINGS: Readonly<Record<Field, string>> = {
  host: "Host",
  "access-key": "ACCESS-KEY",
  "access-sign": "ACCESS-SIGN",
  "access-timestamp": "ACCESS-TIMESTAMP",
  "access-passphrase": "ACCESS-PASSPHRASE",
  "content-type": "Content-Type",
  "content-length": "Content-Length",
  connection: "Connection",
  "user-agent": "User-Agent",
  "sec-fetch-site": "Sec-Fetch-Site",
  locale: "locale",
};

/** Those that are read, by name; a spelling that is not here is looked up in lower case. */
const FIELDS: ReadonlyMap<string, Field> = new Map(
  (Object.entries(SPELLINGS) as [Field, string][]).flatMap(([field, spelling]) => [
    [field, field],
    [spelling, field],
  ]),
);

/**
 * Reads one request that came in one piece: its whole head and its whole body, nothing after it. Returns `undefined` for
 * everything that is not plain, be it valid HTTP or none; never throws.
 *
 * Whatever it understands, Node.js's own parser understands in the same way (test/conformance/plain-requests.test.ts).
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | undefined {
  if (bytes.length > PLAIN_MAX_BYTES) return undefined;
  const text = bytes.toString("latin1");
  const headEnd = text.indexOf("\r\n\r\n") + 2;
  if (headEnd === 1) return undefined;
  const head = text.slice(0, headEnd);
  if (!HEAD.test(head)) return undefined;

  const values: Record<Field, string | undefined> = {
    host: undefined,
    "access-key": undefined,
    "access-sign": undefined,
    "access-timestamp": undefined,
    "access-passphrase": undefined,
    "content-type": undefined,
    "user-agent": undefined,
    "sec-fetch-site": undefined,
    locale: undefined,
    "content-length": undefined,
    connection: undefined,
  };
  const lineEnd = head.indexOf("\r\n");
  for (let at = lineEnd + 2; at < headEnd; ) {
    const end = head.indexOf("\r\n", at);
    const colon = head.indexOf(":", at);
    const name = head.slice(at, colon);
    const field = FIELDS.get(name) ?? fieldOf(name.toLowerCase());
    if (field === null) return undefined;
    if (field !== undefined) {
      if (values[field] !== undefined) return undefined; // given twice: which one counts is left to the full parser
      values[field] = withoutBlanks(head, colon + 1, end);
    }
    at = end + 2;
  }
  if (values.host === undefined || !isKeptAlive(values.connection)) return undefined;
  const bodyStart = headEnd + 2;
  if (!isLength(values["content-length"], bytes.length - bodyStart)) return undefined;
  const methodEnd = head.indexOf(" ");
  return {
    method: head.slice(0, methodEnd),
    url: head.slice(methodEnd + 1, lineEnd - " HTTP/1.1".length),
    headers: values,
    body: bytes.subarray(bodyStart),
  };
}

/** Null for a header that no plain request has, `undefined` for one that nobody reads. */
function fieldOf(name: string): Field | undefined | null {
  return NEVER_PLAIN.has(name) ? null : FIELDS.get(name);
}

function withoutBlanks(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function isKeptAlive(connection: string | undefined): boolean {
  return connection === undefined || connection.toLowerCase() === "keep-alive";
}

/** Whether so many bytes of body are what the header says; without it, none. */
function isLength(header: string | undefined, bytes: number): boolean {
  return header === undefined ? bytes === 0 : header === String(bytes);
}
