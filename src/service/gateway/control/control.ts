import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { JsonObject } from "../../../interface/wire/index.ts";
import { WireError } from "../../../interface/wire/index.ts";
import type { ActedCommand, TimeMs } from "../../../kernel/core/index.ts";
import type { Outcome } from "../../../kernel/engine/index.ts";
import {
  EngineHaltedError,
  ReexecutionError,
  StepEndedError,
  TimeReversalError,
} from "../../../kernel/engine/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import { oneAfterOther } from "../../../kernel/host/oneAfterOther.ts";
import { HistoryFailedError, patiently } from "../../readmodel/index.ts";
import { Exports } from "../export/exports.ts";
import { readOnly } from "../forward.ts";
import { ClientAddresses } from "../http/clientAddresses.ts";
import { HostNames } from "../http/hosts.ts";
import { parseBody, parseQuery } from "../http/json.ts";
import type { WholeRequest } from "../http/leaderPort.ts";
import { CallerGone } from "../http/leaderPort.ts";
import type { Response, SentFile } from "../http/respond.ts";
import { refusedResponse, sendFile, write } from "../http/respond.ts";
import type { Route } from "../http/routes.ts";
import { OperationTable } from "../http/routes.ts";
import type { HttpServer } from "../http/server.ts";
import { createServer } from "../http/server.ts";
import { MemoryCounters } from "../limits/counters.ts";
import { Limits } from "../limits/limits.ts";
import { limitProfiles } from "../limits/profile.ts";
import type { Log } from "../log.ts";
import { contractNamed } from "../trading/refusals.ts";
import { unavailableOf } from "../unavailable.ts";
import { wordOf } from "../words.ts";
import { Acting } from "./acting.ts";
import { afterCommand } from "./carriedOut.ts";
import { metricsRoute } from "./metrics/metricsRoute.ts";
import type { Caller, ControlContext, ControlOperation, ControlServices } from "./operation.ts";
import { roles } from "./operation.ts";
import { controlOperations } from "./operations.ts";
import { tokenCheck } from "./operator/tokens.ts";
import { readInput } from "./readInput.ts";
import { operatorRefusalOf, Refusals } from "./refusals.ts";
import { ReferenceConflict, Repetitions, referenceOf } from "./repetition.ts";

/** The operations of control, for this node's server and for requests that other nodes pass on. */
export interface Control {
  /** Its operations and the metrics, for a server. */
  readonly routes: readonly Route[];
  /**
   * Answers a whole request that another node has passed on; `undefined`: it is for no operation of control.
   */
  answer(request: WholeRequest): Promise<Response> | undefined;
  /** Cuts off the files that are being sent. */
  close(): void;
}

/**
 * The control surface: what an operator or a test suite may do to a venue, behind an operator's token
 * (`Authorization: Bearer …`), and `GET /metrics`, which shows figures only and needs none. Errors have the
 * form of the interface; bad input is never a 5xx. An answer that needs history waits for it as long as it
 * takes: it may be of a command that was carried out already, and a scenario asks, too.
 * docs/reference/control.md
 */
