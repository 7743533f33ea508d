import { createHmac } from "node:crypto";
import type { Key } from "./stamp.ts";
import { stamp } from "./stamp.ts";

/**
 * How often a request is sent again, byte for byte, after a broken connection or an answer that is not 200.
 */
const RETRIES = 2;

/** What a bot was told instead of an answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, text: string) {
    super(`HTTP ${status}: ${text}`);
    this.status = status;
    this.code = (JSON.parse(text) as { code: string }).code;
  }
}

/**
 * A bot as they are found in public: written against the live address, in the manner of Python (bodies with
 * blanks after `:` and `,`, numbers where they come natural, a base URL that ends in a slash before paths
 * that begin with one). It knows nothing of this venue; all that is set is the address and the three strings
 * of a key.
 */
export class Bot {
  readonly #baseUrl: string;
  readonly #key: Key;
  /** Requests that went out, the repeated ones too. */
  sent = 0;

  /** @param baseUrl with a slash at its end */
  constructor(baseUrl: string, key: Key) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** A market question, without any headers. */
  // biome-ignore lint/suspicious/noExplicitAny: a bot takes what comes
  market(question: string): Promise<any> {
    return this.#send("GET", `/capi/v2/market/${question}`, "", {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: a bot takes what comes
  get(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<any> {
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    return this.#signed("GET", `/capi/v2/${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`, "");
  }

  /** @param body left out: no bytes and no content type */
  // biome-ignore lint/suspicious/noExplicitAny: a bot takes what comes
  post(path: string, body?: object): Promise<any> {
    return this.#signed("POST", `/capi/v2/${path}`, body === undefined ? "" : dumps(body));
  }

  #signed(method: string, path: string, body: string): Promise<unknown> {
    const timestamp = String(stamp(this.#key));
    const sign = createHmac("sha256", this.#key.secret)
      .update(timestamp + method + path + body)
      .digest("base64");
    return this.#send(method, path, body, {
      "ACCESS-KEY": this.#key.apiKey,
      "ACCESS-SIGN": sign,
      "ACCESS-PASSPHRASE": this.#key.passphrase,
      "ACCESS-TIMESTAMP": timestamp,
      locale: "en-US",
      ...(body === "" ? {} : { "Content-Type": "application/json" }),
    });
  }

  async #send(method: string, path: string, body: string, headers: Record<string, string>): Promise<unknown> {
    for (let retry = 0; ; retry++) {
      this.sent++;
      try {
        const response = await fetch(this.#baseUrl + path, {
          method,
          headers,
          ...(body === "" ? {} : { body }),
        });
        const text = await response.text();
        if (response.status === 200) return JSON.parse(text);
        if (retry === RETRIES) throw new ApiError(response.status, text);
      } catch (error) {
        if (retry === RETRIES) throw error;
      }
    }
  }
}

/** JSON as Python writes it. */
export function dumps(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${dumps(each)}`);
  return `{${pairs.join(", ")}}`;
}
