import { lookup } from "node:dns/promises";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer as createHttpServer, ServerResponse } from "node:http";
import type { AddressInfo, Socket, Server as TcpServer } from "node:net";
import { createServer as createTcpServer } from "node:net";
import type { Duplex } from "node:stream";
import { WireError } from "../../../interface/wire/index.ts";
import type { Limits } from "../limits/limits.ts";
import type { Log } from "../log.ts";
import type { Operation } from "../operation.ts";
import { Admission } from "./admission.ts";
import { BodyRequest } from "./bodyRequest.ts";
import type { ClientAddresses } from "./clientAddresses.ts";
import { processConnections } from "./connections.ts";
import { FastPath } from "./fastPath.ts";
import type { HostNames } from "./hosts.ts";
import { Intakes, WRITE_AHEAD_BYTES } from "./intake.ts";
import type { RequestHead } from "./requestHead.ts";
import { headOf } from "./requestHead.ts";
import { pathOf, readRequestLine } from "./requestLine.ts";
import type { Response } from "./respond.ts";
import { closing, refusedResponse, write } from "./respond.ts";
import type { OperationTable, Route } from "./routes.ts";
import { RouteTable } from "./routes.ts";
import { SAFETY_HEADERS, SAFETY_LINES } from "./safety.ts";
import { clipped, requestServer } from "./serveRequest.ts";

const HEADERS_MAX_BYTES = 16 * 1024;
/** A client that sends a request slowly is cut off within 5 s: at the next second that the loop counts. */
const REQUEST_SECONDS = 4;
const KEEP_ALIVE_SECONDS = 75;
/** Its several addresses are all listened at. */
const LOCALHOST = "localhost";

/** Takes over connections that change to another protocol. */
export interface Upgrades {
  /** Where upgrades are served. */
  readonly paths: readonly string[];
  /** Whether upgrades are served at a path. */
  serves(path: string): boolean;
  /** Takes over a connection; never rejects. @param refused whether its address has opened too many */
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
  /** Whether the server is for operators only, who get in when clients no longer do. Default: false. */
  readonly isOperators?: boolean;
  /** The refusal of a path of a dialect that is switched off. Absent: all dialects are served. */
  refusalOf?(path: string): WireError | undefined;
  now(): number;
  /** Called for each request for no operation. */
  refused(raw: IncomingMessage, response: Response): void;
  /** Answers an operation; never rejects. */
  serve(
    operation: Operation,
    head: RequestHead,
    body: Uint8Array,
    connectionRefused: boolean,
  ): Promise<Response>;
}

/** A server that listens. */
export interface HttpServer {
  /** Begins to listen; resolves with the port. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /** Calls back with each new connection. */
  onConnection(opened: (socket: Socket) => void): void;
  /**
   * Refuses new connections, ends those that wait for no answer, and resolves when the others have theirs.
   */
  close(): Promise<void>;
}

/**
 * The HTTP server: operations and routes, every error in the interface's form, hardened against slow and
 * greedy clients. Bodies reach the operations as raw bytes, since signatures cover them.
 */