export function createControl(services: ControlServices): Control {
  const exports = new Exports();
  const contextNow = contextOf(services, exports);
  const callerOf = tokenCheck(services.keys.adminToken);
  const repetitions = new Repetitions(services);
  const refusals = new Refusals(services.clock, services.log);
  const byRoute = new Map(controlOperations.map((each) => [`${each.method} ${each.path}`, each]));
  return {
    routes: [...controlOperations.map(routeOf), metricsRoute(services)],
    answer(request) {
      const operation = byRoute.get(`${request.method} ${request.url.split("?", 1)[0]}`);
      return operation && answer(request, operation);
    },
    close: () => exports.close(),
  };

  function routeOf(operation: ControlOperation): Route {
    const { method, path } = operation;
    return {
      ...{ method, path, described: operation },
      weight: 0, // operators have no limits
      async serve(request, reply, body) {
        const gone = goneOf(request.socket, reply);
        const response = await serve({ ...wholeOf(request, method, body), gone }, operation);
        if (response.file === undefined) write(reply, response);
        else await send(reply, response.file);
      },
    };
  }

  /** Sends a file. An error after it has begun can only be logged. */
  async function send(raw: ServerResponse, file: SentFile): Promise<void> {
    const error = await sendFile(raw, file);
    if (error !== undefined) services.log.warn({ err: error, file: file.name }, "a file was cut off");
  }

  /** Answers here or, where another node leads, there. */
  async function serve(request: WholeRequest, operation: ControlOperation): Promise<Response> {
    const { leader, engine } = services;
    if (leader === undefined || leader.isHere || !isForLeader(operation)) return answer(request, operation);
    try {
      return (await leader.send(request, false)) ?? (await answer(request, operation));
    } catch (cause) {
      return refusedResponse(request.url, wireErrorOf(cause, services.log, operation), engine.now());
    }
  }

  async function answer(request: WholeRequest, operation: ControlOperation): Promise<Response> {
    const { engine, log } = services;
    const isRead = operation.method === "GET";
    let latest: Acting | undefined;
    let refuse = async (_reason: string): Promise<void> => undefined;
    try {
      const caller = await callerOf(engine, request.headers.authorization);
      if (caller === undefined) return REFUSED;
      const actingOn = (given: JsonObject, reference: string): Acting => {
        const action = operation.path.slice(PREFIX.length);
        const asked = { operator: caller.name, action, given, reference };
        const acting = new Acting(
          () => services.engine,
          asked,
          operation.parameters,
          services.replay === undefined,
        );
        latest = acting;
        if (!isRead) refuse = (reason) => refusals.record(caller.name, acting, reason);
        return acting;
      };
      actingOn({}, "");
      if (isRead && operation.at !== "node") await engine.current();
      if (caller.role < roles[operation.role]) throw new Forbidden(caller, operation);
      if (services.replay !== undefined && isForLeader(operation) && !isRead) throw readOnly();
      const source = isRead ? parseQuery(queryOf(request.url)) : parseBody(request.body);
      actingOn(source, "");
      const { reference, ...input } = readInput(operation.parameters, source);
      const named = referenceOf(reference ?? source["reference"]); // an empty reference counts as none
      const acting = actingOn(source, named);
      const context = contextNow(operation, caller, acting, request.gone);
      if (operation.sends !== undefined) {
        const file = (await operation.handle(context, input)) as SentFile;
        return { status: 200, body: "", version: 0, file };
      }
      const act = async () => {
        const handle = async () => operation.handle(context, input);
        const result = JSON.stringify(await (isRead ? patiently(services.history, handle) : handle()));
        if (!isRead) await logged(acting, services);
        return result;
      };
      const body = named === "" ? await act() : await repetitions.once(named, acting.terms, act);
      return { status: 200, body, version: 0 };
    } catch (cause) {
      const error = known(cause) ?? wireErrorOf(cause, log, operation);
      await refuse(error.message);
      const now = engine.now();
      if (error instanceof WireError) {
        const shown = latest?.isBegun ? afterCommand(error, cause) : error;
        return refusedResponse(request.url, shown, now);
      }
      return refused(error instanceof Forbidden ? 403 : 409, error.message, now);
    }
  }
}

function isForLeader({ at, method }: ControlOperation): boolean {
  return (at ?? (method === "GET" ? "node" : "leader")) === "leader";
}

const PREFIX = "/control/";

const REFUSED: Response = {
  status: 401,
  body: '{"code":"401","msg":"The control surface needs the token of an operator: Authorization: Bearer <token>","data":null}',
  version: 0,
  headers: ["www-authenticate", 'Bearer realm="control"'],
};

/** An operator asked for more than its role may. */
class Forbidden extends Error {
  override readonly name = "Forbidden";

  constructor({ name, role }: Caller, operation: ControlOperation) {
    const has = wordOf(roles, role);
    super(`${operation.method} ${operation.path} needs the role ${operation.role}: ${name} has ${has}`);
  }
}

/** Refusals that have a status of their own. */
function known(cause: unknown): Forbidden | ReferenceConflict | undefined {
  return cause instanceof Forbidden || cause instanceof ReferenceConflict ? cause : undefined;
}

