import {
  callable,
  fieldsOf,
  filledText,
  having,
  optional,
  requireArguments,
  secret,
  textOf,
  whole,
} from "../../wire/argument.ts";
import { Addresses } from "../addresses.ts";
import type { RequestShown } from "../failure.ts";
import { answerOf, formOf, refusalOf } from "../form.ts";
import { abortSignal, type Operation } from "../operation.ts";
import { type Outgoing, REQUEST_TIMEOUT, type SendOptions, Transport } from "../transport.ts";
import type { ControlFiles, ControlOperations } from "./generated/operations.ts";

export interface ControlClientOptions {
  /** The address of control: "http://127.0.0.1:8787". */
  readonly baseUrl: string;
  /** The admin token, or another that the venue takes. */
  readonly token: string;
  /**
   * How long an answer may take, ms; a step of the clock answers when all of it is done. Default: ten
   * minutes.
   */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

const OPTIONS = fieldsOf({
  baseUrl: filledText,
  token: secret(filledText),
  timeoutMs: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  fetch: optional(callable),
});

const CALL = {
  name: textOf("method and path behind /control/, such as 'POST money/deposit'", /^[A-Z]+ [^\s/]/),
  input: having(),
  signal: optional(abortSignal),
};

const TIMEOUT_MS = 600_000;
/** How often a request goes out, at most, that the venue did not wait for. */
const ATTEMPTS_MAX = 10;

/** Method and path behind `/control/`: "POST money/deposit". */
export type ControlName = keyof ControlOperations;
export type ControlInput<N extends ControlName> = ControlOperations[N]["input"];
export type ControlAnswer<N extends ControlName> = ControlOperations[N]["answer"];

export type ControlFileName = keyof ControlFiles & string;

/** The arguments of {@link ControlClient.call}: the input may be left out if nothing in it is required. */
type Arguments<N extends ControlName> =
  Record<never, never> extends ControlInput<N>
    ? [input?: ControlInput<N>, signal?: AbortSignal]
    : [input: ControlInput<N>, signal?: AbortSignal];

/**
 * Calls the control surface of a venue, as its operator. Nothing is sent twice but what the venue says that
 * it has not read to its end (408): a request without an answer may have been carried out.
 *
 * ```ts
 * const control = new ControlClient({ baseUrl: "http://127.0.0.1:8787", token });
 * await control.call("POST money/deposit", { account: "demo-1", amount: "5000" });
 * ```
 */
export class ControlClient {
  readonly #transport: Transport;
  readonly #token: string;
  readonly #timeoutMs: number;

  /** @throws RangeError naming the option that is wrong, its value and the rule */
  constructor(options: ControlClientOptions) {
    requireArguments("ControlClient", { options: OPTIONS }, [options]);
    const { baseUrl, token, timeoutMs = TIMEOUT_MS, fetch } = options;
    this.#transport = new Transport(new Addresses(baseUrl), fetch);
    this.#token = token;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * @param name method and path behind `/control/`
   * @throws VenueError the refusal, in the venue's words; status 401: the token is unknown
   * @throws NoAnswerError if there was no complete answer in time
   */
  async call<N extends ControlName>(
    name: N,
    ...[input = {}, signal]: Arguments<N>
  ): Promise<ControlAnswer<N>> {
    requireArguments("call", CALL, [name, input, signal]);
    const form = formAt(name, input);
    const reply = await this.#inTime(signal, (options) => this.#transport.send(this.#signed(form), options));
    if (reply.status >= 400) throw refusalOf(reply, form);
    return answerOf<ControlAnswer<N>>(reply, form).value;
  }

  /**
   * Asks for a file: `body` streams it, however large it is, and fails where it was cut off. @throws as
   * {@link call}
   */
  async file<N extends ControlFileName>(
    name: N,
    input: ControlFiles[N]["input"],
    signal?: AbortSignal,
  ): Promise<Response> {
    requireArguments("file", CALL, [name, input, signal]);
    const form = formAt(name, input);
    const response = await this.#inTime(signal, (options) =>
      this.#transport.open(this.#signed(form), options),
    );
    if (response.status < 400) return response;
    const { status, headers } = response;
    throw refusalOf({ status, headers, text: await response.text() }, form);
  }

  /** Asks again where this process was held up for so long that the venue did not wait for its request. */
  async #inTime<T extends { readonly status: number }>(
    signal: AbortSignal | undefined,
    ask: (options: SendOptions) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const reply = await ask({ timeoutMs: this.#timeoutMs, signal });
      if (reply.status !== REQUEST_TIMEOUT || attempt === ATTEMPTS_MAX) return reply;
    }
  }

  #signed(form: RequestShown): Outgoing {
    const headers = { authorization: `Bearer ${this.#token}` };
    return { ...form, headers, changes: form.method === "POST" };
  }
}

/** The request as errors show it. @param name method and path behind `/control/` */
function formAt(name: string, input: object): RequestShown {
  const [method, path] = name.split(" ") as [Operation<never, never>["method"], string];
  const unweighted = { isSigned: false, weight: { ip: 0, uid: 0 } };
  return formOf({ method, path: `/control/${path}`, ...unweighted }, input);
}
