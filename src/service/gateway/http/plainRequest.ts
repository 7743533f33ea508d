import type { HeadersRead } from "./requestHead.ts";

/** The bytes of a request without a body. */
const NO_BODY = new Uint8Array(0);

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
 * The whole head of a plain request: a target of unreserved and reserved characters that begins with one
 * slash, names of letters and hyphens, values of visible ASCII, blanks and tabs. What HTTP allows besides
 * (folded lines, other names, other bytes) is left to those who must know all of it.
 */
const HEAD =
  /^(?:GET|POST|PUT|DELETE) \/(?!\/)[\w\-.~!$&'()*+,;=:@%/?]* HTTP\/1\.1\r\n(?:[A-Za-z-]+:[\t\x20-\x7e]*\r\n)+$/;

const LINE_END = "\r\n";
const VERSION = " HTTP/1.1";
/** The first line of such a head. */
const FIRST_LINE = /^(?:GET|POST|PUT|DELETE) \/(?!\/)[\w\-.~!$&'()*+,;=:@%/?]* HTTP\/1\.1$/;

/** Headers that change how a request is to be read, or what happens to its connection. */
const NEVER_PLAIN: ReadonlySet<string> = new Set([
  "content-encoding",
  "transfer-encoding",
  "upgrade",
  "expect",
  "proxy-connection",
]);

type Field = keyof HeadersRead | "content-length" | "connection";

/** The header fields that are read, as they are mostly spelled. */
const SPELLINGS: Readonly<Record<Field, string>> = {
  host: "Host",
  "access-key": "ACCESS-KEY",
  "access-sign": "ACCESS-SIGN",
  "access-timestamp": "ACCESS-TIMESTAMP",
  "access-passphrase": "ACCESS-PASSPHRASE",
  "x-mbx-apikey": "X-MBX-APIKEY",
  "content-type": "Content-Type",
  "content-length": "Content-Length",
  connection: "Connection",
  "user-agent": "User-Agent",
  "sec-fetch-site": "Sec-Fetch-Site",
  locale: "locale",
};

/** The header fields that are read, by name; a spelling that is not here is looked up in lower case. */
const FIELDS: ReadonlyMap<string, Field> = new Map(
  (Object.entries(SPELLINGS) as [Field, string][]).flatMap(([field, spelling]) => [
    [field, field],
    [spelling, field],
  ]),
);

/**
 * Reads one request that came in one piece: its whole head and its whole body, nothing after it. Returns
 * `undefined` for everything that is not plain, be it valid HTTP or none; never throws.
 *
 * Whatever it understands, Node.js's own parser understands in the same way
 * (test/conformance/plain-requests.test.ts).
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
    "x-mbx-apikey": undefined,
    "content-type": undefined,
    "user-agent": undefined,
    "sec-fetch-site": undefined,
    locale: undefined,
    "content-length": undefined,
    connection: undefined,
  };
  const lineEnd = head.indexOf(LINE_END);
  for (let at = lineEnd + 2; at < headEnd; ) {
    const end = head.indexOf(LINE_END, at);
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
    url: head.slice(methodEnd + 1, lineEnd - VERSION.length),
    headers: values,
    body: bodyStart === bytes.length ? NO_BODY : bytes.subarray(bodyStart),
  };
}

/** The longest head of which a connection remembers how it was read. */
const KNOWN_HEAD_MAX_BYTES = 1024;
/** A client whose heads have differed in more than values this often is read from the start every time. */
const OTHER_HEADS_MAX = 16;

/**
 * Reads the requests of one connection as {@link readPlainRequest} does. One request of a client is like
 * another: the same headers in the same order, most with the same values. Lines that are as they were last
 * time are not read again, and their values are the same strings, which are found faster in a map.
 */
export class PlainReader {
  /** How the last request with a body was read, and the last without. */
  #posted: KnownHead | undefined;
  #got: KnownHead | undefined;
  #others = 0;

  /** @returns valid until the next call */
  read(bytes: Buffer): PlainRequest | undefined {
    if (bytes.length > PLAIN_MAX_BYTES) return undefined;
    const isGet = bytes[0] === CAPITAL_G;
    const known = isGet ? this.#got : this.#posted;
    const request = known?.read(bytes);
    if (request !== undefined || this.#others > OTHER_HEADS_MAX) return request ?? readPlainRequest(bytes);
    const fresh = readPlainRequest(bytes);
    if (fresh === undefined) return undefined;
    this.#others++;
    const learnt = KnownHead.of(bytes, fresh);
    if (isGet) this.#got = learnt;
    else this.#posted = learnt;
    return fresh;
  }
}

const CAPITAL_G = 71;

/** A line of a known head. */
interface KnownLine {
  /** With the colon. */
  readonly name: string;
  /** `undefined` for a header that nobody reads. */
  readonly field: Field | undefined;
  /** The whole line with its end; "" once its value was seen to change, so that it is read every time. */
  text: string;
}

/** The head of a plain request, by which the next is read. */
class KnownHead {
  /** As in {@link KnownLine.text}. */
  #first: string;
  readonly #lines: readonly KnownLine[];
  readonly #request: {
    method: string;
    url: string;
    readonly headers: Record<Field, string | undefined>;
    body: Uint8Array;
  };

  /** @param request what {@link readPlainRequest} made of the bytes */
  static of(bytes: Buffer, request: PlainRequest): KnownHead | undefined {
    const headBytes = bytes.length - request.body.length;
    if (headBytes > KNOWN_HEAD_MAX_BYTES) return undefined;
    return new KnownHead(bytes.toString("latin1", 0, headBytes), request);
  }

  private constructor(head: string, { method, url, headers }: PlainRequest) {
    const [first, ...lines] = head.slice(0, -2 * LINE_END.length).split(LINE_END);
    this.#first = first! + LINE_END;
    this.#lines = lines.map((line) => {
      const name = line.slice(0, line.indexOf(":"));
      return { name: `${name}:`, field: FIELDS.get(name.toLowerCase()), text: line + LINE_END };
    });
    this.#request = {
      method,
      url,
      headers: { ...(headers as Record<Field, string | undefined>) },
      body: NO_BODY,
    };
  }

  /** `undefined` for a request with other headers, and for one that is not plain. */
  read(bytes: Buffer): PlainRequest | undefined {
    const text = bytes.toString("latin1");
    const request = this.#request;
    let at = this.#first.length;
    if (at === 0 || !text.startsWith(this.#first)) {
      at = this.#readFirst(text);
      if (at === 0) return undefined;
    }
    for (const line of this.#lines) {
      if (line.text !== "" && text.startsWith(line.text, at)) {
        at += line.text.length;
        continue;
      }
      if (!text.startsWith(line.name, at)) return undefined;
      const from = at + line.name.length;
      const end = visibleEnd(text, from);
      if (!text.startsWith(LINE_END, end)) return undefined;
      at = end + LINE_END.length;
      line.text = "";
      if (line.field !== undefined) request.headers[line.field] = withoutBlanks(text, from, end);
    }
    if (!text.startsWith(LINE_END, at) || !isKeptAlive(request.headers.connection)) return undefined;
    const bodyStart = at + LINE_END.length;
    if (!isLength(request.headers["content-length"], bytes.length - bodyStart)) return undefined;
    request.body = bodyStart === bytes.length ? NO_BODY : bytes.subarray(bodyStart);
    return request;
  }

  /** Where the second line begins; 0 if the first is not one of a plain request. */
  #readFirst(text: string): number {
    const line = text.slice(0, text.indexOf(LINE_END));
    if (!FIRST_LINE.test(line)) return 0;
    this.#first = "";
    const methodEnd = line.indexOf(" ");
    this.#request.method = line.slice(0, methodEnd);
    this.#request.url = line.slice(methodEnd + 1, line.length - VERSION.length);
    return line.length + LINE_END.length;
  }
}

/** Where the visible characters, blanks and tabs from `at` on end. */
function visibleEnd(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); isBlank(code) || (code > 0x20 && code < 0x7f); ) {
    code = text.charCodeAt(++end);
  }
  return end;
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

/** Whether a body of `bytes` is what the header says; without the header, whether there is no body. */
function isLength(header: string | undefined, bytes: number): boolean {
  return header === undefined ? bytes === 0 : header === String(bytes);
}
