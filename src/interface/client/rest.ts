import type { Addresses } from "./addresses.ts";
import type { RequestShown } from "./failure.ts";
import { NoAnswerError, ThrottledError, VenueError } from "./failure.ts";
import type { Answer } from "./form.ts";
import { answerOf, formOf, refusalOf } from "./form.ts";
import type { Limits } from "./limits.ts";
import { claimsOf, ruleOf } from "./limits.ts";
import { type CallOptions, type Operation, takesMarket } from "./operation.ts";
import type { ServerClock } from "./serverClock.ts";
import { prehash, Signer, Stamps } from "./signer.ts";
import type { BudgetUse, Claim } from "./throttle.ts";
import { Throttle } from "./throttle.ts";
import type { BackOff, Timing } from "./timing.ts";
import { pauseMs, sleep } from "./timing.ts";
import type { Outgoing, Reply } from "./transport.ts";
import { REQUEST_TIMEOUT, Transport, UNAVAILABLE } from "./transport.ts";

/** The three strings of an API key. */
export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** Credentials whose secret may be a WebCrypto HMAC key (SHA-256, for signing) that cannot be read. */
export interface SigningCredentials {
  readonly apiKey: string;
  readonly secret: string | CryptoKey;
  readonly passphrase: string;
}

export interface RestOptions {
  readonly addresses: Addresses;
  readonly credentials: SigningCredentials | undefined;
  readonly limits: Limits;
  readonly timeoutMs: number;
  /** Further attempts at a request that may be sent again. */
  readonly retries: number;
  /** How long a request may wait for a budget, ms. */
  readonly waitMaxMs: number;
  /** Language of error texts, "en-US". */
  readonly locale: string | undefined;
  readonly fetch: typeof fetch | undefined;
  readonly timing: Timing;
  /** The interface's code for a timestamp outside the window. */
  readonly expiredCode: string;
  /** The beginning of the paths of signed operations and its replacement; `undefined`: paths as declared. */
  readonly signedUnder?: readonly [declared: string, sent: string] | undefined;
}

/**
 * How long a request may be repeated, ms: a signature is valid for 30 s, and a repetition must arrive before.
 */
const REPEAT_WITHIN_MS = 25_000;
/**
 * How long after the call a request that takes the price of the moment may still be sent, ms: later it is
 * another decision.
 */
const MARKET_DEADLINE_MS = 1_500;
const BACK_OFF: BackOff = { firstMs: 100, mostMs: 2_000 };
/** Further attempts at a request that a restarted venue would carry out twice. */
const FORGOTTEN_RETRIES = 2;
/** The wait if a refusal for busyness does not give one, ms. */
const PAUSE_MS = 1_000;
const BUSY = 429;
/** Statuses that say nothing about the request, so nothing about an earlier attempt either. */
const OF_THE_MOMENT: ReadonlySet<number> = new Set([REQUEST_TIMEOUT, BUSY, UNAVAILABLE]);

/** A request with all of its attempts. */
interface Sending {
  readonly operation: Operation<never, unknown>;
  readonly claims: readonly Claim[];
  readonly form: RequestShown;
  readonly expiredCode: string;
  /** When the last attempt may begin, monotonic ms. */
  readonly untilMs: number;
  /** The signed request; repeated byte for byte until it is signed anew. */
  signed: { readonly request: Outgoing; readonly atMs: number } | undefined;
  /** Whether an attempt may have arrived: then only the same bytes may be sent again. */
  unanswered: NoAnswerError | undefined;
}

/**
 * Calls operations: keeps within the budgets, signs, sends, and sends again what may be sent again.
 *
 * - No answer: the same bytes once more. The venue knows a signed request by its signature and gives the
 *   first answer again, so nothing happens twice. This holds as long as the signature does; after that
 *   {@link NoAnswerError} says that the request may have happened.
 * - 503 that says that the outcome is unknown: likewise. What a venue would do twice is not sent again.
 * - 429 and any other 503: nothing happened. Signed anew once the venue's `Retry-After` is over, unless that
 *   is longer than `waitMaxMs`.
 * - What takes the price of the moment is not sent any more once its deadline is over. It ends with the last
 *   error if nothing can have happened, with {@link NoAnswerError} if it may have.
 * - 408: the venue did not wait for the whole of it, so nothing happened. Signed anew.
 * - A timestamp outside the window: nothing happened. Signed anew, with the venue's time.
 * - Every other refusal is the answer.
 */