export function createServer(
  parts: ServerParts,
  operations: OperationTable,
  routes: readonly Route[],
): HttpServer {
  const { hosts, addresses, limits, log, upgrades, now } = parts;
  const allows = (host: string | undefined): boolean => hosts.allows(host);
  const admission = new Admission(limits, addresses);
  /** Answers a request that comes to no operation. */
  const refuse = (raw: IncomingMessage, reply: ServerResponse, response: Response) => {
    parts.refused(raw, response);
    write(reply, response);
  };
  const serve = requestServer({
    refusalOf: (path) => parts.refusalOf?.(path),
    ...{ operations, routes: new RouteTable(routes), hosts, addresses, limits, log, upgrades, now, refuse },
    serve(operation, request, body) {
      const head = headOf(request, addresses);
      return admission.isRefused(request.socket)
        ? parts.serve(operation, head, body, true).then(closing)
        : parts.serve(operation, head, body, false);
    },
  });
  const intakes = new Intakes({
    requestSeconds: REQUEST_SECONDS,
    refuseLate: (socket) => refuseConnection(timedOut, socket),
  });
  const refuseConnection = (error: Unread, socket: Socket): void => {
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
  /** Options of every socket, whichever server accepts it. */
  const accepted = { noDelay: true, highWaterMark: WRITE_AHEAD_BYTES };
  const limited = {
    ...accepted,
    IncomingMessage: BodyRequest,
    ServerResponse: PacedResponse,
    requireHostHeader: false, // checked by our own code, which refuses in the interface's form
    headersTimeout: 0, // the intakes count
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_SECONDS * 1_000,
    maxHeaderSize: HEADERS_MAX_BYTES,
    shouldUpgradeCallback: (request: IncomingMessage): boolean =>
      request.headers.upgrade?.toLowerCase() === "websocket" &&
      !hasBody(request) &&
      readRequestLine(request, allows) === undefined &&
      upgrades?.serves(pathOf(request)) === true,
  };
  const http = createHttpServer(limited, (request, reply) => {
    admission.use(request.socket);
    const fault = readRequestLine(request, allows);
    if (fault !== undefined) refuseMalformed(request, reply, fault);
    else if (isEncoded(request)) refuseEncoded(request, reply);
    else serve(request, reply);
  });
  // A client that ends its side after a request still gets its answer. The types do not know the property.
  (http as { httpAllowHalfOpen?: boolean }).httpAllowHalfOpen = true;
  http.on("clientError", refuseConnection);
  http.on("checkExpectation", (request: IncomingMessage, reply: ServerResponse) =>
    refuseMalformed(request, reply, 'header "Expect" is not "100-continue"'),
  );
  http.on("connect", (request: IncomingMessage) => refuseConnection(tunnelAsked, request.socket));
  http.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    intakes.release(request.socket);
    stream.on("error", () => stream.destroy()); // the peer has left: there is nobody to tell
    void upgrades?.upgrade(request, stream, head, !admission.admitUpgrade(request));
  });
  const connections = processConnections();
  const warnFull = (): void =>
    log.warn(
      { connections: connections.max },
      "as many connections are open as are served: further ones are closed",
    );
  const [listener] = http.listeners("connection") as [(socket: Socket) => void];
  const takeOver = (socket: Socket, unread: readonly Buffer[]): void => {
    listener.call(http, socket);
    intakes.take(socket, unread);
  };
  const plain = new FastPath({
    operations,
    keepAliveSeconds: KEEP_ALIVE_SECONDS,
    firstRequestSeconds: REQUEST_SECONDS,
    allows,
    serve: (operation, head, body) => parts.serve(operation, head, body, false),
    handOver(socket, unread, served) {
      if (served) admission.use(socket);
      takeOver(socket, unread);
    },
    refuseSilent: (socket) => refuseConnection(timedOut, socket),
  });
  http.off("connection", listener);
  http.on("connection", (socket) => {
    if (!connections.admit(socket, parts.isOperators === true, warnFull)) return;
    const isAdmitted = admission.admit(socket);
    if (isAdmitted && !admission.carriesMany(socket)) plain.take(socket);
    else takeOver(socket, []);
  });
  const listening: TcpServer[] = [http];
  return {
    async listen(address) {
      await once(http.listen(address), "listening");
      const { address: first, port } = http.address() as AddressInfo;
      const all = address.host === LOCALHOST ? await lookup(LOCALHOST, { all: true }) : [];
      for (const { address: host } of all.filter((each) => each.address !== first)) {
        const other = createTcpServer({ ...accepted, allowHalfOpen: true }, (socket) =>
          http.emit("connection", socket),
        );
        const isOpen = await once(other.listen({ host, port }), "listening").catch(() => undefined);
        if (isOpen !== undefined) listening.push(other);
      }
      return port;
    },
    onConnection: (opened) => void http.on("connection", opened),
    async close() {
      plain.close();
      intakes.close();
      const closed = listening.filter((each) => each.listening).map((each) => once(each.close(), "close"));
      await Promise.all(closed);
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isEncoded({ headers }: IncomingMessage): boolean {
  return (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
}

/** Why Node.js has read no request: its parser knows the fault, in ASCII. */
type Unread = Error & { readonly code?: string; readonly reason?: string };

/** As Node.js says that a request is late. */
const timedOut = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
const tunnelAsked = Object.assign(new Error("a tunnel is asked for"), { code: "CONNECT" });

/** Status and text of the last answer to a connection. */
const lastWords: Readonly<Record<string, readonly [status: string, why: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", ""],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", `: at most ${HEADERS_MAX_BYTES} bytes`],
  CONNECT: ["405 Method Not Allowed", ": CONNECT is for proxies, and this is none"],
};

/**
 * The last answer to a connection that sent something other than HTTP, or too slowly, or too much, or asked
 * for a tunnel.
 */
function lastWord({ code = "", reason }: Unread, now: number): string {
  const why = reason === undefined || reason === "" ? "" : `: ${reason}`;
  const [status, rest] = lastWords[code] ?? ["400 Bad Request", why];
  const msg = JSON.stringify(status.slice(4) + rest);
  const body = `{"code":"${status.slice(0, 3)}","msg":${msg},"requestTime":${now},"data":null}`;
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n${SAFETY_LINES}\r\n${body}`;
}
