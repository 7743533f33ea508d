import type { JsonObject, WireProfile } from "../../interface/wire/index.ts";
import {
  blankInsteadOfMissing,
  languageOf,
  OutcomeUnknown,
  readParameters,
  WireError,
  weightOf,
} from "../../interface/wire/index.ts";
import type { Command, TimeMs } from "../../kernel/core/index.ts";
import { PERMIT_DIRECT } from "../../kernel/core/index.ts";
import type { EnginePort, Outcome, VenueClock } from "../../kernel/engine/index.ts";
import { EngineHaltedError } from "../../kernel/engine/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import { valuationOf } from "../contest/index.ts";
import type { History, Valuation } from "../readmodel/index.ts";
import { HistoryFailedError } from "../readmodel/index.ts";
import type { MarketViews } from "../views/index.ts";
import type { Answered, AnswerObserver, InFlightRequest } from "./answered.ts";
import type { Usage } from "./apiVersion.ts";
import type { KnownAccount } from "./auth/accounts.ts";
import type { Authenticator, Signed } from "./auth/authenticate.ts";
import { authorize } from "./auth/authenticate.ts";
import type { IdempotencyCache } from "./auth/idempotencyCache.ts";
import type { ApiKey } from "./auth/keys.ts";
import { settingsAt } from "./auth/keys.ts";
import type { ListenKeys } from "./auth/listenKeys.ts";
import type { TicketHolder, Tickets } from "./auth/tickets.ts";
import type { ClientBarrier } from "./clientBarrier.ts";
import type { Contests } from "./contest/contests.ts";
import type { Contracts } from "./contracts.ts";
import type { ClientAddresses } from "./http/clientAddresses.ts";
import type { RequestHead } from "./http/requestHead.ts";
import { keyNamedBy } from "./http/requestHead.ts";
import type { Response } from "./http/respond.ts";
import { errorResponse, withHeaders } from "./http/respond.ts";
import type { Sunset } from "./http/sunset.ts";
import { refuseRetired, sunsetHeaders } from "./http/sunset.ts";
import type { Leaderboard } from "./leaderboard/leaderboard.ts";
import type { Limits } from "./limits/limits.ts";
import type { Log } from "./log.ts";
import type { Operation, OrderRules, PrivateContext, PublicContext, SourceReport } from "./operation.ts";
import { JsonText, orderCount } from "./operation.ts";
import type { Verified } from "./requestForm.ts";
import { formOf } from "./requestForm.ts";
import type { RequestLog, RequestsPage, RequestsQuery } from "./requestLog/requestLog.ts";
import type { RiskControl } from "./risk/riskControl.ts";
import { carriesDirective, submitDirected } from "./trading/carriedDirective.ts";
import { unavailableOf } from "./unavailable.ts";
import type { UploadLog } from "./uploadLog.ts";

/** Everything that serving a request needs. */
export interface Services {
  readonly engine: EnginePort;
  readonly history: History;
  readonly views: MarketViews;
  readonly contracts: Contracts;
  readonly authenticator: Authenticator;
  readonly addresses: ClientAddresses;
  readonly repeats: IdempotencyCache;
  readonly tickets: Tickets;
  readonly listenKeys: ListenKeys;
  /** The key of a ticket, whichever node gave it out; "" if it is none. The ticket is used up. */
  readonly redeem: (ticket: string, address: string) => Promise<string>;
  readonly limits: Limits;
  readonly uploadLog: UploadLog;
  readonly requestLog: RequestLog;
  readonly risk: RiskControl;
  /** What teams of contests are kept from. */
  readonly contests: Contests;
  /** Nobody's orders carry directives. */
  readonly isContest: boolean;
  /** The end of V2, if it has one. */
  readonly sunset: Sunset | undefined;
  readonly clock: Clock;
  /** Which clients market time waits for while it runs as fast as it can. */
  readonly barrier: ClientBarrier;
  readonly profile: WireProfile;
  readonly log: Log;
  /** Market time now. */
  readonly now: () => TimeMs;
  /** Calls back at a market time; without it no push is delayed. */
  readonly alarm: VenueClock["alarm"] | undefined;
  /** Of the market that this one shows; empty where it shows none. */
  readonly sources: () => readonly SourceReport[];
  readonly leaderboard: Leaderboard;
  /** Are told of every answer, in this order. */
  readonly answerObservers: readonly AnswerObserver[];
}

/**
 * The services as a request is judged and answered by them whose venue's clock is `ms` ahead of the true one.
 */
