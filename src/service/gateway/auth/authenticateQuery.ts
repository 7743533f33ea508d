import { hash } from "node:crypto";
import type { JsonObject } from "../../../interface/wire/index.ts";
import { fapi, WireError, wholeNumber } from "../../../interface/wire/index.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import { keyNamedBy } from "../http/requestHead.ts";
import type { Authenticator, Signed, UnverifiedRequest } from "./authenticate.ts";
import { checkAddress, checkValidity } from "./authenticate.ts";
import type { ApiKey } from "./keys.ts";
import { equalText, requestHashAt, SigningKey } from "./signature.ts";

/** The default of `recvWindow`, by which a request says how late it may come, and its maximum, ms. */
const WINDOW_MS = 5_000;
const WINDOW_MAX_MS = 60_000;
/** How far a request's timestamp may be ahead of the clock. */
const AHEAD_MS = 1_000;
/** The most bytes that are kept of a text whose signature did not fit. */
const SHOWN_CHARS = 2_048;

/**
 * A made-up secret: an unknown key is checked with it, so that this takes as long as checking a known one.
 */
const dummySecret = new SigningKey(Buffer.alloc(32, 7));

/** A text that may have been signed. */
export interface SignedText {
  readonly head: string;
  /** The body, which is signed after `head`. */
  readonly body: Uint8Array;
}

/**
 * Verifies who sent a request of the fapi dialect: signed are query and body as they were sent, without the
 * signature itself. See {@link authenticateText}.
 *
 * @param fields of query and body
 */
export function authenticateQuery(
  authenticator: Authenticator,
  request: UnverifiedRequest,
  fields: JsonObject,
): Signed {
  const text = { head: unsigned(request.query), body: unsignedBytes(request.body) };
  return authenticateText(authenticator, request, fields, [text]);
}

/**
 * Verifies by whom one of some texts was signed. Checked in this order, the first failure wins: key named
 * (-2014), timestamp and signature there (-1102), window allowed (-1131), key known, within its time, from
 * its addresses (-2015), timestamp fresh (-1021), signature (-1022). A signature is HMAC-SHA256 in hex
 * digits; for a key that was registered by its public half, it is the base64 of a signature by the private
 * half.
 *
 * @param texts what its client may have signed, the likeliest first
 */
export function authenticateText(
  authenticator: Authenticator,
  request: UnverifiedRequest,
  fields: JsonObject,
  texts: readonly [SignedText, ...SignedText[]],
): Signed {
  const named = { name: keyName(request), timestamp: timeOf(fields) };
  const { signature } = fields;
  if (typeof signature !== "string" || signature === "") throw new WireError("signMissing");
  const [{ head, body }] = texts;
  const takeAsLong = () => dummySecret.sign(head, body, "hex");
  const { key, time } = keyInTime(authenticator, request, named, windowOf(fields), takeAsLong);
  if (!texts.some((text) => isSignedBy(key, text, signature))) {
    noteFailure(authenticator, key, signature, head + Buffer.from(body).toString("utf8"), request.address);
    throw new WireError("signatureWrong");
  }
  const { method, path } = request;
  const requestHash = requestHashAt(method, path, key.secret ? signature : hexOf(signature));
  return used({ key, requestHash, time });
}

/** A text's hash in hex digits, for what has no signature in hex digits that could identify it. */
export function hexOf(text: string): string {
  return hash("sha256", text, "hex");
}

function isSignedBy({ secret, publicKey }: ApiKey, { head, body }: SignedText, signature: string): boolean {
  return secret === undefined
    ? publicKey!.fits(Buffer.concat([Buffer.from(head), body]), signature.replaceAll(" ", "+")) // a "+" decoded like a form is a blank
    : equalText(secret.sign(head, body, "hex"), signature.toLowerCase());
}

/** Finds the key of a request that was made just now. Everything is checked but the signature. */
export function freshKey(
  authenticator: Authenticator,
  request: UnverifiedRequest,
  fields: JsonObject,
): Pick<Signed, "key" | "time"> {
  const named = { name: keyName(request), timestamp: timeOf(fields) };
  return keyInTime(authenticator, request, named, windowOf(fields), () => {});
}

/** @param takeAsLong called for an unknown key, to take the time that checking a signature would */
function keyInTime(
  authenticator: Authenticator,
  { address }: UnverifiedRequest,
  { name, timestamp }: { readonly name: string; readonly timestamp: TimeMs },
  windowMs: number,
  takeAsLong: () => void,
): Pick<Signed, "key" | "time"> {
  const key = authenticator.keys.find(name);
  if (key === undefined) {
    takeAsLong();
    throw new WireError("keyUnknown");
  }
  const time = authenticator.now();
  checkKey(key, time, address);
  checkFreshness(authenticator, timestamp, windowMs, time);
  return { key, time };
}

/** Notes that a key was used. */
export function used(signed: Signed): Signed {
  signed.key.usedTime = signed.time;
  return signed;
}

/**
 * Finds the key of a request that names it and needs no signature: key named (-2014), known, within its
 * time, from its addresses (-2015).
 */
export function identify(authenticator: Authenticator, request: UnverifiedRequest): Signed {
  const key = authenticator.keys.find(keyName(request));
  if (key === undefined) throw new WireError("keyUnknown");
  const time = authenticator.now();
  checkKey(key, time, request.address);
  return used({ key, requestHash: 0, time });
}

/** The key that a request names. */
export function keyName({ headers }: UnverifiedRequest): string {
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

/**
 * Refuses a timestamp that is fresh neither by the host's clock nor, where `freshness` allows it, by the
 * venue's.
 */
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

/** A query, or a form, without its signature; the other bytes are left as they are. */
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
