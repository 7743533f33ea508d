import type { IncomingMessage } from "node:http";
import type { Command, TimeMs } from "../core/index.ts";
import type { EnginePort, Outcome } from "../engine/index.ts";
import { EngineBusyError, EngineHaltedError } from "../engine/index.ts";
import type { Clock } from "../host/clock.ts";
import type { History } from "../readmodel/index.ts";
import { HistoryBehindError, HistoryFailedError } from "../readmodel/index.ts";
import type { MarketViews } from "../views/index.ts";
import type { JsonObject, WireProfile } from "../wire/index.ts";
import { languageOf, readParameters, WireError } from "../wire/index.ts";
import { normalAddress } from "./auth/addresses.ts";
import type { Authenticator, Signed } from "./auth/authenticate.ts";
import { authenticate, authorize } from "./auth/authenticate.ts";
import type { ApiKey } from "./auth/keys.ts";
import type { Replays } from "./auth/replays.ts";
import type { ContestLog } from "./contestLog.ts";
import type { Contracts } from "./contracts.ts";
import { parseBody, parseQuery } from "./http/json.ts";
import type { Response } from "./http/respond.ts";
import { errorResponse } from "./http/respond.ts";
import type { Limits } from "./limits/limits.ts";
import type { Log } from "./log.ts";
import type { Context, Operation, PrivateContext } from "./operation.ts";
import { JsonText, takesBody } from "./operation.ts";
import type { RequestLog } from "./requestLog/requestLog.ts";
import type { RiskControl } from "./risk/riskControl.ts";
import type { Usage } from "./surface.ts";

/** Everything that serving a request needs. */
export interface Services {
  readonly engine: EnginePort;
  readonly history: History;
  readonly views: MarketViews;
  readonly contracts: Contracts;
  readonly authenticator: Authenticator;
  readonly replays: Replays;
  readonly limits: Limits;
  readonly contestLog: ContestLog;
  readonly requestLog: RequestLog;
  readonly risk: RiskControl;
  /** Headers that every answer carries, names and values in turn. */
  readonly headers: readonly string[] | undefined;
  readonly clock: Clock;
  readonly profile: WireProfile;
  readonly log: Log;
  /** Market time now. */
  readonly now: () => TimeMs;
  /** Told of every answer. */
  readonly observe: ((served: Served) => void) | undefined;
}

/** What became of a request, for metrics and request logs. */
export interface Served {
  readonly operation: Operation;
  readonly status: number;
  /** The error's code; "" if there is none. */
  readonly code: string;
  /** 0 where the request was not signed, or not well. */
  readonly account: number;
  readonly address: string;
  readonly tookMs: number;
}

/** Sent with an answer that says: not now. */
const RETRY_SECONDS = 1;

/**
 * Answers a request to an operation; never throws. The order of checks is the interface's: connection and address
 * budgets, who sent it, what that key may do, content type, the account's budget, parameters, limits on orders; then
 * the handler, where the market's own rules are met.
 *
 * @param body the raw bytes; empty for a GET
 * @param connectionRefused the connection is over its address's limit
 */
export async function serve(
  services: Services,
  operation: Operation,
  raw: IncomingMessage,
  body: Uint8Array,
  connectionRefused: boolean,
): Promise<Response> {
  const startMs = services.clock.monotonicMs();
  const request = new Request(services, operation, raw, body);
  let response: Response;
  try {
    if (connectionRefused) services.limits.refuseConnection(request.address);
    request.usage.weight = services.limits.takeIpWeight(operation, request.address);
    response = operation.access === "public" ? await request.answerPublic() : await request.answerSigned();
  } catch (cause) {
    const error = wireErrorOf(cause, services.log, operation);
    response = request.refusal(error);
  }
  const { error } = response;
  const account = request.signed?.key.account;
  if (error !== undefined && account !== undefined) services.risk.refused(account, error);
  tell(services, operation, request, response, services.clock.monotonicMs() - startMs);
  const used = operation.surface.usageHeaders?.(request.usage);
  return withHeaders(withHeaders(response, services.headers), used);
}

