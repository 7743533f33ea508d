import type { IncomingMessage } from "node:http";
import { WireError } from "../../interface/wire/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import type { InFlightRequest } from "./answered.ts";
import type { ApiKey } from "./auth/keys.ts";
import type { ClientBarrier } from "./clientBarrier.ts";
import type { Faults, Injected } from "./faults/faults.ts";
import type { AskedRequest } from "./faults/requestKinds.ts";
import type { Refusing } from "./forward.ts";
import { changesSomething, forwarded, isForLeader, readOnly, refusalTo } from "./forward.ts";
import type { LeaderPort, Staleness } from "./http/leaderPort.ts";
import { aged } from "./http/ready.ts";
import type { HeadersRead, RequestHead } from "./http/requestHead.ts";
import { keyNamedBy } from "./http/requestHead.ts";
import type { Response } from "./http/respond.ts";
import type { Operation } from "./operation.ts";
import type { RequestGate } from "./requestGate.ts";
import type { Services } from "./serve.ts";
import { handleRequest, skewed } from "./serve.ts";

/** Answers a request; never rejects. */
type Next = (request: InFlightRequest) => Promise<Response>;
type Stage = (request: InFlightRequest, next: Next) => Promise<Response>;

export interface PipelineParts {
  readonly clock: Clock;
  readonly refusing: Refusing;
  readonly faults: Faults;
  readonly barrier: ClientBarrier;
  readonly gate: RequestGate;
  /** How the node that leads is reached; `undefined`: this process is the venue. */
  readonly leader: LeaderPort | undefined;
  readonly staleness: Staleness;
  /** Whether a journal is replayed. */
  readonly isReplay: boolean;
  /** Whether somebody hears of bodies once they are answered. */
  readonly keepsBodies: boolean;
  /** Of the market that is served; `undefined` before there is one. */
  readonly services: () => Services | undefined;
}

/** The ways to an operation's handler. */
export interface Pipelines {
  /** From a client of this node. */
  fromClient(
    operation: Operation,
    head: RequestHead,
    body: Uint8Array,
    isRefused: boolean,
  ): Promise<Response>;
  /** From another node, which has met the stages for clients itself. */
  fromNode(operation: Operation, head: RequestHead, body: Uint8Array): Promise<Response>;
}

/** What a request of a client passes at its own node, in this order. */
const AT_THE_NODE = [refuseChange, injectFaults, passOn, keepBody, addAge];
/** What it passes where it is answered; then {@link handleRequest} judges it. */
const AT_THE_MARKET = [holdTime, waitForMarket];

export function pipelinesOf(parts: PipelineParts): Pipelines {
  const handle: Next = (request) =>
    handleRequest(skewed(parts.services()!, request.injected?.skewMs), request);
  const atMarket = through(AT_THE_MARKET, parts, handle);
  const atNode = through(AT_THE_NODE, parts, atMarket);
  const inFlight = (
    operation: Operation,
    head: RequestHead,
    body: Uint8Array,
    isRefused: boolean,
  ): InFlightRequest => {
    return { operation, head, body, isRefused, arrivedMs: parts.clock.wallMs(), injected: undefined };
  };
  return {
    fromClient: (operation, head, body, isRefused) => atNode(inFlight(operation, head, body, isRefused)),
    fromNode: (operation, head, body) => atMarket(inFlight(operation, head, body, false)),
  };
}

/**
 * The first of the stages, each with the next one behind it; those that have nothing to do here are left out.
 */
function through(
  stages: readonly ((parts: PipelineParts) => Stage | undefined)[],
  parts: PipelineParts,
  last: Next,
): Next {
  return stages
    .flatMap((stage) => stage(parts) ?? [])
    .reduceRight<Next>((next, stage) => (request) => stage(request, next), last);
}

/** Nobody changes anything of a journal that is replayed. */
function refuseChange({ isReplay, refusing }: PipelineParts): Stage | undefined {
  if (!isReplay) return undefined;
  return (request, next) =>
    changesSomething(request.operation)
      ? Promise.resolve(refusalTo(refusing, request.operation, request.head, readOnly()))
      : next(request);
}

/** What is made to go wrong with the request is drawn. */
function injectFaults({ faults, services }: PipelineParts): Stage {
  return (request, next) => {
    if (faults.areRequestsPlain) return next(request);
    const { operation, head } = request;
    const { method, path, call, access } = operation;
    const key = keyNamedIn(services(), head.headers);
    const injected = faults.meet({ method, path, call, url: head.url, access, isHandshake: false, key });
    return next({ ...request, injected });
  };
}

/**
 * What only the node that leads can answer is passed on to it, unless this one has come to lead meanwhile.
 */
function passOn({ leader, refusing }: PipelineParts): Stage | undefined {
  if (leader === undefined) return undefined;
  return async (request, next) => {
    const { operation, head, body, isRefused, injected } = request;
    const isElsewhere = !leader.isHere && isForLeader(operation);
    if (!isElsewhere || isRefused || injected?.refusal !== undefined) return next(request);
    const answer = await forwarded(leader, refusing, operation, head, body);
    return answer === undefined ? next(request) : (injected?.answer(answer) ?? answer);
  };
}

/**
 * The body is copied for who hears of it: its bytes may belong to the buffer that the next request is read
 * into.
 */
function keepBody({ keepsBodies }: PipelineParts): Stage | undefined {
  if (!keepsBodies) return undefined;
  return (request, next) => next({ ...request, body: Uint8Array.from(request.body) });
}

/** The answer of a node that is stale says so. */
function addAge({ staleness, leader }: PipelineParts): Stage | undefined {
  return leader && ((request, next) => aged(staleness, next(request)));
}

/** Market time that runs as fast as it can waits for the answer. */
function holdTime({ barrier }: PipelineParts): Stage {
  return (request, next) => barrier.during(() => next(request));
}

/** While the market is replaced, the request waits for the next one. */
function waitForMarket({ gate, refusing }: PipelineParts): Stage {
  return (request, next) =>
    gate.pass(
      () => next(request),
      () => refusalTo(refusing, request.operation, request.head, notOpenYet()),
    );
}

export function notOpenYet(): WireError {
  return new WireError(
    "unavailable",
    "The market is being opened anew, and too many requests wait for it, or this one has waited long enough: nothing was done, send it again",
    1,
  );
}

/** What is made to go wrong with the handshake of a socket; `undefined` for nothing. */
export function injectedInto(
  { url = "", headers }: IncomingMessage,
  { faults, services }: Pick<PipelineParts, "faults" | "services">,
): Injected | undefined {
  if (faults.areRequestsPlain) return undefined;
  const path = url.split("?", 1)[0]!;
  const key = keyNamedIn(services(), headers);
  const asked: AskedRequest = { method: "GET", path, url, access: "read", isHandshake: true, key };
  return faults.meet(asked);
}

function keyNamedIn(services: Services | undefined, headers: HeadersRead): ApiKey | undefined {
  return services?.authenticator.keys.find(keyNamedBy(headers));
}