export function skewed(services: Services, ms = 0): Services {
  if (ms === 0) return services;
  const now = () => services.now() + ms;
  const { clock } = services;
  const ahead: Clock = {
    wallMs: () => clock.wallMs() + ms,
    monotonicMs: () => clock.monotonicMs(),
    setTimer: (afterMs, fire) => clock.setTimer(afterMs, fire),
  };
  return { ...services, now, authenticator: { ...services.authenticator, clock: ahead, now } };
}

/**
 * Answers a request to an operation; never throws. The order of checks is the interface's: connection and
 * address budgets, who sent it, what that key may do, content type, the account's budget, parameters, limits
 * on orders; then the handler, where the market's own rules are met.
 */
export async function handleRequest(services: Services, inFlight: InFlightRequest): Promise<Response> {
  const { operation, isRefused, injected } = inFlight;
  const startMs = services.clock.monotonicMs();
  const request = new Request(services, inFlight);
  const sunset = operation.api.sunsets ? services.sunset : undefined;
  let response: Response;
  try {
    if (isRefused) services.limits.refuseConnection(request.address);
    if (injected?.refusal !== undefined) throw injected.refusal;
    if (sunset !== undefined) refuseRetired(sunset, services.now());
    request.usage.weight = services.limits.takeIpWeight(operation, request.address);
    response = operation.access === "public" ? await request.answerPublic() : await request.answerSigned();
  } catch (cause) {
    response = request.refusal(wireErrorOf(cause, services.log, operation));
  }
  const used = operation.api.usageHeaders?.(request.usage);
  response = withHeaders(withHeaders(response, sunset && sunsetHeaders(sunset)), used);
  if (injected !== undefined) response = injected.answer(response);
  const answered = request.answered(response, services.clock.monotonicMs() - startMs);
  for (const observe of services.answerObservers) observe(answered);
  if (response.error !== undefined) await services.limits.holdBack(response.error);
  return response;
}

/** One request on its way through the checks. */
class Request {
  readonly address: string;
  signed: Signed | undefined;
  /** The use of the budgets after the request; of weights, the account's if there is one. */
  readonly usage: Usage = {};
  readonly #services: Services;
  readonly #inFlight: InFlightRequest;
  readonly #operation: Operation;
  readonly #head: RequestHead;
  readonly #body: Uint8Array;
  readonly #path: string;
  readonly #query: string;
  /** `undefined` until the handler is called. */
  #context: AccountContext | undefined;
  /** Whether the refusal's reason is temporary, so that the same bytes will be tried again. */
  #hasPassed = false;

  constructor(services: Services, inFlight: InFlightRequest) {
    const { operation, head, body } = inFlight;
    const { url } = head;
    const mark = url.indexOf("?");
    this.address = head.address;
    this.#services = services;
    this.#inFlight = inFlight;
    this.#operation = operation;
    this.#head = head;
    this.#body = body;
    this.#path = mark < 0 ? url : url.slice(0, mark);
    this.#query = mark < 0 ? "" : url.slice(mark + 1);
  }

  /** Sequence number that the answer includes; 0 while unknown. */
  get version(): number {
    return this.#context?.version ?? 0;
  }

  /** What there is to hear of it. @param tookMs of the host */
  answered(response: Response, tookMs: number): Answered {
    return {
      ...this.#inFlight,
      tookMs,
      response,
      signedBy: this.signed?.key,
      refusedInside: this.#context?.refusedInside,
      marketTime: () => this.#services.now(),
      namedKey: () => this.#namedKey(),
    };
  }

