import type { Access } from "../../../interface/wire/index.ts";
import { WireError } from "../../../interface/wire/index.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import { PERMIT_FUTURES, PERMIT_READ, STATUS_FROZEN, STATUS_RESTRICTED } from "../../../kernel/core/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import type { AskedByMessage, HeadersRead } from "../http/requestHead.ts";
import type { Log } from "../log.ts";
import { accountRestricted } from "./accounts.ts";
import type { SignatureFailures } from "./diagnose.ts";
import { diagnose, loggedPrehash, shownPrehash } from "./diagnose.ts";
import type { ApiKey, Keys } from "./keys.ts";
import { settingsAt } from "./keys.ts";
import type { SignedParts } from "./signature.ts";
import { equalText, isSignedBy, requestHashOf, SigningKey } from "./signature.ts";
import type { Vault } from "./vault.ts";

/** How far a request's timestamp may be from the clock, either way. */
export const FRESH_MS = 30_000;
const MILLISECONDS = /^\d{13}$/;
const SECONDS = /^\d{10}$/;

/**
 * A made-up secret: an unknown key is checked with it, so that this takes as long as checking a known one.
 */
const dummySecret = new SigningKey(Buffer.alloc(32, 7));

export interface Authenticator {
  readonly keys: Keys;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly failures: SignatureFailures;
  /** `either`: fresh by the host's clock or by the venue's; `host`: by the host's alone. */
  readonly freshness: "either" | "host";
  /** Market time now. */
  now(): TimeMs;
}

/** A request of which nothing has been verified. */
export interface UnverifiedRequest {
  readonly headers: HeadersRead;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: Uint8Array;
  /** As {@link normalAddress} gives it. */
  readonly address: string;
  /** Whether its timestamp counts seconds, as that of a login on a socket; else milliseconds. */
  readonly inSeconds?: boolean;
  /** Given where the request came as a message on a socket, not over HTTP. */
  readonly message?: AskedByMessage | undefined;
}

/** Who signed a request, and with what. */
export interface Signed {
  readonly key: ApiKey;
  /** Identifies the request: 52 bits of its signature, never 0. */
  readonly requestHash: number;
  /** Market time when it was verified. */
  readonly time: TimeMs;
}

/**
 * Verifies who sent a request. Checked in this order, the first failure wins: headers present (40001, 40002,
 * 40003, 40011), timestamp readable (40005), key known and within its time (40006), timestamp fresh (40008),
 * passphrase (40012), signature (40009), address (40018). Each refusal takes the same time whatever the
 * secret is.
 */
export function authenticate(authenticator: Authenticator, request: UnverifiedRequest): Signed {
  const { headers } = request;
  const name = one(headers["access-key"]);
  const signature = one(headers["access-sign"]);
  const timestamp = one(headers["access-timestamp"]);
  const passphrase = one(headers["access-passphrase"]);
  if (name === "") throw new WireError("keyMissing");
  if (signature === "") throw new WireError("signMissing");
  if (timestamp === "") throw new WireError("timestampMissing");
  if (passphrase === "") throw new WireError("passphraseMissing");
  const { inSeconds = false } = request;
  if (!(inSeconds ? SECONDS : MILLISECONDS).test(timestamp)) throw new WireError("timestampInvalid");
  const parts: SignedParts = {
    timestamp,
    method: request.method,
    path: request.path,
    query: request.query,
    body: request.body,
  };
  const key = authenticator.keys.find(name);
  if (key === undefined) {
    isSignedBy(dummySecret, signature, parts);
    throw new WireError("keyUnknown");
  }
  const time = authenticator.now();
  checkValidity(key, time);
  checkFreshness(authenticator, Number(timestamp) * (inSeconds ? 1_000 : 1), time);
  const secret = secretOf(key);
  checkPassphrase(authenticator.vault, key, passphrase);
  if (!isSignedBy(secret, signature, parts)) {
    throw signatureWrong(authenticator, { ...key, secret }, signature, parts, request.address);
  }
  checkAddress(key, time, request.address);
  key.usedTime = time;
  return { key, requestHash: requestHashOf(signature), time };
}