export class Rest {
  readonly #options: RestOptions;
  readonly #clock: ServerClock;
  readonly #transport: Transport;
  readonly #throttle: Throttle;
  readonly #signer: Signer | undefined;
  readonly #stamps = new Stamps();

  constructor(options: RestOptions, clock: ServerClock) {
    const { addresses, credentials, fetch, timing, waitMaxMs } = options;
    this.#options = options;
    this.#clock = clock;
    this.#transport = new Transport(addresses, fetch);
    this.#throttle = new Throttle(timing, waitMaxMs);
    this.#signer = credentials && new Signer(credentials.secret);
  }

  /**
   * Calls an operation.
   *
   * @throws VenueError the venue's refusal
   * @throws NoAnswerError after the last attempt
   * @throws ThrottledError not sent: no budget for it in time
   * @throws the signal's reason if the caller gave up
   */
  async ask<In, Out>(
    operation: Operation<In, Out>,
    input: In,
    options: CallOptions = {},
  ): Promise<Answer<Out>> {
    const { timing } = this.#options;
    const { deadlineMs = takesMarket(operation, input) ? MARKET_DEADLINE_MS : Infinity } = options;
    const sending: Sending = {
      operation,
      claims: claimsOf(this.#options.limits, operation, input),
      form: formOf(this.#placed(operation), input),
      expiredCode: this.#options.expiredCode,
      untilMs: timing.monotonicMs() + deadlineMs,
      signed: undefined,
      unanswered: undefined,
    };
    const retries = Math.min(this.#options.retries, operation.isForgotten ? FORGOTTEN_RETRIES : Infinity);
    for (let attempt = 1; ; attempt++) {
      try {
        return answerOf<Out>(await this.#attempt(sending, options), sending.form);
      } catch (error) {
        if (attempt > retries) throw finalError(sending, error);
        await this.#recover(sending, error, attempt, options.signal);
        if (timing.monotonicMs() >= sending.untilMs) throw finalError(sending, error);
      }
    }
  }

  #placed<In, Out>(operation: Operation<In, Out>): Operation<In, Out> {
    const { signedUnder } = this.#options;
    if (signedUnder === undefined || !operation.isSigned) return operation;
    const [declared, sent] = signedUnder;
    return { ...operation, path: operation.path.replace(declared, sent) };
  }

  /** How much of each budget is used now, by rule. */
  budgets(): readonly BudgetUse[] {
    return this.#throttle.budgets();
  }

  /**
   * The headers that sign a text with this key; a socket's handshake uses them too.
   *
   * @param textOf the text to be signed, which contains the timestamp
   * @param content the request without the timestamp: the same content gets another timestamp each time,
   * since the venue takes two requests with the same bytes for one that was sent twice
   */
  async sign(
    textOf: (timestamp: string) => string,
    content: string,
  ): Promise<Readonly<Record<string, string>>> {
    const { credentials } = this.#options;
    if (this.#signer === undefined || credentials === undefined) {
      throw new Error("this needs an API key: give the client credentials");
    }
    const timestamp = String(this.#stamps.next(this.#clock.now(), content));
    return {
      "ACCESS-KEY": credentials.apiKey,
      "ACCESS-PASSPHRASE": credentials.passphrase,
      "ACCESS-TIMESTAMP": timestamp,
      "ACCESS-SIGN": await this.#signer.sign(textOf(timestamp)),
    };
  }

  async #attempt(sending: Sending, { signal, timeoutMs }: CallOptions): Promise<Reply> {
    const { timing } = this.#options;
    const lease = await this.#throttle.take(sending.claims, signal, sending.untilMs - timing.monotonicMs());
    try {
      sending.signed ??= { request: await this.#drawUp(sending), atMs: timing.monotonicMs() };
      const { request, atMs } = sending.signed;
      if (sending.unanswered !== undefined && timing.monotonicMs() - atMs > REPEAT_WITHIN_MS) {
        throw sending.unanswered;
      }
      const reply = await this.#transport.send(request, {
        timeoutMs: timeoutMs ?? this.#options.timeoutMs,
        signal,
      });
      if (reply.status >= 400) throw refusalOf(reply, sending.form);
      return reply;
    } finally {
      lease.end();
    }
  }

  async #drawUp({ operation, form }: Sending): Promise<Outgoing> {
    const { locale } = this.#options;
    const { method, path, query, body } = form;
    const headers = operation.isSigned
      ? await this.sign((timestamp) => prehash({ timestamp, ...form }), `${method}${path}?${query}${body}`)
      : {};
    return {
      ...form,
      headers: {
        ...headers,
        ...(body !== "" && { "Content-Type": "application/json" }),
        ...(locale !== undefined && { locale }),
      },
      changes: changes(operation),
    };
  }

  /** Waits until the request may be sent again; throws an error that is final. */
  async #recover(
    sending: Sending,
    error: unknown,
    attempt: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { timing, expiredCode } = this.#options;
    const backOffMs = pauseMs(BACK_OFF, attempt, timing.random());
    // `unanswered` itself is thrown once its signature is too old to be repeated: it is final.
    if (error instanceof NoAnswerError && error !== sending.unanswered) {
      if (error.mayHaveHappened) this.#doubt(sending, error, !this.#options.addresses.isOnly);
      await this.#pause(sending, error, backOffMs, signal);
    } else if (error instanceof VenueError && error.status === BUSY) {
      await this.#heed(sending, error, signal);
    } else if (error instanceof VenueError && error.status === UNAVAILABLE) {
      if (error.mayHaveHappened && changes(sending.operation))
        this.#doubt(sending, new NoAnswerError(sending.form, { mayHaveHappened: true, cause: error }), true);
      await this.#pause(sending, error, error.retryAfterMs ?? backOffMs, signal);
    } else if (error instanceof VenueError && error.status === REQUEST_TIMEOUT) {
      await this.#pause(sending, error, backOffMs, signal);
    } else if (error instanceof VenueError && error.code === expiredCode && !sending.unanswered) {
      await this.#clock.adopt(signal);
    } else throw finalError(sending, error);
    if (sending.unanswered === undefined) sending.signed = undefined;
  }

