import type { IncomingMessage, Server } from "node:http";
import { createServer as createHttpServer, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import Fastify from "fastify";
import { WireError } from "../../wire/index.ts";
import type { Limits } from "../limits/limits.ts";
import type { Log } from "../log.ts";
import type { Operation } from "../operation.ts";
import { Admission } from "./admission.ts";
import { BODY_MAX_BYTES, bodyTooLarge } from "./body.ts";
import { BodyRequest } from "./bodyRequest.ts";
import type { ClientAddresses } from "./clientAddresses.ts";
import { processConnections } from "./connections.ts";
import { FastPath } from "./fastPath.ts";
import type { HostNames } from "./hosts.ts";
import { Intakes, WRITE_AHEAD_BYTES } from "./intake.ts";
import { OperationTable } from "./operationTable.ts";
import { pathOf } from "./path.ts";
import type { RequestHead } from "./requestHead.ts";
import { headOf } from "./requestHead.ts";
import { readRequestLine } from "./requestLine.ts";
import type { Response } from "./respond.ts";
import { closing, refusedResponse, write } from "./respond.ts";
import { SAFETY_HEADERS, SAFETY_LINES } from "./safety.ts";
import { serveOperation } from "./serveOperation.ts";

const HEADERS_MAX_BYTES = 16 * 1024;
/** A client that sends a request slowly is cut off within 5 s: at the next second that the loop counts. */
const REQUEST_SECONDS = 4;
const KEEP_ALIVE_SECONDS = 75;

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a request to a route without an operation costs its address. Default: 1. */
    weight?: number;
  }
}

/** Takes over connections that change to another protocol. */
export interface Upgrades {
  /** Where upgrades are served. */
  readonly paths: readonly string[];
  /** Whether upgrades are served at a path. */
  serves(path: string): boolean;
  /** Takes over a connection; never rejects. @param refused its address has opened too many */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, refused: boolean): Promise<void>;
}

/** What the server needs of the gateway. */
export interface ServerParts {
  readonly hosts: HostNames;
  readonly addresses: ClientAddresses;
  readonly limits: Limits;
  readonly log: Log;
  /** Absent: no upgrades. */
  readonly upgrades?: Upgrades;
  /** Whether it is for operators alone, who get in where clients no longer do. Default: false. */
  readonly isOperators?: boolean;
  now(): number;
  /** What the route of an operation says of it in documents. */
  readonly routeSchema?: (operation: Operation) => object;
  /** Called for requests for no operation. */
  refused(raw: IncomingMessage, response: Response): void;
  /** Answers an operation; never rejects. */
  serve(
    operation: Operation,
    head: RequestHead,
    body: Uint8Array,
    connectionRefused: boolean,
  ): Promise<Response>;
}

/**
 * The HTTP server: routes of the operations, every error in the interface's form, hardened against slow and greedy
 * clients. Bodies reach the operations as raw bytes, since signatures cover them.
 *
 * @param extend adds routes and plugins to the framework before the operations' own, so that it can document those
 */