function withHeaders(response: Response, headers: readonly string[] | undefined): Response {
  if (headers === undefined || headers.length === 0) return response;
  return { ...response, headers: [...(response.headers ?? []), ...headers] };
}

/** Tells metrics and the request log what became of a request. */
function tell(
  { observe, requestLog, clock }: Services,
  operation: Operation,
  request: Request,
  { status, error, code = "" }: Response,
  tookMs: number,
): void {
  const account = request.signed?.key.account.account ?? 0;
  observe?.({ operation, status, code, account, address: request.address, tookMs });
  const reason = error?.message ?? request.reason;
  if (!requestLog.wants(error !== undefined || reason !== "")) return;
  requestLog.add({
    time: clock.wallMs(),
    method: operation.method,
    path: operation.path,
    key: request.keyName(),
    account,
    address: request.address,
    weight: operation.weight,
    status,
    code,
    tookMs: Math.round(tookMs * 1000) / 1000,
    reason,
  });
}

/** One request on its way through the checks. */
class Request {
  readonly address: string;
  signed: Signed | undefined;
  /** Sequence number that the answer includes; 0 while unknown. */
  version = 0;
  /** Why an answer of status 200 is a refusal all the same; "" if it is none. */
  reason = "";
  /** What is used of the budgets after it; of weights, those of the account where there is one. */
  readonly usage: Usage = {};
  readonly #services: Services;
  readonly #operation: Operation;
  readonly #raw: IncomingMessage;
  readonly #body: Uint8Array;
  readonly #path: string;
  readonly #query: string;

  constructor(services: Services, operation: Operation, raw: IncomingMessage, body: Uint8Array) {
    const url = raw.url ?? "";
    const mark = url.indexOf("?");
    this.address = normalAddress(raw.socket.remoteAddress ?? "");
    this.#services = services;
    this.#operation = operation;
    this.#raw = raw;
    this.#body = body;
    this.#path = mark < 0 ? url : url.slice(0, mark);
    this.#query = mark < 0 ? "" : url.slice(mark + 1);
  }

