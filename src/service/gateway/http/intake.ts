import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { BodyRequest } from "./bodyRequest.ts";
import { BODY_MAX_BYTES } from "./bodyRequest.ts";
import { Stall } from "./stall.ts";

/** Bytes of answers that may wait to be taken by a client before the writer is told to wait. */
export const WRITE_AHEAD_BYTES = 16 * 1024;

const SECOND_MS = 1_000;
const TURN_EVERY_MS = 1;
/** How long a connection that did not send HTTP has to read the reason, ms. */
const LINGER_MS = 500;
/** Pieces of one request that are parsed before others get their turn. */
const PIECES_A_TURN = 64;
const HEAD_END = "\r\n\r\n";

export interface IntakeOptions {
  /**
   * Seconds that a request may take from its first byte to its last, and a new connection to its first
   * request's.
   */
  readonly requestSeconds: number;
  /** Answers a request that takes longer with a time-out. */
  refuseLate(socket: Socket): void;
}

/**
 * From now on a connection reads its next piece only after the last one was taken. By itself Node.js reads on
 * up to a number of bytes and keeps every piece: one byte at a time, each costs some hundred bytes of memory.
 * And since reading counts as activity, a client that drips bytes would never be cut off for not taking its
 * answers.
 *
 * There is no public way to set this for reading alone; the property is as old as streams are.
 */
export function limitReadAhead(socket: Socket): void {
  (socket as unknown as { readonly _readableState: { highWaterMark: number } })._readableState.highWaterMark =
    1;
}

function endsLine(byte: number): boolean {
  return byte === 13 || byte === 10;
}

/** Gives bytes to the parser of a connection. */
type Parse = (bytes: Buffer) => void;

/**
 * Reads connections for Node.js's HTTP parser, which by itself takes whatever has arrived and makes a request
 * object of every request in it, however many wait for their answers; pausing its socket does not stop it.
 * Here the parser of a connection gets no byte of the next request before the client has taken the answer to
 * the previous one. Requests that were sent ahead stay in the socket, which soon stops reading, so that the
 * client's own system makes it wait.
 *
 * Requests that were sent ahead are served after everybody else's: one a millisecond over all connections
 * together, so that they take a small share of the venue's time.
 *
 * What a client may take its time for, sending a request and taking its answers, is counted here too, in
 * seconds of the venue's loop: a time in which the venue itself stood still is one of them. Node.js's own
 * time-outs go by the clock, and are due before what has arrived meanwhile is read.
 *
 * docs/decisions/0019-one-request-at-a-time.md
 */
export class Intakes {
  readonly #options: IntakeOptions;
  readonly #open = new Map<Socket, Intake>();
  /** Connections with requests sent ahead whose turn has come, in order of arrival. */
  readonly #waiting = new Set<Intake>();
  readonly #seconds: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#seconds = setInterval(() => this.#second(), SECOND_MS).unref();
  }

  /**
   * Takes a connection that Node.js's HTTP server has just been given.
   *
   * @param unread bytes of it that were read before
   */
  take(socket: Socket, unread: readonly Buffer[]): void {
    limitReadAhead(socket);
    const [parse, ...others] = socket.listeners("data") as Parse[];
    if (parse === undefined || others.length > 0)
      throw new Error("invariant: only the parser reads a socket");
    socket.off("data", parse);
    const bytes = Buffer.concat(unread);
    if (bytes.length > 0) socket.unshift(bytes);
    this.#open.set(socket, new Intake(socket, parse, this.#waitForTurn));
    socket.once("close", () => this.release(socket));
  }

  /** The parser has read the head of a request. */
  began(request: BodyRequest, reply: ServerResponse): void {
    this.#open.get(request.socket)?.began(request, reply);
    if (this.#isClosing) reply.shouldKeepAlive = false;
  }

  /** Stops reading the connection: it was upgraded to another protocol, or ends. */
  release(socket: Socket): void {
    const intake = this.#open.get(socket);
    if (intake === undefined) return;
    intake.stop();
    this.#open.delete(socket);
    this.#waiting.delete(intake);
  }

  /**
   * Ends a connection with a last message, which the client has a moment to read; what it sends meanwhile is
   * ignored.
   */
  endWith(socket: Socket, text: string): void {
    this.release(socket);
    socket.read(); // nobody will read it
    const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(lingering));
    socket.end(text);
  }

  /**
   * Takes no further connection; those that are open are counted to their end, which comes with their next
   * answer.
   */
  close(): void {
    this.#isClosing = true;
    for (const intake of this.#open.values()) intake.endAfterAnswer();
  }

  readonly #waitForTurn = (intake: Intake): void => {
    if (this.#waiting.size === 0) setTimeout(this.#turn, TURN_EVERY_MS);
    this.#waiting.add(intake);
  };

  readonly #turn = (): void => {
    const [next] = this.#waiting;
    if (next === undefined) return;
    next.read();
    this.#waiting.delete(next);
    if (this.#waiting.size > 0) setTimeout(this.#turn, TURN_EVERY_MS);
  };

  #second(): void {
    const { requestSeconds, refuseLate } = this.#options;
    for (const [socket, intake] of this.#open) {
      if (intake.isStalled()) socket.destroy();
      else if (intake.secondsOwed() > requestSeconds) refuseLate(socket);
    }
    if (this.#isClosing && this.#open.size === 0) clearInterval(this.#seconds);
  }
}