function refused(status: 403 | 409, message: string, now: TimeMs): Response {
  const body = JSON.stringify({ code: String(status), msg: message, requestTime: now, data: null });
  return { status, body, version: 0 };
}

/** Logs an operation that was carried out. @throws if the venue has halted meanwhile */
async function logged(acting: Acting, { log }: ControlServices): Promise<void> {
  try {
    await acting.log();
  } catch (cause) {
    log.error({ err: cause, terms: acting.terms }, "an operation of control could not be logged");
  }
}

/**
 * The context of a handler. The market's parts are read anew for each request, since a reset replaces them.
 */
function contextOf(
  services: ControlServices,
  exports: Exports,
): (
  operation: ControlOperation,
  caller: Caller,
  acting: Acting,
  gone: AbortSignal | undefined,
) => ControlContext {
  const profiles = [...Object.values(limitProfiles), services.clients.limits.profile];
  const profilesByName = new Map(profiles.map((profile) => [profile.name, profile]));
  const sinceMs = services.clock.monotonicMs();
  const inTurn = oneAfterOther();
  return (operation, caller, acting, gone) => {
    const { engine } = services;
    // The parts that only the leader has are read from `services` when a handler needs them: on other nodes
    // that throws.
    return Object.assign(Object.create(services) as ControlServices, {
      limitProfiles: profilesByName,
      exports,
      sinceMs,
      caller,
      acting,
      gone,
      inTurn,
      async submit(
        command: ActedCommand,
        contract = "contract" in command ? command.contract : undefined,
      ): Promise<Outcome> {
        const outcome = await acting.submit(command);
        const { rejection } = outcome;
        if (rejection === undefined) return outcome;
        const contracts = await engine.query({ type: "contracts" });
        throw operatorRefusalOf(rejection, {
          contract: contracts[contract ?? contractNamed(rejection) ?? -1],
          command,
          operation,
        });
      },
    });
  };
}

/**
 * Aborted once the answer is given, or the client has ended its side of the connection. Whether such a
 * client still reads would be known only after something is written to it.
 */
function goneOf(socket: Socket, reply: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const leave = (): void => gone.abort(new CallerGone());
  socket.once("end", leave);
  reply.once("close", () => {
    socket.off("end", leave);
    leave();
  });
  return gone.signal;
}

function queryOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}

/** A request of HEAD is that of GET, whose answer goes without its body. */
function wholeOf(
  { url = "", headers, socket }: IncomingMessage,
  method: string,
  body: Uint8Array,
): WholeRequest {
  const { authorization } = headers;
  return { method, url, headers: { authorization }, address: socket.remoteAddress ?? "", body };
}

function wireErrorOf(cause: unknown, log: Log, operation: ControlOperation): WireError {
  if (cause instanceof WireError) return cause;
  const unavailable = unavailableOf(cause);
  if (unavailable !== undefined) return unavailable;
  if (cause instanceof TimeReversalError || cause instanceof StepEndedError)
    return new WireError("refused", cause.message);
  if (
    cause instanceof EngineHaltedError ||
    cause instanceof HistoryFailedError ||
    cause instanceof ReexecutionError
  ) {
    return new WireError("unavailable", cause.message);
  }
  log.error({ err: cause, path: operation.path }, "an operation of control failed");
  return new WireError("internal");
}

/**
 * A server for control alone: where other machines can reach the venue, control stays on a loopback port of
 * its own. It is hardened like the main server, and serves no operations of clients.
 *
 * @param routes the operations of control, and the operators' pages
 */
export function createControlServer(
  parts: { readonly clock: Clock; readonly log: Log; now(): number },
  routes: readonly Route[],
): HttpServer {
  const { clock, log, now } = parts;
  const limits = new Limits({ profile: limitProfiles.off, counters: new MemoryCounters(), clock, log });
  const serve = () => Promise.reject(new Error("invariant: control has no operations of the interface"));
  const who = { hosts: new HostNames([]), addresses: new ClientAddresses() };
  const server = { ...who, limits, log, now, refused() {}, serve, isOperators: true };
  return createServer(server, new OperationTable([]), routes);
}
