import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { normalAddress } from "../addresses.ts";
import type { Operation } from "../operation.ts";
import { limitReadAhead } from "./intake.ts";
import { PlainReader } from "./plainRequest.ts";
import type { RequestHead } from "./requestHead.ts";
import type { Response } from "./respond.ts";
import { linesOf } from "./respond.ts";
import type { OperationTable } from "./routes.ts";
import { SAFETY_LINES } from "./safety.ts";
import { Stall } from "./stall.ts";

/** What these connections need of the server. */
export interface PlainParts {
  readonly operations: OperationTable;
  /** Seconds that a connection may be silent between requests; the client is told this. */
  readonly keepAliveSeconds: number;
  /** Seconds that a new connection may be silent. */
  readonly firstRequestSeconds: number;
  /** Whether a request to this host is served. */
  allows(host: string | undefined): boolean;
  /** Answers an operation; never rejects. */
  serve(operation: Operation, head: RequestHead, body: Uint8Array): Promise<Response>;
  /**
   * Hands a connection over for good, with the bytes that it has sent and that are not answered yet.
   *
   * @param served whether requests on it were answered before
   */
  handOver(socket: Socket, unread: readonly Buffer[], served: boolean): void;
  /** Answers a silent connection with a time-out, or cuts it off if it was answered so already. */
  refuseSilent(socket: Socket): void;
}

const NO_BODY = new Uint8Array(0);
const SECOND_MS = 1_000;

/**
 * Connections of clients that send one plain request to an operation after the other, each in one piece, as
 * nearly every bot does. They are answered without making a request object, an answer object or a stream for
 * either. At the first byte of anything else (another route, a request in pieces, one sent ahead, an upgrade,
 * bad HTTP) the connection is handed over to Node.js's HTTP server for good.
 *
 * docs/decisions/0018-plain-requests.md
 */
export class FastPath {
  readonly #parts: PlainParts;
  readonly #open = new Set<PlainConnection>();
  readonly #seconds: NodeJS.Timeout;
  /** What the head of an answer ends with; made anew each second. */
  #ending = "";
  #isClosing = false;

  constructor(parts: PlainParts) {
    this.#parts = parts;
    this.#seconds = setInterval(() => this.#second(), SECOND_MS).unref();
  }