  /**
   * The answer of a refusal, in the form of the operation's version and the language that the client asked
   * for.
   */
  refusal(error: WireError): Response {
    const { locale } = this.#head.headers;
    const language = languageOf(typeof locale === "string" ? locale : undefined);
    const profile = this.#context?.profile ?? this.#services.profile;
    const at = { now: this.#services.now(), path: this.#path, language, profile };
    return errorResponse(this.#operation.api, error, at, this.version);
  }

  #namedKey(): ApiKey | undefined {
    if (this.signed !== undefined) return this.signed.key;
    return this.#services.authenticator.keys.find(keyNamedBy(this.#head.headers));
  }

  async answerPublic(): Promise<Response> {
    const { engine, views, history, contracts, profile, now, sources, leaderboard } = this.#services;
    this.#mustExist(profile);
    const form = formOf(this.#operation, this.#head);
    const input = this.#read(form.fieldsOf(this.#operation, this.#query, this.#body));
    const context: PublicContext = { engine, views, history, contracts, profile, now, sources, leaderboard };
    return { status: 200, body: jsonOf(await this.#operation.handle(context, input)), version: 0 };
  }

  /** Reads the parameters; what they ask for may cost the address more. */
  #read(source: JsonObject): Readonly<Record<string, unknown>> {
    const operation = this.#operation;
    const input = readParameters(operation.parameters, source);
    const more = weightOf(operation, input) - operation.weight.ip;
    if (more > 0)
      this.usage.weight =
        this.#services.limits.takeIpWeight(operation, this.address, more) ?? this.usage.weight;
    return input;
  }

  /** Refuses a path that only another profile has. */
  #mustExist({ sdk }: WireProfile): void {
    const { sdk: only = sdk } = this.#operation;
    if (sdk !== only) throw new WireError("pathNotFound");
  }

  /** Throws or rejects with what refuses the request before its handler is asked. */
  answerSigned(): Promise<Response> {
    const { authenticator } = this.#services;
    const operation = this.#operation;
    const signed = formOf(operation, this.#head).verify(authenticator, operation, {
      headers: this.#head.headers,
      method: this.#head.method,
      path: this.#path,
      query: this.#query,
      body: this.#body,
      address: this.address,
      message: this.#head.message,
    });
    this.signed = signed;
    const { account } = signed.key;
    if (account.known) return this.#answerKnown(signed);
    return authenticator.keys.accounts.settled(account).then(() => this.#answerKnown(signed));
  }

  #answerKnown(signed: Verified): Promise<Response> {
    const { limits, repeats, risk } = this.#services;
    const operation = this.#operation;
    const { account } = signed.key;
    risk.cameFrom(account, this.address);
    this.#mustExist(signed.key.profile ?? this.#services.profile);
    authorize(signed.key, operation.access, signed.time);
    const { takes } = formOf(operation, this.#head);
    if (this.#body.length > 0 && !takes(this.#head.headers["content-type"]))
      throw new WireError("contentTypeInvalid");
    this.usage.weight = limits.takeUidWeight(operation, account) ?? this.usage.weight;
    if (operation.access === "read") {
      const current = this.#services.engine.current();
      return current === undefined ? this.#run(signed) : current.then(() => this.#run(signed));
    }
    const repeated = repeats.find(signed.key.key, signed.requestHash);
    if (repeated !== undefined) return repeated;
    const answer = this.#run(signed);
    if (!this.#hasPassed) repeats.keep(signed.key.key, signed.requestHash, answer);
    return answer;
  }

  /**
   * Reads the parameters and asks the handler. If the operation changes something, a refusal that a
   * repetition would meet again is an answer to remember; other refusals are thrown and forgotten.
   */
  async #run({ key, requestHash, fields }: Verified): Promise<Response> {
    const { repeats, log } = this.#services;
    const operation = this.#operation;
    let source: JsonObject = {};
    try {
      source = fields ?? formOf(operation, this.#head).fieldsOf(operation, this.#query, this.#body);
      const input = this.#input(key.account, source);
      const context = new AccountContext(this.#services, operation, key, requestHash, this.address);
      this.#context = context;
      const body = jsonOf(await operation.handle(context, input));
      if (operation.remembered === true) repeats.drop(requestHash);
      return { status: 200, body, version: context.version };
    } catch (caught) {
      const cause = blankInsteadOfMissing(caught, source);
      if (operation.access === "read") throw cause;
      const error = wireErrorOf(cause, log, operation);
      if (!error.isTransient) return this.refusal(error);
      this.#hasPassed = true;
      repeats.drop(requestHash);
      throw error;
    }
  }

  /** Reads the parameters, and counts the orders that they ask for. */
  #input(account: KnownAccount, source: JsonObject): unknown {
    const operation = this.#operation;
    const input = this.#read(source);
    if (operation.orders !== undefined) {
      const count = orderCount(operation.orders, input);
      this.#takeOrders(account, count);
    }
    return input;
  }

  /**
   * Counts the orders. A request that a limit on orders refuses costs the account no weight, but does cost
   * its address.
   */
  #takeOrders(account: KnownAccount, count: number): void {
    const { limits } = this.#services;
    try {
      Object.assign(this.usage, limits.takeOrders(this.#operation, account, count));
    } catch (refused) {
      this.usage.weight = limits.returnUidWeight(this.#operation, account) ?? this.usage.weight;
      throw refused;
    }
  }
}

/** What a signed operation's handler works with; see {@link PrivateContext}. */
class AccountContext implements PrivateContext {
  readonly operation: Operation;
  readonly account: number;
  readonly rules: OrderRules;
  readonly key: string;
  readonly requestHash: number;
  readonly profile: WireProfile;
  /**
   * Sequence number that the answer includes: what was durable when the handler began, or its last command.
   */
  version: number;
  refusedInside: WireError | undefined;
  readonly #services: Services;
  readonly #holder: TicketHolder;
  /** Whether client ids of its orders may carry directives. */
  readonly #carriesDirectives: boolean;

  constructor(
    services: Services,
    operation: Operation,
    apiKey: ApiKey,
    requestHash: number,
    address: string,
  ) {
    const { key, account, profile } = apiKey;
    this.#services = services;
    this.#carriesDirectives = (settingsAt(apiKey, services.now()).permissions & PERMIT_DIRECT) !== 0;
    this.#holder = { key, address };
    this.operation = operation;
    this.account = account.account;
    this.key = key;
    this.requestHash = requestHash;
    this.profile = profile ?? services.profile;
    this.rules = rulesOf(account, this.profile);
    this.version = services.engine.durableSeq;
  }

  get engine(): EnginePort {
    return this.#services.engine;
  }

  get valuedAt(): Valuation {
    return valuationOf(this.#services.contests.list(), this.account);
  }

  get views(): MarketViews {
    return this.#services.views;
  }

  get history(): History {
    return this.#services.history;
  }

  get contracts(): Contracts {
    return this.#services.contracts;
  }

  get listenKeys(): ListenKeys {
    return this.#services.listenKeys;
  }

  get uploadLog(): UploadLog {
    return this.#services.uploadLog;
  }

  get now(): () => TimeMs {
    return this.#services.now;
  }

  get sources(): () => readonly SourceReport[] {
    return this.#services.sources;
  }

  readRequests(query: Omit<RequestsQuery, "account" | "isOwn">): RequestsPage {
    const { requestLog, clock, authenticator } = this.#services;
    const { account } = this;
    requestLog.watch(account, clock.monotonicMs());
    // The log outlasts the market, and the next market gives the same numbers to other accounts.
    const isOwn = (key: string) => authenticator.keys.find(key)?.account.account === account;
    return requestLog.read({ ...query, account, isOwn });
  }

  issueTicket(): string {
    return this.#services.tickets.issue(this.#holder);
  }

  lastUse(key: string): TimeMs {
    return this.#services.authenticator.keys.find(key)?.usedTime ?? 0;
  }

  explain(refusal: WireError): void {
    this.refusedInside = refusal;
  }

  submit(command: Command): Promise<Outcome> {
    this.#services.contests.admit(command);
    if (this.#carriesDirectives && carriesDirective(command))
      return this.submitAll([command]).then(([outcome]) => outcome!);
    return this.engine.submit(command).then((outcome) => {
      this.version = outcome.seq;
      return outcome;
    });
  }

  async submitAll(commands: readonly Command[]): Promise<readonly Outcome[]> {
    const { engine, contracts } = this;
    for (const command of commands) this.#services.contests.admit(command);
    const isContest = this.#services.isContest || this.#services.contests.isOn(this.account);
    const from = { contracts, address: this.#holder.address, isContest };
    const outcomes = this.#carriesDirectives
      ? await submitDirected(engine, commands, from)
      : await engine.submitAll(commands);
    for (const { seq } of outcomes) this.version = seq;
    return outcomes;
  }
}

/** How an account's orders are meant and shown under a profile. */
export function rulesOf(
  { positionMode, selfTradePrevention, marginCallPercent }: KnownAccount,
  { conditionalOrders }: WireProfile,
): OrderRules {
  return { positionMode, selfTradePrevention, marginCallPercent, conditionalOrders };
}

function jsonOf(answer: unknown): string {
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer);
}

/** The refusal for an error; unexpected errors become 500 and are logged. */
function wireErrorOf(cause: unknown, log: Log, operation: Operation): WireError {
  if (cause instanceof WireError) return cause;
  const unavailable = unavailableOf(cause);
  if (unavailable !== undefined) return unavailable;
  if (cause instanceof EngineHaltedError) {
    return new OutcomeUnknown("The venue has stopped: whether this was done is known after its restart");
  }
  if (cause instanceof HistoryFailedError) {
    return new WireError("unavailable", `History is not available: ${cause.why}; trading goes on`);
  }
  log.error({ err: cause, path: operation.path }, "an operation failed");
  return new WireError("internal");
}