/** The reading side of one connection. */
class Intake {
  readonly #socket: Socket;
  readonly #parse: Parse;
  readonly #waitForTurn: (intake: Intake) => void;
  readonly #stall: Stall;
  /** Whether the parser waits for the rest of a head; for the first one from the beginning. */
  #owesHead = true;
  /** Seconds since the request began that is not whole yet. */
  #secondsOwed = 0;
  /** The last request that the parser found. */
  #request: BodyRequest | undefined;
  #isAnswered = true;
  /** What answers it, until that is done. */
  #reply: ServerResponse | undefined;
  /** Bytes of its body that are still to come, if it says how many. */
  #bodyBytes = 0;
  /** Bytes of its body that came after its answer. */
  #lateBytes = 0;
  /** The last bytes that were parsed: they may be the first of an end of a head. */
  #tail = "";
  #hasStopped = false;

  constructor(socket: Socket, parse: Parse, waitForTurn: (intake: Intake) => void) {
    this.#socket = socket;
    this.#parse = parse;
    this.#waitForTurn = waitForTurn;
    this.#stall = new Stall(socket);
    socket.on("readable", this.#arrived);
  }

  began(request: BodyRequest, reply: ServerResponse): void {
    const { "transfer-encoding": encoding, "content-length": length } = request.headers;
    this.#request = request;
    this.#owesHead = false;
    this.#isAnswered = false;
    this.#reply = reply;
    this.#bodyBytes = encoding === undefined ? Number(length ?? 0) : 0;
    this.#lateBytes = 0;
    reply.once("close", () => {
      this.#isAnswered = true;
      this.#reply = undefined;
      if (this.#socket.readableLength > 0) this.#waitForTurn(this);
      else this.read(); // notices the end
    });
  }

  /** Parses what is left of the request that has begun, else one further request. */
  read(): void {
    for (let pieces = 0; this.#isWanted(); pieces++) {
      if (pieces === PIECES_A_TURN) return this.#waitForTurn(this);
      const bytes = this.#socket.read() as Buffer | null;
      if (bytes === null) return;
      const length = this.#lengthOfPiece(bytes);
      if (length < bytes.length) this.#socket.unshift(bytes.subarray(length));
      if (this.#isLate(length)) return void this.#socket.destroy();
      const piece = bytes.subarray(0, length);
      this.#tail = piece.toString("latin1", Math.max(0, length - HEAD_END.length + 1));
      this.#noteHead(piece);
      this.#parse(piece);
    }
  }

  /** The answer under way, if there is one, is the connection's last. */
  endAfterAnswer(): void {
    if (this.#reply !== undefined) this.#reply.shouldKeepAlive = false;
  }

  /** Another second has passed. @returns whether the client has taken nothing of its answers for too long */
  isStalled(): boolean {
    return this.#stall.second();
  }

  /** Another second has passed. @returns for how many the client owes the rest of a request */
  secondsOwed(): number {
    const owes = this.#owesHead || this.#request?.complete === false;
    this.#secondsOwed = owes ? this.#secondsOwed + 1 : 0;
    return this.#secondsOwed;
  }

  /**
   * Notes that a head begins, if it does: no piece of a body is one, nor the end of a line that some clients
   * send behind it.
   */
  #noteHead(piece: Buffer): void {
    if (this.#owesHead || this.#request?.complete === false || piece.every(endsLine)) return;
    this.#owesHead = true;
    this.#secondsOwed = 0;
  }

  stop(): void {
    this.#hasStopped = true;
    this.#socket.off("readable", this.#arrived);
  }

  readonly #arrived = (): void => {
    this.read();
    if (this.#socket.readableLength === 0) this.#socket.read(); // notices the end, while a request is answered
  };

  #isWanted(): boolean {
    if (this.#hasStopped || this.#socket.destroyed) return false;
    const request = this.#request;
    if (request === undefined) return true;
    return request.complete ? this.#isAnswered : request.readableLength <= BODY_MAX_BYTES;
  }

  /**
   * How many bytes can be parsed so that the parser finds at most one request: up to the end of a body or of
   * a head.
   */
  #lengthOfPiece(bytes: Buffer): number {
    if (this.#bodyBytes > 0) {
      const length = Math.min(this.#bodyBytes, bytes.length);
      this.#bodyBytes -= length;
      return length;
    }
    const { length } = this.#tail;
    const seam = this.#tail + bytes.toString("latin1", 0, HEAD_END.length - 1);
    const inSeam = seam.indexOf(HEAD_END);
    if (inSeam >= 0) return inSeam + HEAD_END.length - length;
    const end = bytes.indexOf(HEAD_END);
    return end < 0 ? bytes.length : end + HEAD_END.length;
  }

  /**
   * Counts what comes of a body that nobody reads any more; true past the longest body that is read at all.
   */
  #isLate(bytes: number): boolean {
    if (!this.#isAnswered || this.#request?.complete !== false) return false;
    this.#lateBytes += bytes;
    return this.#lateBytes > BODY_MAX_BYTES;
  }
}
