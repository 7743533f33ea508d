import type { TimeMs } from "../../core/index.ts";
import type { JsonObject } from "../../wire/index.ts";
import { fapi, WireError, wholeNumber } from "../../wire/index.ts";
import { keyNamedBy } from "../http/requestHead.ts";
import type { Authenticator, Signed, UnverifiedRequest } from "./authenticate.ts";
import { checkAddress, checkValidity } from "./authenticate.ts";
import type { ApiKey } from "./keys.ts";
import { equalText, requestHashOfHex, SigningKey } from "./signature.ts";

/** How late a request may come unless it says otherwise, and what it may say at most. */
const WINDOW_MS = 5_000;
const WINDOW_MAX_MS = 60_000;
/** How far a request's timestamp may be ahead of the clock. */
const AHEAD_MS = 1_000;
/** Bytes of a text that did not fit its signature that are kept. */
const SHOWN_CHARS = 2_048;

/** A key that is nobody's: with it, checking an unknown key takes as long as checking a known one. */
const dummySecret = new SigningKey(Buffer.alloc(32, 7));

/**
 * Verifies who sent a request of the fapi dialect. Checked in this order, the first failure wins: key named
 * (-2014), signature and timestamp there (-1102), window allowed (-1131), key known, within its time, from
 * its addresses (-2015), timestamp fresh (-1021), signature (-1022): HMAC-SHA256 in hex digits of query and
 * body as they were sent, without the signature itself.
 *
 * @param fields of query and body
 */
export function authenticateQuery(
  authenticator: Authenticator,
  request: UnverifiedRequest,
  fields: JsonObject,
): Signed {
  const name = keyName(request);
  const { signature } = fields;
  const timestamp = timeOf(fields);
  if (typeof signature !== "string" || signature === "") throw new WireError("signMissing");
  const windowMs = windowOf(fields);
  const query = unsigned(request.query);
  const body = unsignedBytes(request.body);
  const key = authenticator.keys.find(name);
  if (key === undefined) {
    dummySecret.sign(query, body, "hex");
    throw new WireError("keyUnknown");
  }
  const time = authenticator.now();
  checkKey(key, time, request.address);
  checkFreshness(authenticator, timestamp, windowMs, time);
  if (!equalText(key.secret.sign(query, body, "hex"), signature.toLowerCase())) {
    noteFailure(authenticator, key, signature, query + Buffer.from(body).toString("utf8"), request.address);
    throw new WireError("signatureWrong");
  }
  key.usedTime = time;
  return { key, requestHash: requestHashOfHex(signature), time };
}

/**
 * Finds the key that a request names which need not be signed: key named (-2014), known, within its time,
 * from its addresses (-2015).
 */
export function identify(authenticator: Authenticator, request: UnverifiedRequest): Signed {
  const key = authenticator.keys.find(keyName(request));
  if (key === undefined) throw new WireError("keyUnknown");
  const time = authenticator.now();
  checkKey(key, time, request.address);
  key.usedTime = time;
  return { key, requestHash: 0, time };
}

function keyName({ headers }: UnverifiedRequest): string {
  const name = keyNamedBy(headers);
  if (name === "") throw new WireError("keyMissing");
  return name;
}

function checkKey(key: ApiKey, time: TimeMs, address: string): void {
  checkValidity(key, time);
  checkAddress(key, time, address);
}

function timeOf({ timestamp }: JsonObject): TimeMs {
  const time = typeof timestamp === "string" ? wholeNumber(timestamp) : undefined;
  if (time === undefined) throw new WireError("timestampMissing");
  return time;
}

function windowOf({ recvWindow }: JsonObject): number {
  if (recvWindow === undefined || recvWindow === "") return WINDOW_MS;
  const windowMs = typeof recvWindow === "string" ? Number(recvWindow) : Number.NaN;
  if (windowMs >= 0 && windowMs <= WINDOW_MAX_MS) return windowMs;
  throw new fapi.FapiError(-1131, `recvWindow must be less than ${WINDOW_MAX_MS}.`);
}

/** Fresh by the host's clock, or by the venue's where that counts. */
function checkFreshness(
  { clock, freshness }: Authenticator,
  timestamp: TimeMs,
  windowMs: number,
  now: TimeMs,
): void {
  const hostMs = clock.wallMs();
  const isFresh = (clockMs: TimeMs) => timestamp < clockMs + AHEAD_MS && clockMs - timestamp <= windowMs;
  if (isFresh(hostMs) || (freshness === "either" && isFresh(now))) return;
  const text =
    timestamp > hostMs
      ? `Timestamp for this request was ${AHEAD_MS}ms ahead of the server's time.`
      : "Timestamp for this request is outside of the recvWindow.";
  throw new WireError("timestampExpired", text);
}

/** A query, or a form, without its signature: the other bytes as they are. */
export function unsigned(text: string): string {
  const at = text.startsWith("signature=") ? 0 : text.lastIndexOf("&signature=");
  if (at < 0) return text;
  const end = text.indexOf("&", at + 1);
  if (end < 0) return text.slice(0, at);
  return at === 0 && text[0] !== "&" ? text.slice(end + 1) : text.slice(0, at) + text.slice(end);
}

function unsignedBytes(body: Uint8Array): Uint8Array {
  if (body.length === 0) return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
  const rest = unsigned(text);
  if (rest.length === text.length) return body;
  return text.startsWith(rest) ? body.subarray(0, rest.length) : Buffer.from(rest, "latin1");
}

function noteFailure(
  { clock, failures, log }: Authenticator,
  { key, account: { account } }: ApiKey,
  received: string,
  expected: string,
  address: string,
): void {
  const who = { key, account, address };
  failures.add({
    ...{ ...who, time: clock.wallMs(), received: received.slice(0, 128) },
    expectedOver: expected.slice(0, SHOWN_CHARS),
    signedOver: undefined,
    diagnosis: undefined,
  });
  // The text may hold secrets of the client: control shows it, the log does not.
  log.warn(who, "signature mismatch");
}