export function createServer(
  parts: ServerParts,
  operations: readonly Operation[],
  extend: (server: FastifyInstance) => Promise<void> | void = () => {},
): FastifyInstance {
  const { hosts, addresses, limits, log, upgrades, routeSchema, now } = parts;
  const admission = new Admission(limits, addresses);
  const answer = (operation: Operation, request: IncomingMessage, body: Uint8Array): Promise<Response> => {
    const head = headOf(request, addresses);
    return admission.isRefused(request.socket)
      ? parts.serve(operation, head, body, true).then(closing)
      : parts.serve(operation, head, body, false);
  };
  /** Answers a request that comes to no operation. */
  const refuse = (raw: IncomingMessage, reply: ServerResponse, response: Response) => {
    parts.refused(raw, response);
    write(reply, response);
  };
  const intakes = new Intakes({
    requestSeconds: REQUEST_SECONDS,
    refuseLate: (socket) => refuseConnection(timedOut, socket),
  });
  const refuseConnection = (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (socket.destroyed || !socket.writable || error.code === "ECONNRESET") socket.destroy();
    else intakes.endWith(socket, lastWord(error, now()));
  };
  /** Refuses a request that is valid HTTP but could be read in more than one way. */
  const refuseMalformed = (request: IncomingMessage, reply: ServerResponse, fault: string): void => {
    const error = new WireError("requestMalformed", `Bad Request: ${fault}`);
    refuse(request, reply, closing(refusedResponse(request.url ?? "/", error, now())));
  };
  /** Refuses a body that is not the JSON that its signature is looked for over. */
  const refuseEncoded = (request: IncomingMessage, reply: ServerResponse): void => {
    const text = `Content-Encoding ${clipped(request.headers["content-encoding"]!)} is not supported: send the body as it is`;
    const error = new WireError("contentTypeInvalid", text);
    refuse(request, reply, closing(refusedResponse(request.url!, error, now())));
  };
  /** The class of every answer of Node.js's server, also of those that it gives by itself. */
  class PacedResponse extends ServerResponse<BodyRequest> {
    // The types know nothing of the second argument, which Node.js passes.
    constructor(request: BodyRequest, ...options: readonly unknown[]) {
      super(...([request, ...options] as unknown as [BodyRequest]));
      for (const [name, value] of SAFETY_HEADERS) this.setHeader(name, value);
      intakes.began(request, this);
    }
  }
  const table = new OperationTable(operations);
  const direct = serveOperation({ hosts, now, refuse, serve: answer }, table);
  const server = Fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    exposeHeadRoutes: true,
    serverFactory: (framework) => {
      const limited = {
        IncomingMessage: BodyRequest,
        ServerResponse: PacedResponse,
        requireHostHeader: false, // checked by our own code, which refuses in the interface's form
        headersTimeout: 0, // the intakes count
        requestTimeout: 0,
        keepAliveTimeout: KEEP_ALIVE_SECONDS * 1_000,
        maxHeaderSize: HEADERS_MAX_BYTES,
        highWaterMark: WRITE_AHEAD_BYTES,
        noDelay: true,
        shouldUpgradeCallback: (request: IncomingMessage): boolean =>
          request.headers.upgrade?.toLowerCase() === "websocket" &&
          !hasBody(request) &&
          readRequestLine(request, (host) => hosts.allows(host)) === undefined &&
          upgrades?.serves(pathOf(request)) === true,
      };
      const http: Server = createHttpServer(limited, (request, reply) => {
        admission.use(request.socket);
        const fault = readRequestLine(request, (host) => hosts.allows(host));
        if (fault !== undefined) refuseMalformed(request, reply, fault);
        else if (isEncoded(request)) refuseEncoded(request, reply);
        else if (!direct(request, reply)) framework(request, reply);
      });
      // A client that ends its side after a request still gets its answer. The types do not know the property.
      (http as { httpAllowHalfOpen?: boolean }).httpAllowHalfOpen = true;
      http.on("checkExpectation", (request: IncomingMessage, reply: ServerResponse) =>
        refuseMalformed(request, reply, 'header "Expect" is not "100-continue"'),
      );
      http.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
        intakes.release(request.socket);
        stream.on("error", () => stream.destroy()); // the peer has left: there is nobody to tell
        void upgrades?.upgrade(request, stream, head, !admission.admitUpgrade(request));
      });
      return http;
    },
    frameworkErrors: (error, request, reply) => {
      const kind = error.code === "FST_ERR_BAD_URL" ? "pathNotFound" : "requestMalformed";
      write(reply.hijack().raw, refusedResponse(request.raw.url ?? "/", new WireError(kind), now()));
    },
    clientErrorHandler: refuseConnection,
  });
  const connections = processConnections();
  const tellFull = (): void =>
    log.warn(
      { connections: connections.max },
      "as many connections are open as are served: further ones are closed",
    );
  const [listener] = server.server.listeners("connection") as [(socket: Socket) => void];
  const takeOver = (socket: Socket, unread: readonly Buffer[]): void => {
    listener.call(server.server, socket);
    intakes.take(socket, unread);
  };
  const plain = new FastPath({
    operations: table,
    keepAliveSeconds: KEEP_ALIVE_SECONDS,
    firstRequestSeconds: REQUEST_SECONDS,
    allows: (host) => hosts.allows(host),
    serve: (operation, head, body) => parts.serve(operation, head, body, false),
    handOver(socket, unread, served) {
      if (served) admission.use(socket);
      takeOver(socket, unread);
    },
    refuseSilent: (socket) => refuseConnection(timedOut, socket),
  });
  server.server.off("connection", listener);
  server.server.on("connection", (socket) => {
    if (!connections.admit(socket, parts.isOperators === true, tellFull)) return;
    const isAdmitted = admission.admit(socket);
    if (isAdmitted && !admission.carriesMany(socket)) plain.take(socket);
    else takeOver(socket, []);
  });
  server.addHook("preClose", (done) => {
    plain.close();
    intakes.close();
    done();
  });

  // Schemas document the routes; the operations read their parameters themselves, from the verified bytes.
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  server.addHook("onRequest", async (request, reply) => {
    const { raw, url, routeOptions } = request;
    try {
      if (!hosts.allows(raw.headers.host)) throw new WireError("hostRefused");
      limits.takePageWeight(addresses.of(raw), routeOptions.config.weight ?? 1);
    } catch (cause) {
      const wire = reply.hijack().raw;
      await limits.holdBack(cause);
      refuse(raw, wire, refusedResponse(url, cause as WireError, now()));
    }
  });
  void server.register(onSameLevel(async (instance) => extend(instance)));
  void server.register(
    onSameLevel(async (instance) => {
      for (const operation of operations) {
        instance.route({
          method: operation.method,
          url: operation.path,
          schema: routeSchema?.(operation) ?? {},
          config: { weight: 0 }, // it has its own
          handler: (request, reply) => {
            reply.hijack();
            const body = (request.body as Uint8Array | undefined) ?? new Uint8Array(0);
            void answer(operation, request.raw, body).then((response) => write(reply.raw, response));
          },
        });
      }
    }),
  );
  const methods = methodsByPath(operations);
  server.setNotFoundHandler((request, reply) => {
    const raw = reply.hijack().raw;
    const path = pathOf(request.raw);
    const allowed = methods.get(path);
    if (allowed === undefined && upgrades?.serves(path)) {
      const error = new WireError(
        "upgradeRequired",
        "Upgrade Required: this path is for WebSocket connections",
      );
      const refused = refusedResponse(request.url, error, now());
      refuse(request.raw, raw, { ...refused, headers: ["upgrade", "websocket"] });
      return;
    }
    if (allowed === undefined) {
      const isHandshake = raw.req.headers.upgrade?.toLowerCase() === "websocket";
      const sockets = isHandshake && upgrades ? `; sockets are at ${upgrades.paths.join(", ")}` : "";
      const text = `Not found: ${request.method} ${clipped(path)}${sockets}`;
      refuse(request.raw, raw, refusedResponse(request.url, new WireError("pathNotFound", text), now()));
      return;
    }
    const headers = ["allow", `${allowed}, OPTIONS`];
    if (request.method === "OPTIONS") {
      raw.writeHead(204, headers).end();
      return;
    }
    const error = new WireError("methodNotAllowed", `Method not allowed: this path takes ${allowed}`);
    refuse(request.raw, raw, { ...refusedResponse(request.url, error, now()), headers });
  });
  server.setErrorHandler(
    (error: { readonly code?: string; readonly statusCode?: number }, request, reply) => {
      const raw = reply.hijack().raw;
      const path = pathOf(request.raw);
      const status = error.statusCode ?? 500;
      if (status >= 500) log.error({ err: error, path }, "a request failed");
      const refused = new WireError(status >= 500 ? "internal" : "requestMalformed");
      const { url } = request;
      refuse(
        request.raw,
        raw,
        status === 413 ? bodyTooLarge(url, now()) : closing(refusedResponse(url, refused, now())),
      );
    },
  );
  return server;
}

/** A plugin that gets the server itself instead of a scope of its own. */
function onSameLevel(plugin: (server: FastifyInstance) => Promise<void>): typeof plugin {
  return Object.assign(plugin, { [Symbol.for("skip-override")]: true });
}

function methodsByPath(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const { path, method } of operations) {
    const known = methods.get(path);
    const served = method === "GET" ? "GET, HEAD" : method;
    methods.set(path, known === undefined ? served : `${known}, ${served}`);
  }
  return methods;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isEncoded({ headers }: IncomingMessage): boolean {
  return (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
}

/** As Node.js says that a request is late. */
const timedOut = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** The last answer to a connection that sent something other than HTTP, or too slowly, or too much. */
function lastWord({ code }: Error & { readonly code?: string }, now: number): string {
  const status =
    code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? "408 Request Timeout"
      : code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : "400 Bad Request";
  const body = `{"code":"${status.slice(0, 3)}","msg":"${status.slice(4)}","requestTime":${now},"data":null}`;
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n${SAFETY_LINES}\r\n${body}`;
}

function clipped(url: string): string {
  return url.length > 100 ? `${url.slice(0, 100)}…` : url;
}