/**
 * Checks what the key may do: account frozen (40013, trading only), restricted or key disabled (40753),
 * permission (-1052 for placing, 40022 otherwise). Readonly keys read; Futures keys read and trade; Spot
 * means nothing here. A restricted account cancels, and the market lets it close.
 */
export function authorize(key: ApiKey, access: Access, now: TimeMs): void {
  const { account, disabled } = key;
  const { permissions } = settingsAt(key, now);
  if (account.status === STATUS_FROZEN && access !== "read") throw new WireError("accountFrozen");
  if (disabled) throw new WireError("apiRestricted", "API permission disabled: the key is disabled for good");
  const ends = access === "cancel" || access === "place";
  if (account.status === STATUS_RESTRICTED && !ends) throw accountRestricted(account.account);
  const permitted = access === "read" ? PERMIT_READ | PERMIT_FUTURES : PERMIT_FUTURES;
  if ((permissions & permitted) === 0) {
    throw new WireError(access === "place" ? "placementForbidden" : "permissionInsufficient");
  }
}

/** Refuses a key before and after its time (40006). */
export function checkValidity(key: ApiKey, now: TimeMs): void {
  const { activeFrom, expires } = settingsAt(key, now);
  if (now < activeFrom) throw new WireError("keyUnknown", "Invalid ACCESS_KEY: the key is not effective yet");
  if (expires !== 0 && now >= expires)
    throw new WireError("keyUnknown", "Invalid ACCESS_KEY: the key has expired");
}

/** Refuses an address that is not on the key's list (40018). */
export function checkAddress(key: ApiKey, now: TimeMs, address: string): void {
  if (settingsAt(key, now).addresses.allows(address)) return;
  throw new WireError("addressRefused", `Invalid IP request: ${address} is not on the key's list`);
}

function checkFreshness({ clock, freshness }: Authenticator, timestamp: number, now: TimeMs): void {
  const hostMs = clock.wallMs();
  if (Math.abs(timestamp - hostMs) <= FRESH_MS) return;
  if (freshness === "either" && Math.abs(timestamp - now) <= FRESH_MS) return;
  throw new WireError(
    "timestampExpired",
    `Request timestamp expired: ${timestamp} is ${timestamp - hostMs} ms off ${hostMs}, at most ${FRESH_MS} ms are allowed`,
  );
}

/** Refuses a key that has no secret, as only the fapi dialect knows one (40006). */
function secretOf({ secret, publicKey }: ApiKey): SigningKey {
  if (secret !== undefined) return secret;
  throw new WireError(
    "keyUnknown",
    `Invalid ACCESS_KEY: the key is an ${publicKey!.kind} key, which signs requests of the fapi dialect alone`,
  );
}

function checkPassphrase(vault: Vault, key: ApiKey, passphrase: string): void {
  if (key.passphrase !== "" && equalText(key.passphrase, passphrase)) return;
  if (!vault.isPassphrase(passphrase, key.key, key.passphraseHash)) throw new WireError("passphraseWrong");
  key.passphrase = passphrase;
}

function signatureWrong(
  { clock, failures, log }: Authenticator,
  key: ApiKey & { readonly secret: SigningKey },
  received: string,
  parts: SignedParts,
  address: string,
): WireError {
  const explained = diagnose(key.secret, received, parts);
  const diagnosis = explained?.words;
  const failure = {
    time: clock.wallMs(),
    key: key.key,
    account: key.account.account,
    address,
    received: received.slice(0, 128),
    expectedOver: shownPrehash(parts),
    signedOver: explained?.signedOver,
    diagnosis,
  };
  failures.add(failure);
  const who = { key: key.key, account: key.account.account, address };
  // Query and body may hold secrets of the client: control shows them, the log does not.
  const signedOver = parts.body.length === 0 && parts.query === "" ? explained?.signedOver : undefined;
  log.warn({ ...who, expectedOver: loggedPrehash(parts), signedOver, diagnosis }, "signature mismatch");
  const hint = diagnosis === undefined ? "" : `: ${diagnosis}`;
  return new WireError("signatureWrong", `API verification failed: the signature does not match${hint}`);
}

/** A header's only value; if Node joined several, none is taken. */
function one(header: string | string[] | undefined): string {
  return typeof header === "string" ? header : "";
}
