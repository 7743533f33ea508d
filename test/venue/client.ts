import { createHmac } from "node:crypto";
import type { Key } from "./stamp.ts";
import { stamp } from "./stamp.ts";

export type { Key } from "./stamp.ts";

/** A signed request: sent again as it is, it is the same request byte for byte. */
export interface Signed {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly headers: Headers;
}

/** Codes of a request whose time is over, in each dialect, and what no request takes that was not held up. */
const EXPIRED = ["40008", "-1046", "-1021"];
const LATE_MS = 20_000;
/** Sent by POST, they change nothing. */
const QUESTIONS = ["account/bills"];

/** A client as small as they come: it signs the raw bytes and sends them, on connections that are kept. */
export class Client {
  readonly key: Key;
  baseUrl: string;
  readonly #now: () => number;

  /** @param now what its requests are stamped with; wall time unless said */
  constructor(baseUrl: string, key: Key, now: () => number = Date.now) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.#now = now;
  }

  /** @param path below /capi/v2/, or a whole one beginning with "/"; with its query */
  get(path: string): Promise<Reply> {
    return read(() => this.#timely(() => this.sign("GET", path)));
  }

  /** @param body an object is sent as compact JSON, a string as it is; none: a body of no bytes */
  post(path: string, body: object | string = ""): Promise<Reply> {
    const ask = () =>
      this.#timely(() => this.sign("POST", path, typeof body === "string" ? body : JSON.stringify(body)));
    return QUESTIONS.includes(path) ? read(ask) : ask();
  }

  /** @param body as in {@link post} */
  delete(path: string, body: object | string = ""): Promise<Reply> {
    return this.#timely(() =>
      this.sign("DELETE", path, typeof body === "string" ? body : JSON.stringify(body)),
    );
  }

  /** @param path of the fapi dialect, with all parameters in its query */
  put(path: string): Promise<Reply> {
    return this.#timely(() => this.sign("PUT", path));
  }

  /**
   * Sends a request; signed anew where a machine was held up until its time was over, which is 30 s: nothing
   * was done then.
   */
  async #timely(request: () => Signed): Promise<Reply> {
    for (;;) {
      const begun = performance.now();
      const reply = await send(request());
      if (performance.now() - begun < LATE_MS || !EXPIRED.includes(String(reply.body?.code))) return reply;
    }
  }

  /** @param name below /capi/v2/, or a whole path beginning with "/" */
  sign(method: Signed["method"], name: string, body = "", timestamp = stamp(this.key, this.#now)): Signed {
    if (name.startsWith("/fapi/")) return this.#signQuery(method, name, body, timestamp);
    const path = name.startsWith("/") ? name : `/capi/v2/${name}`;
    const signature = createHmac("sha256", this.key.secret)
      .update(`${timestamp}${method}${path}${body}`)
      .digest("base64");
    return {
      method,
      url: this.baseUrl + path,
      headers: {
        "ACCESS-KEY": this.key.apiKey,
        "ACCESS-PASSPHRASE": this.key.passphrase,
        "ACCESS-TIMESTAMP": String(timestamp),
        "ACCESS-SIGN": signature,
        ...(body === "" ? {} : { "Content-Type": "application/json" }),
      },
      body,
    };
  }

  /** As the fapi dialect has it: query and body as they are sent. */
  #signQuery(method: Signed["method"], path: string, body: string, timestamp: number): Signed {
    const [name = "", query = ""] = path.split("?");
    const stamped = `${query === "" ? "" : `${query}&`}timestamp=${timestamp}&recvWindow=30000`;
    const signature = createHmac("sha256", this.key.secret)
      .update(stamped + body)
      .digest("hex");
    return {
      ...{ method, body, url: `${this.baseUrl}${name}?${stamped}&signature=${signature}` },
      headers: { "X-MBX-APIKEY": this.key.apiKey },
    };
  }
}

/** Sends a request. Rejects when the connection breaks, or is ended by `signal`. */
export async function send({ method, url, headers, body }: Signed, signal?: AbortSignal): Promise<Reply> {
  const request = { method, headers, ...(body === "" ? {} : { body }), ...(signal && { signal }) };
  const response = await inTime(() => fetch(url, request));
  const text = await response.text();
  return {
    status: response.status,
    text,
    body: text === "" ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}

/**
 * Asks again where the venue did not wait for the whole of a request (408): another process than this one,
 * which was held up between connecting and writing. Nothing was done then.
 */
export async function inTime(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask();
    if (response.status !== 408) return response;
    await response.body?.cancel();
  }
}

/** A request that anybody may send. @param path below /capi/v2/market/, or a whole one beginning with "/" */
export async function look(baseUrl: string, path: string): Promise<Reply> {
  const url = baseUrl + (path.startsWith("/") ? path : `/capi/v2/market/${path}`);
  return read(() => send({ method: "GET", url, headers: {}, body: "" }));
}

/**
 * Asks until history has caught up: on a machine too busy to commit within two seconds it says that it is
 * behind.
 */
export async function read(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 503 || !reply.text.includes("steps behind")) return reply;
  }
}