  /**
   * Waits, unless it would be too late afterwards. @throws the error, as the end of the request, if it would
   */
  async #pause(sending: Sending, error: unknown, ms: number, signal: AbortSignal | undefined): Promise<void> {
    const { timing } = this.#options;
    if (this.#isTooLong(sending, ms)) throw finalError(sending, error);
    await sleep(timing, ms, signal);
  }

  #isTooLong({ untilMs }: Sending, ms: number): boolean {
    const { timing, waitMaxMs } = this.#options;
    return ms > waitMaxMs || timing.monotonicMs() + ms >= untilMs;
  }

  /**
   * Notes that the request may have been carried out: from now on only its bytes are sent again.
   *
   * @param isElsewhere whether the next attempt may come to another node, after a change of leader: that node
   * does not know the answers that the former leader gave
   * @throws NoAnswerError at once if it would be done twice
   */
  #doubt(sending: Sending, error: NoAnswerError, isElsewhere: boolean): void {
    if (isElsewhere && sending.operation.isForgotten) throw error;
    sending.unanswered = error;
  }

  /** Holds back requests that the venue has no budget for: this one, and others of the same rule. */
  async #heed(sending: Sending, error: VenueError, signal: AbortSignal | undefined): Promise<void> {
    const { claims, operation } = sending;
    const { retryAfterMs = PAUSE_MS } = error;
    const rule = ruleOf(error.msg, claims, operation.path);
    // Where the rule is known, the throttle makes the wait, at the next attempt and for other requests of
    // that rule, even if this request ends here because it does not wait so long.
    if (rule !== undefined) this.#throttle.close(rule, retryAfterMs);
    if (this.#isTooLong(sending, retryAfterMs)) throw finalError(sending, error);
    if (rule === undefined) await sleep(this.#options.timing, retryAfterMs, signal);
  }
}

/** Whether it matters if an operation was carried out. */
function changes({ method, isQuestion }: Operation<never, unknown>): boolean {
  return method !== "GET" && isQuestion !== true;
}

/**
 * The error to end with. Where an earlier attempt had no answer and may have been carried out, that attempt's
 * error takes the place of one that says nothing about it: a refusal such as 429, an error of a proxy before
 * the venue, an address where nobody listens, the client's own budget.
 */
function finalError({ unanswered, expiredCode }: Sending, error: unknown): unknown {
  if (unanswered === undefined) return error;
  if (error instanceof ThrottledError) return unanswered;
  if (error instanceof NoAnswerError) return error.mayHaveHappened ? error : unanswered;
  if (!(error instanceof VenueError)) return error;
  const isOfTheMoment = OF_THE_MOMENT.has(error.status) || error.code === expiredCode;
  const isOfAnEdge = error.status >= 500 && error.code === "";
  return isOfTheMoment || isOfAnEdge ? unanswered : error;
}