  /** The answer of a refusal, in the form of the operation's surface and the language that the client asked for. */
  refusal(error: WireError): Response {
    const { locale } = this.#raw.headers;
    const language = languageOf(typeof locale === "string" ? locale : undefined);
    const at = { now: this.#services.now(), path: this.#path, language };
    return errorResponse(this.#operation.surface, error, at, this.version);
  }

  /** The key that the request names, if it is one: what is none may be a secret that was sent by mistake. */
  keyName(): string {
    const name = this.#raw.headers["access-key"];
    if (typeof name !== "string") return "";
    return this.#services.authenticator.keys.find(name)?.key ?? "";
  }

  async answerPublic(): Promise<Response> {
    const { engine, views, history, contracts, profile, now } = this.#services;
    const input = readParameters(this.#operation.parameters, parseQuery(this.#query));
    const context: Context = { engine, views, history, contracts, profile, now };
    return { status: 200, body: jsonOf(await this.#operation.handle(context, input)), version: 0 };
  }

  async answerSigned(): Promise<Response> {
    const { authenticator, limits, replays } = this.#services;
    const operation = this.#operation;
    const { headers } = this.#raw;
    const signed = authenticate(authenticator, {
      headers,
      method: operation.method,
      path: this.#path,
      query: this.#query,
      body: this.#body,
      address: this.address,
    });
    this.signed = signed;
    const { account } = signed.key;
    if (!account.known) await authenticator.keys.accounts.settled(account);
    this.#services.risk.cameFrom(account, this.address);
    authorize(signed.key, operation.access);
    if (this.#body.length > 0 && !isJsonType(headers["content-type"]))
      throw new WireError("contentTypeInvalid");
    this.usage.weight = limits.takeUidWeight(operation, account);
    if (operation.access === "read") return this.#run(signed);
    const repeated = replays.find(signed.key.key, signed.requestHash);
    if (repeated !== undefined) return repeated;
    const answer = this.#decide(signed);
    replays.keep(signed.key.key, signed.requestHash, answer);
    return answer;
  }

  /** Like {@link #run}, but a refusal that a repetition would meet again is an answer too. Throws the others. */
  async #decide(signed: Signed): Promise<Response> {
    try {
      const response = await this.#run(signed);
      if (this.#operation.remembered === true) this.#services.replays.drop(signed.requestHash);
      return response;
    } catch (cause) {
      const error = wireErrorOf(cause, this.#services.log, this.#operation);
      if (error.isTransient) {
        this.#services.replays.drop(signed.requestHash);
        throw error;
      }
      return this.refusal(error);
    }
  }

  async #run({ key, requestHash }: Signed): Promise<Response> {
    const { limits } = this.#services;
    const operation = this.#operation;
    const source: JsonObject = takesBody(operation) ? parseBody(this.#body) : parseQuery(this.#query);
    const input = readParameters(operation.parameters, source);
    if (operation.orders !== undefined) {
      this.usage.orders = limits.takeOrders(
        operation,
        key.account,
        operation.orders.count?.(input as never) ?? 1,
      );
    }
    const context = new AccountContext(this.#services, key, requestHash, (reason) => {
      this.reason = reason;
    });
    if (operation.past === true) context.version = context.after;
    try {
      const answer = await operation.handle(context, input);
      return { status: 200, body: jsonOf(answer), version: context.version };
    } finally {
      this.version = context.version;
      if (context.version > key.account.acknowledgedSeq) key.account.acknowledgedSeq = context.version;
    }
  }
}

/** What a signed operation's handler works with; see {@link PrivateContext}. */
class AccountContext implements PrivateContext {
  readonly engine: EnginePort;
  readonly views: MarketViews;
  readonly history: History;
  readonly contracts: Contracts;
  readonly profile: WireProfile;
  readonly contestLog: ContestLog;
  readonly requestLog: RequestLog;
  readonly explain: (reason: string) => void;
  readonly account: number;
  readonly after: number;
  /** Sequence number that the answer includes: what was durable when the handler began, or its last command. */
  version: number;
  readonly now: () => TimeMs;
  readonly requestHash: number;

  constructor(
    services: Services,
    { account, profile }: ApiKey,
    requestHash: number,
    explain: (reason: string) => void,
  ) {
    this.engine = services.engine;
    this.views = services.views;
    this.history = services.history;
    this.contracts = services.contracts;
    this.contestLog = services.contestLog;
    this.requestLog = services.requestLog;
    this.explain = explain;
    this.profile = profile ?? services.profile;
    this.account = account.account;
    this.after = account.acknowledgedSeq;
    this.version = services.engine.durableSeq;
    this.now = services.now;
    this.requestHash = requestHash;
  }

  async submit(command: Command): Promise<Outcome> {
    const outcome = await this.engine.submit(command);
    this.version = outcome.seq;
    return outcome;
  }

  async submitAll(commands: readonly Command[]): Promise<readonly Outcome[]> {
    const outcomes = await this.engine.submitAll(commands);
    for (const { seq } of outcomes) this.version = seq;
    return outcomes;
  }
}

function jsonOf(answer: unknown): string {
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer);
}

function isJsonType(header: string | undefined): boolean {
  if (header === "application/json") return true;
  return header !== undefined && /^application\/json\s*(;|$)/i.test(header);
}

/** The refusal that a failure becomes; bugs become 500 and are logged. */
function wireErrorOf(cause: unknown, log: Log, operation: Operation): WireError {
  if (cause instanceof WireError) return cause;
  if (cause instanceof EngineBusyError) {
    return new WireError("unavailable", "The venue is busy: nothing was done, send it again", RETRY_SECONDS);
  }
  if (cause instanceof EngineHaltedError) {
    return new WireError(
      "unavailable",
      "The venue has stopped: whether this was done is known after its restart",
    );
  }
  if (cause instanceof HistoryBehindError) {
    const behind = cause.wantedSeq - cause.appliedSeq;
    return new WireError(
      "unavailable",
      `History is ${behind} steps behind (at ${cause.appliedSeq}, this answer needs ${cause.wantedSeq}): try again`,
      RETRY_SECONDS,
    );
  }
  if (cause instanceof HistoryFailedError) {
    return new WireError("unavailable", "History cannot be read; the log of the venue says why");
  }
  log.error({ err: cause, path: operation.path }, "an operation failed");
  return new WireError("internal");
}
