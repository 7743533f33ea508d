import type { RequestShown } from "./failure.ts";
import { NoAnswerError } from "./failure.ts";

/** A request with everything that is sent. */
export interface Outgoing extends RequestShown {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it changes something, so that it matters whether it arrived. */
  readonly changes: boolean;
}

/** A reply, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface SendOptions {
  /** How long to wait for the whole reply, ms. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** One HTTP exchange through `fetch`, which Node.js and browsers share. */
export class Transport {
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;

  /** @param baseUrl "http://127.0.0.1:8787": paths are appended as they are signed */
  constructor(baseUrl: string, fetcher: typeof fetch = globalThis.fetch) {
    this.#baseUrl = baseUrl.replace(/\/+$/, "");
    this.#fetch = (input, init) => fetcher(input, init); // a browser's `fetch` must not be called as a method
  }

  /**
   * @throws NoAnswerError if there was no complete answer in time
   * @throws the signal's reason if the caller gave up
   */
  async send(request: Outgoing, { timeoutMs, signal }: SendOptions): Promise<Reply> {
    const { method, path, query, body, headers, changes } = request;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await this.#fetch(`${this.#baseUrl}${path}${query === "" ? "" : `?${query}`}`, {
        method,
        headers,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(body !== "" && { body }),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      throw new NoAnswerError({ method, path, query, body }, { mayHaveHappened: changes, cause });
    }
  }
}