  /** Takes a connection that is one client's (not a proxy's) and has sent nothing yet. */
  take(socket: Socket): void {
    if (this.#isClosing) socket.destroy();
    else this.#open.add(new PlainConnection(this, this.#parts, socket));
  }

  /** Ends connections that wait for no answer, and the others after their answer. */
  close(): void {
    this.#isClosing = true;
    for (const connection of this.#open) connection.endIfIdle();
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** The end of an answer's head: `Date` and what becomes of the connection. */
  ending(isLast: boolean): string {
    if (isLast) return `${dateLine()}Connection: close\r\n\r\n`;
    if (this.#ending === "")
      this.#ending = `${dateLine()}Connection: keep-alive\r\nKeep-Alive: timeout=${this.#parts.keepAliveSeconds}\r\n\r\n`;
    return this.#ending;
  }

  /** Forgets a connection that has closed or was handed over. */
  forget(connection: PlainConnection): void {
    this.#open.delete(connection);
  }

  #second(): void {
    this.#ending = "";
    for (const connection of this.#open) connection.second();
    if (this.#isClosing && this.#open.size === 0) clearInterval(this.#seconds);
  }
}

class PlainConnection {
  readonly #all: FastPath;
  readonly #parts: PlainParts;
  readonly #socket: Socket;
  readonly #address: string;
  readonly #reader = new PlainReader();
  readonly #stall: Stall;
  /** Bytes that came while a request was being answered. */
  readonly #ahead: Buffer[] = [];
  /** Whether a request is being answered, or its answer is not taken yet. */
  #busy = false;
  #served = false;
  /** Whether the client has ended its side. */
  #hasEnded = false;
  #silentSeconds = 0;

  constructor(all: FastPath, parts: PlainParts, socket: Socket) {
    this.#all = all;
    this.#parts = parts;
    this.#socket = socket;
    this.#stall = new Stall(socket);
    this.#address = normalAddress(socket.remoteAddress ?? "");
    limitReadAhead(socket);
    socket.on("data", this.#read);
    socket.on("end", this.#end);
    socket.on("error", this.#cut);
    socket.on("close", this.#forget);
  }

  /** Another second has passed. */
  second(): void {
    if (this.#stall.second()) this.#cut();
    if (this.#busy) return;
    this.#silentSeconds++;
    if (this.#served) {
      if (this.#silentSeconds > this.#parts.keepAliveSeconds) this.#cut();
    } else if (this.#silentSeconds > this.#parts.firstRequestSeconds) this.#parts.refuseSilent(this.#socket);
  }

  endIfIdle(): void {
    if (!this.#busy) this.#cut();
  }

  readonly #read = (bytes: Buffer): void => {
    if (this.#busy) {
      this.#ahead.push(bytes);
      this.#socket.pause();
      return;
    }
    const request = this.#reader.read(bytes);
    const operation = request && this.#parts.operations.find(request.method, request.url);
    if (operation === undefined || !this.#parts.allows(request!.headers.host)) {
      this.#handOver([bytes]);
      return;
    }
    this.#busy = true;
    this.#silentSeconds = 0;
    const { url, headers, body } = request!;
    const head = { method: operation.method, url, headers, address: this.#address };
    void this.#parts.serve(operation, head, operation.method === "GET" ? NO_BODY : body).then(this.#answer);
  };

  readonly #answer = (response: Response): void => {
    const socket = this.#socket;
    if (!socket.writable) return; // the client left
    if (response.onWire !== undefined) {
      response.onWire(socket);
      return;
    }
    const isLast = response.closes === true || this.#hasEnded || this.#all.isClosing;
    const isTaken = this.#write(response, isLast);
    if (isLast) socket.destroySoon();
    else if (isTaken) this.#rest();
    else socket.once("drain", () => this.#rest());
  };

  /** Writes an answer as Node.js would have; false if the client has to take some of it first. */
  #write(response: Response, isLast: boolean): boolean {
    const { status, body } = response;
    const bytes = Buffer.byteLength(body);
    const head = statusHeadOf(status) + linesOf(response, bytes) + this.#all.ending(isLast);
    // ASCII, as nearly always, is written faster as Latin-1.
    return this.#socket.write(head + body, bytes === body.length ? "latin1" : "utf8");
  }

  /** Waits for the next request. */
  #rest(): void {
    this.#busy = false;
    this.#served = true;
    if (this.#ahead.length > 0) this.#handOver(this.#ahead);
    else if (this.#hasEnded) this.#socket.end();
  }

  #handOver(unread: readonly Buffer[]): void {
    const socket = this.#socket;
    socket.pause();
    socket.off("data", this.#read);
    socket.off("end", this.#end);
    socket.off("error", this.#cut);
    socket.off("close", this.#forget);
    this.#forget();
    this.#parts.handOver(socket, unread, this.#served);
  }

  readonly #end = (): void => {
    this.#hasEnded = true;
    if (!this.#busy) this.#socket.end();
  };

  readonly #cut = (): void => {
    this.#socket.destroy();
  };

  readonly #forget = (): void => {
    this.#all.forget(this);
  };
}

/** The lines that every answer of a status begins with, made once. */
const statusHeads = new Map<number, string>();

function statusHeadOf(status: number): string {
  let lines = statusHeads.get(status);
  if (lines === undefined) {
    lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${SAFETY_LINES}`;
    statusHeads.set(status, lines);
  }
  return lines;
}

function dateLine(): string {
  return `Date: ${new Date().toUTCString()}\r\n`;
}
