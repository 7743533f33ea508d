import { hash } from "node:crypto";

/** What a signature is made over, as it arrived on the wire. */
export interface SignedParts {
  readonly timestamp: string;
  readonly method: string;
  /** Without leading double slashes; neither query nor fragment. */
  readonly path: string;
  /** As it arrived, without "?"; "" if none. */
  readonly query: string;
  /** The raw bytes; empty for a GET. */
  readonly body: Uint8Array;
}

const BASE64_DIGEST = /^[A-Za-z0-9+/]{43}=$/;

/** Bytes of a block and of a digest of SHA-256. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/** Where messages are put together behind the key's block; a longer one gets memory of its own. */
const scratch = Buffer.allocUnsafeSlow(96 * 1024);

/**
 * A secret, ready to sign with HMAC-SHA-256: the two blocks that RFC 2104 has hashed in front of the message
 * and of its digest. Two plain hashes over them take half the time that the platform's HMAC takes to be set
 * up and torn down.
 */
export class SigningKey {
  readonly #inner = Buffer.alloc(BLOCK_BYTES, 0x36);
  /** The outer block, and room for the inner digest. */
  readonly #outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, 0x5c);

  constructor(secret: Uint8Array) {
    const key = secret.length > BLOCK_BYTES ? hash("sha256", secret, "buffer") : secret;
    for (const [at, byte] of key.entries()) {
      this.#inner[at]! ^= byte;
      this.#outer[at]! ^= byte;
    }
  }

  /** @returns the HMAC over `head` as UTF-8 and `body`, as base64 or in hex digits */
  sign(head: string, body: Uint8Array, form: "base64" | "hex" = "base64"): string {
    const needed = BLOCK_BYTES + 3 * head.length + body.length;
    const message = needed <= scratch.length ? scratch : Buffer.allocUnsafe(needed);
    message.set(this.#inner);
    const bodyAt = BLOCK_BYTES + message.write(head, BLOCK_BYTES, "utf8");
    message.set(body, bodyAt);
    const inner = hash("sha256", message.subarray(0, bodyAt + body.length), "latin1");
    this.#outer.write(inner, BLOCK_BYTES, "latin1");
    return hash("sha256", this.#outer, form);
  }
}

/**
 * The signature of a request: over timestamp, method, path, "?" and query if there is one, and the body, byte
 * for byte.
 */
export function sign(key: SigningKey, parts: SignedParts): string {
  return key.sign(prehashHead(parts), parts.body);
}

/** The signed text up to the body. */
export function prehashHead({ timestamp, method, path, query }: Omit<SignedParts, "body">): string {
  return query === "" ? timestamp + method + path : `${timestamp}${method}${path}?${query}`;
}

/** Whether a text is the base64 of 32 bytes. */
export function isSignature(text: string): boolean {
  return BASE64_DIGEST.test(text);
}

/**
 * Whether `signature` was made over the parts. Some clients sign the query before their HTTP library encodes
 * it, so a query with "%" or "+" gets a second try in its decoded form. Takes the same time whatever
 * character differs.
 */
export function isSignedBy(key: SigningKey, signature: string, parts: SignedParts): boolean {
  if (equalText(sign(key, parts), signature)) return true;
  const decoded = decodedQuery(parts.query);
  return decoded !== undefined && equalText(sign(key, { ...parts, query: decoded }), signature);
}

/** The query with escapes and "+" decoded; `undefined` when that changes nothing or is not possible. */
export function decodedQuery(query: string): string | undefined {
  if (!query.includes("%") && !query.includes("+")) return undefined;
  try {
    return decodeURIComponent(query.replaceAll("+", " "));
  } catch {
    return undefined; // not UTF-8 after decoding: there is no decoded form
  }
}

/** The first 52 bits of a signature, never 0: what identifies a signed request in a command. */
export function requestHashOf(signature: string): number {
  let bits = 0;
  for (let at = 0; at < 8; at++) bits = bits * 64 + sixBits(signature.charCodeAt(at));
  return bits * 16 + (sixBits(signature.charCodeAt(8)) >> 2) || 1;
}

/** The value of a character of base64. */
function sixBits(code: number): number {
  if (code >= 97) return code - 71; // a to z
  if (code >= 65) return code - 65; // A to Z
  if (code >= 48) return code + 4; // 0 to 9
  return code === 43 ? 62 : 63; // "+", "/"
}

/**
 * Identifies a request in a command: the first 52 bits of its signature in hex digits, with a hash of method
 * and path in them, since that signature covers neither: two operations may be asked for with the same
 * parameters in one millisecond. Never 0.
 */
export function requestHashAt(method: string, path: string, signature: string): number {
  const low = Number.parseInt(signature.slice(5, 13), 16);
  const high = Number.parseInt(signature.slice(0, 5), 16);
  return high * 0x1_0000_0000 + (hashed(hashed(low, method), path) >>> 0) || 1;
}

/** The hash FNV-1a of 32 bits, begun with `hash`. */
function hashed(hash: number, text: string): number {
  let value = hash;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME);
  return value;
}

const FNV_PRIME = 0x0100_0193;

/**
 * Whether two texts are equal, comparing every character wherever they differ; their length is not kept
 * secret.
 */
export function equalText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
