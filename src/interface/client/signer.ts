/** The parts of a request that its signature covers. */
export interface Signable {
  /** Time of the request, Unix ms, 13 digits. */
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  /** The query as sent, without "?". */
  readonly query: string;
  /** The body as sent. */
  readonly body: string;
}

/**
 * The text that is signed: time, method, path, query and body as sent; nothing is sorted or encoded again.
 */
export function prehash({ timestamp, method, path, query, body }: Signable): string {
  return `${timestamp}${method}${path}${query === "" ? "" : `?${query}`}${body}`;
}

/**
 * Signs with HMAC-SHA256 and base64 through WebCrypto, which Node.js and browsers share. A browser has it on
 * secure origins only: https, or localhost.
 */
export class Signer {
  readonly #key: Promise<CryptoKey>;

  /** @param secret the string, or a WebCrypto HMAC key made from it, which may be unreadable */
  constructor(secret: string | CryptoKey) {
    this.#key = typeof secret === "string" ? importKey(secret) : Promise.resolve(secret);
    this.#key.catch(() => {}); // whoever signs gets the rejection
  }

  /** The signature of a message, base64 with padding. */
  async sign(message: string): Promise<string> {
    const key = await this.#key; // awaited first: where there is no WebCrypto, its error says so
    const bytes = new TextEncoder().encode(message);
    const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
    return btoa(String.fromCharCode(...signature));
  }
}

async function importKey(secret: string): Promise<CryptoKey> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error("requests cannot be signed here: WebCrypto needs a secure origin (https, or localhost)");
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign"]);
}

/**
 * Timestamps for signatures. The venue takes two requests with the same bytes for one request sent twice, and
 * carries it out once; so no two requests of the same content get the same millisecond.
 */
export class Stamps {
  /** The latest timestamp given to each content; cleared once the clock has passed all of them. */
  readonly #used = new Map<string, number>();
  #highest = 0;

  /**
   * A timestamp for a request.
   *
   * @param nowMs Unix ms
   * @param content everything that is signed except the time
   */
  next(nowMs: number, content: string): number {
    if (nowMs > this.#highest) this.#used.clear();
    const stamp = Math.max(nowMs, (this.#used.get(content) ?? 0) + 1);
    this.#used.set(content, stamp);
    this.#highest = Math.max(this.#highest, stamp);
    return stamp;
  }
}
