import type { Addresses } from "./addresses.ts";
import type { RequestShown } from "./failure.ts";
import { NoAnswerError } from "./failure.ts";
import { afterSilence, startTimer, type Timing } from "./timing.ts";

/** A request with everything that is sent. */
export interface Outgoing extends RequestShown {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it changes something, so that it matters whether it arrived. */
  readonly changes: boolean;
}

/** The server did not wait for the whole of a request: it has done nothing, and closes the connection. */
export const REQUEST_TIMEOUT = 408;
export const UNAVAILABLE = 503;
/** Errors of Node.js before there is a connection. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
]);

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
  readonly #addresses: Addresses;
  readonly #fetch: typeof fetch;

  constructor(addresses: Addresses, fetcher: typeof fetch = globalThis.fetch) {
    this.#addresses = addresses;
    this.#fetch = (input, init) => fetcher(input, init); // a browser's `fetch` must not be called as a method
  }

  /**
   * Sends a request. Its path is appended to the address as it is signed. An address that does not answer, or
   * refuses for the time being, is left for the next.
   *
   * @throws NoAnswerError if there was no complete answer in time
   * @throws the signal's reason if the caller gave up
   */
  send(request: Outgoing, options: SendOptions): Promise<Reply> {
    return this.#exchange(request, options, async (response, answered) => {
      const text = await response.text();
      answered();
      return { status: response.status, headers: response.headers, text };
    });
  }

  /**
   * Sends a request whose reply may be long: the caller reads its body, within the time for the whole reply.
   *
   * @throws as {@link send}
   */
  open(request: Outgoing, options: SendOptions): Promise<Response> {
    return this.#exchange(request, options, async (response) => response);
  }

  async #exchange<T extends { readonly status: number }>(
    request: Outgoing,
    { timeoutMs, signal }: SendOptions,
    read: (response: Response, answered: () => void) => Promise<T>,
  ): Promise<T> {
    const { method, path, query, body, headers, changes } = request;
    const patience = new AbortController();
    const answered = afterSilence(unwaited, timeoutMs, () =>
      patience.abort(new DOMException(`no answer within ${timeoutMs} ms`, "TimeoutError")),
    );
    const address = this.#addresses.current;
    try {
      const response = await this.#fetch(`${address.http}${path}${query === "" ? "" : `?${query}`}`, {
        method,
        headers,
        signal: signal === undefined ? patience.signal : AbortSignal.any([signal, patience.signal]),
        ...(body !== "" && { body }),
      });
      const reply = await read(response, answered);
      if (reply.status === UNAVAILABLE) this.#addresses.failed(address);
      return reply;
    } catch (cause) {
      answered();
      signal?.throwIfAborted();
      this.#addresses.failed(address);
      const mayHaveHappened = changes && !wasNotConnected(cause);
      throw new NoAnswerError({ method, path, query, body }, { mayHaveHappened, cause });
    }
  }
}

/** A timer for which Node.js does not wait: it ends although somebody waits for an answer. */
const unwaited: Pick<Timing, "after"> = {
  after(ms, action) {
    const timer = startTimer(ms, action);
    (timer as { readonly unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};

/** Whether nothing can have been sent, as far as the runtime tells: nobody listens there. */
function wasNotConnected(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return NOT_CONNECTED.has(cause?.code);
}
