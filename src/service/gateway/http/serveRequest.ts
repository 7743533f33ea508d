import type { IncomingMessage, ServerResponse } from "node:http";
import { WireError } from "../../../interface/wire/index.ts";
import type { Limits } from "../limits/limits.ts";
import type { Log } from "../log.ts";
import type { Operation } from "../operation.ts";
import type { BodyRequest } from "./bodyRequest.ts";
import { BODY_MAX_BYTES } from "./bodyRequest.ts";
import type { ClientAddresses } from "./clientAddresses.ts";
import type { HostNames } from "./hosts.ts";
import { decodedPath, pathOf } from "./requestLine.ts";
import type { Response } from "./respond.ts";
import { closing, refusedResponse, write } from "./respond.ts";
import type { OperationTable, Route, RouteTable } from "./routes.ts";

/** What answering requests takes. */
export interface RequestParts {
  readonly operations: OperationTable;
  readonly routes: RouteTable;
  readonly hosts: HostNames;
  readonly addresses: ClientAddresses;
  readonly limits: Limits;
  readonly log: Log;
  /** The paths at which WebSockets are served; absent: none. */
  readonly upgrades?: { readonly paths: readonly string[]; serves(path: string): boolean } | undefined;
  /** The refusal of a path of a dialect that is switched off. Absent: all dialects are served. */
  refusalOf?(path: string): WireError | undefined;
  now(): number;
  /** Writes an answer to a request that comes to no operation. */
  refuse(request: IncomingMessage, reply: ServerResponse, response: Response): void;
  /** Answers an operation; never rejects. */
  serve(operation: Operation, request: IncomingMessage, body: Uint8Array): Promise<Response>;
}

const NO_BODY = new Uint8Array(0);

/**
 * Takes requests straight from the socket to their operation: a look-up by method and path, the raw body,
 * nothing else. What is no operation is a route, which its address has a budget for, or is nothing.
 */
export function requestServer(parts: RequestParts): (request: BodyRequest, reply: ServerResponse) => void {
  const { operations, routes, hosts, addresses, limits, log, upgrades, now } = parts;
  return (request, reply) => {
    const { method = "", url = "" } = request;
    const operation =
      operations.find(method, url) ??
      (url.includes("%") ? operations.find(method, decodedPath(pathOf(request))) : undefined);
    if (operation === undefined) void serveOther(request, reply);
    else if (!hosts.allows(request.headers.host)) refuse(request, reply, new WireError("hostRefused"));
    else
      withBody(request, reply, (body) => {
        void parts.serve(operation, request, body).then((response) => write(reply, response));
      });
  };

  function refuse(request: IncomingMessage, reply: ServerResponse, error: WireError): void {
    parts.refuse(request, reply, refusedResponse(request.url!, error, now()));
  }

  /**
   * Calls back with the body once all of it is there. Refuses one that is too long, after which the
   * connection closes, since the rest of it is still on its way.
   */
  function withBody(request: BodyRequest, reply: ServerResponse, go: (body: Uint8Array) => void): void {
    if (request.method === "GET" || request.method === "HEAD") return go(NO_BODY);
    request.takeBody(BODY_MAX_BYTES, (body) => {
      if (body !== undefined) return go(body);
      const text = `Request body too large: at most ${BODY_MAX_BYTES} bytes`;
      const refused = refusedResponse(request.url!, new WireError("bodyTooLarge", text), now());
      parts.refuse(request, reply, closing(refused));
    });
  }

  async function serveOther(request: BodyRequest, reply: ServerResponse): Promise<void> {
    const route = routes.find(request.method!, decodedPath(pathOf(request)));
    try {
      if (!hosts.allows(request.headers.host)) throw new WireError("hostRefused");
      limits.takePageWeight(addresses.of(request), route?.weight ?? 1);
    } catch (cause) {
      await limits.holdBack(cause);
      return refuse(request, reply, cause as WireError);
    }
    withBody(request, reply, (body) => {
      if (route === undefined) refuseUnknown(request, reply);
      else void serveRoute(route, request, reply, body);
    });
  }

  async function serveRoute(
    route: Route,
    request: IncomingMessage,
    reply: ServerResponse,
    body: Uint8Array,
  ): Promise<void> {
    try {
      await route.serve(request, reply, body);
    } catch (error) {
      log.error({ err: error, path: pathOf(request) }, "a request failed");
      const failed = refusedResponse(request.url!, new WireError("internal"), now());
      parts.refuse(request, reply, closing(failed));
    }
  }

  /**
   * Refuses a request for an unknown path, and names what the client may have meant: another method, a
   * WebSocket, another path.
   */
  function refuseUnknown(request: IncomingMessage, reply: ServerResponse): void {
    const { method, url } = request;
    const path = pathOf(request);
    const off = parts.refusalOf?.(path);
    if (off !== undefined) return refuse(request, reply, off);
    const allowed = operations.methodsOf(path);
    if (allowed !== "") {
      const headers = ["allow", `${allowed}, OPTIONS`];
      if (method === "OPTIONS") return void reply.writeHead(204, headers).end();
      const error = new WireError("methodNotAllowed", `Method not allowed: this path takes ${allowed}`);
      return parts.refuse(request, reply, { ...refusedResponse(url!, error, now()), headers });
    }
    const isHandshake = request.headers.upgrade?.toLowerCase() === "websocket";
    if (upgrades?.serves(path)) {
      const text = `Upgrade Required: this path is for WebSocket connections${isHandshake ? ", whose handshake has no body" : ""}`;
      const refused = refusedResponse(url!, new WireError("upgradeRequired", text), now());
      return parts.refuse(request, reply, { ...refused, headers: ["upgrade", "websocket"] });
    }
    const sockets = isHandshake && upgrades ? `; sockets are at ${upgrades.paths.join(", ")}` : "";
    refuse(request, reply, new WireError("pathNotFound", `Not found: ${method} ${clipped(path)}${sockets}`));
  }
}

/** The part of a client's text that an answer repeats. */
export function clipped(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
