import type { IncomingMessage } from "node:http";
import type { WireError } from "../../interface/wire/index.ts";
import type { TimeMs } from "../../kernel/core/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import type { RefusedAt } from "./apiVersion.ts";
import type { ApiKey } from "./auth/keys.ts";
import type { Injected } from "./faults/faults.ts";
import type { ClientAddresses } from "./http/clientAddresses.ts";
import type { HeadersRead, RequestHead } from "./http/requestHead.ts";
import type { Response } from "./http/respond.ts";
import type { Operation } from "./operation.ts";
import type { RequestLog } from "./requestLog/requestLog.ts";
import { MarketRefusal } from "./trading/refusals.ts";

/** A request to an operation on its way to the operation's handler. */
export interface InFlightRequest {
  readonly operation: Operation;
  readonly head: RequestHead;
  /**
   * The raw bytes, empty for a GET. Once the request is answered, the next one may overwrite them: whoever
   * keeps them copies them.
   */
  readonly body: Uint8Array;
  /** The connection is over its address's limit. */
  readonly isRefused: boolean;
  /** Host time at which it arrived, Unix ms. */
  readonly arrivedMs: number;
  /** The faults that are injected into it on purpose. */
  readonly injected: Injected | undefined;
}

/** A request to an operation, and what became of it. */
export interface Answered extends InFlightRequest {
  /** How long answering it took, ms of the host. */
  readonly tookMs: number;
  readonly response: Response;
  /**
   * The API key whose signature it has; `undefined` where it was not signed, or the signature does not fit.
   */
  readonly signedBy: ApiKey | undefined;
  /** The last refusal inside an answer of status 200, as for a row of a batch. */
  readonly refusedInside: WireError | undefined;
  /** Market time at which it was answered. */
  marketTime(): TimeMs;
  /** The API key that it names, if there is such a key: any other text may be a secret sent by mistake. */
  namedKey(): ApiKey | undefined;
}

/** Called with every answer to a request to an operation, before the answer is sent. */
export type AnswerObserver = (answered: Answered) => void;

/** Where a refusal inside an answer was met: its code does not depend on it. */
const NOWHERE: RefusedAt = { now: 0, path: "", language: "en" };

/** Keeps the log of requests. */
export function requestLogger(requestLog: RequestLog, clock: Clock): AnswerObserver {
  return (answered) => {
    const { operation, head, response, injected, signedBy, tookMs } = answered;
    const { status } = response;
    const error = response.error ?? answered.refusedInside;
    const own = error === undefined ? "" : operation.api.words(error);
    const why = injected?.why;
    const reason = why === undefined || own === "" ? (why ?? own) : `${why}: ${own}`;
    const isRefused = error !== undefined || reason !== "";
    const account = signedBy === undefined || isOfPage(head) ? 0 : signedBy.account.account;
    if (!requestLog.wants(isRefused, account, clock.monotonicMs())) return;
    const key = answered.namedKey();
    requestLog.add({
      time: clock.wallMs(),
      marketTime: answered.marketTime(),
      method: head.method,
      path: operation.path,
      key: key?.key ?? "",
      account: key?.account.account ?? 0,
      address: head.address,
      program: programOf(head.headers),
      weight: operation.weight,
      status,
      code: response.code ?? (error === undefined ? "" : operation.api.refuse(error, NOWHERE).code),
      tookMs: Math.round(tookMs * 1000) / 1000,
      reason,
      refusal: error?.cause instanceof MarketRefusal ? error.cause.shown() : undefined,
    });
  };
}

/** Whether the venue's own page sent the request: it reads all the time, and would fill the log. */
function isOfPage({ headers }: RequestHead): boolean {
  return headers["sec-fetch-site"] === "same-origin";
}

/** The first word of the `User-Agent`: the program, with its version. */
function programOf({ "user-agent": agent = "" }: HeadersRead): string {
  return /^[\w.+-]+(?:\/[\w.+-]+)?/.exec(agent)?.[0] ?? "";
}

/** Logs a request for no operation: an unknown path, a foreign host name, a body that is too large. */
export function logRefused(
  {
    requestLog,
    clock,
    now,
    addresses,
  }: {
    readonly requestLog: RequestLog;
    readonly clock: Clock;
    readonly now: () => TimeMs;
    readonly addresses: ClientAddresses;
  },
  raw: IncomingMessage,
  response: Response,
  why: string | undefined,
): void {
  if (!requestLog.wants(true)) return;
  const reason = response.error?.message ?? "";
  requestLog.add({
    time: clock.wallMs(),
    marketTime: now(),
    method: raw.method ?? "",
    path: (raw.url ?? "").split("?", 1)[0]!,
    key: "",
    account: 0,
    address: addresses.of(raw),
    program: programOf(raw.headers),
    weight: { ip: 0, uid: 0 },
    status: response.status,
    code: response.code ?? "",
    tookMs: 0,
    reason: why === undefined ? reason : `${why}: ${reason}`,
  });
}
