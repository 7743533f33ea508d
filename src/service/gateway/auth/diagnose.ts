import type { SignedParts, SigningKey } from "./signature.ts";
import { decodedQuery, equalText, isSignature, prehashHead } from "./signature.ts";

/** How many failures are kept for the operator; the oldest goes first. */
const FAILURES_MAX = 200;
/** The most bytes of a body that a record shows. */
const SHOWN_BYTES_MAX = 2048;

/** A signature that did not match. Neither the secret nor the right signature is kept. */
export interface SignatureFailure {
  /** Host time, Unix milliseconds. */
  readonly time: number;
  readonly key: string;
  readonly account: number;
  readonly address: string;
  readonly received: string;
  /** The text that the venue computed its signature over; long bodies cut. */
  readonly expectedOver: string;
  /** The text that the client signed, where one of the usual mistakes explains it; long bodies cut. */
  readonly signedOver: string | undefined;
  /** The mistake in words, if it is one of the usual ones. */
  readonly diagnosis: string | undefined;
}

/** The last signature failures, newest last. */
export class SignatureFailures {
  readonly #failures: SignatureFailure[] = [];

  add(failure: SignatureFailure): void {
    if (this.#failures.length === FAILURES_MAX) this.#failures.shift();
    this.#failures.push(failure);
  }

  list(): readonly SignatureFailure[] {
    return [...this.#failures];
  }
}

/** The signed text, readable. */
export function shownPrehash(parts: SignedParts): string {
  return shown(Buffer.concat([Buffer.from(prehashHead(parts)), parts.body]));
}

/**
 * As {@link shownPrehash}, for a log: without the values of the query, and with the body's length in its
 * place, since either may hold secrets of the client.
 */
export function loggedPrehash(parts: SignedParts): string {
  const query = parts.query.replace(/[^&]+/g, (pair) => pair.replace(/=.*|^[^=]*$/s, "=…"));
  return `${prehashHead({ ...parts, query })} + ${parts.body.length} bytes of body`;
}

function shown(text: Uint8Array): string {
  const cut = Buffer.from(text.subarray(0, SHOWN_BYTES_MAX)).toString("utf8");
  return cut + (text.length > SHOWN_BYTES_MAX ? "…" : "");
}

/** What explains a signature that did not match. */
export interface Diagnosis {
  readonly words: string;
  /** The text that was signed; `undefined` where only the signature's form is wrong. */
  readonly signedOver: string | undefined;
}

/**
 * Names the mistake behind a signature by trying the usual ones. Without the secret none can match, so the
 * answer tells a stranger nothing.
 */
export function diagnose(secret: SigningKey, received: string, parts: SignedParts): Diagnosis | undefined {
  if (!isSignature(received)) {
    const digest = Buffer.from(secret.sign(prehashHead(parts), parts.body), "base64");
    const signedOver = undefined;
    if (received.toLowerCase() === digest.toString("hex"))
      return { words: "it is the right one, but in hex instead of base64", signedOver };
    if (`${received}=` === digest.toString("base64"))
      return { words: "it is the right one, but without the = at its end", signedOver };
    if (received.replace(/=$/, "") === digest.toString("base64url"))
      return { words: "it is the right one, but in URL-safe base64", signedOver };
    return { words: "it is not the base64 of 32 bytes", signedOver };
  }
  for (const [mistake, text] of mistakes(parts)) {
    if (equalText(secret.sign("", text), received))
      return { words: `it was made over ${mistake}`, signedOver: shown(text) };
  }
  return undefined;
}

function* mistakes(parts: SignedParts): Generator<[string, Buffer]> {
  const { timestamp, method, path, query, body } = parts;
  const over = (change: Partial<SignedParts>): Buffer => {
    const changed = { ...parts, ...change };
    return Buffer.concat([Buffer.from(prehashHead(changed)), changed.body]);
  };
  const text = Buffer.from(body).toString("utf8");
  if (body.length > 0) {
    yield ["the request without its body", over({ body: Buffer.alloc(0) })];
    const parsed = parsedJson(text);
    if (parsed !== undefined) {
      yield [
        "a body without blanks, while blanks were sent",
        over({ body: Buffer.from(JSON.stringify(parsed)) }),
      ];
      yield [
        "a body with blanks after ':' and ',', while none were sent",
        over({ body: Buffer.from(spaced(parsed)) }),
      ];
    }
  } else {
    yield ["the body {}, while no body was sent", over({ body: Buffer.from("{}") })];
  }
  if (query !== "") {
    yield ["the path without its query", over({ query: "" })];
    yield [
      "the query without its '?'",
      Buffer.concat([Buffer.from(timestamp + method + path + query), body]),
    ];
    const sorted = query.split("&").sort().join("&");
    yield ["the query sorted by name", over({ query: sorted })];
    const decoded = decodedQuery(query);
    if (decoded !== undefined)
      yield ["the query sorted and decoded", over({ query: decoded.split("&").sort().join("&") })];
    const asJson = JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
    yield ["the query as a JSON body", over({ query: "", body: Buffer.from(asJson) })];
  } else {
    yield [
      "a '?' without a query behind it",
      Buffer.concat([Buffer.from(`${timestamp}${method}${path}?`), body]),
    ];
  }
  if (method === "") yield ["the method too, which a handshake does not sign", over({ method: "GET" })];
  yield ["the method in lower case", over({ method: method.toLowerCase() })];
  yield ["a path with two leading slashes", over({ path: `/${path}` })];
  yield ["a path with a slash at its end", over({ path: `${path}/` })];
  yield ["the timestamp in seconds", over({ timestamp: timestamp.slice(0, -3) })];
  yield ["everything but the timestamp", over({ timestamp: "" })];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON, so that blanks are not the mistake
  }
}

/** JSON with a blank after every ":" and ",", as some languages write it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${spaced(each)}`);
    return `{${entries.join(", ")}}`;
  }
  return JSON.stringify(value);
}
