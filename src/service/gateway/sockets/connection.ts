import type { Duplex } from "node:stream";
import type { FaultKindName } from "../../../interface/wire/control/faultKinds.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import type { Clock, Timer } from "../../../kernel/host/clock.ts";
import type { ApiKey } from "../auth/keys.ts";
import type { ClientBarrier, Listener } from "../clientBarrier.ts";
import type { Faults } from "../faults/faults.ts";
import type { Log } from "../log.ts";
import type { Flusher } from "./flusher.ts";
import type { Frame } from "./frame.ts";
import { encodeFrame } from "./frame.ts";
import { Outbox } from "./outbox.ts";

/** Codes of RFC 6455 with which the venue closes connections. */
export const CLOSE_GOING_AWAY = 1001;
export const CLOSE_UNREADABLE = 1007;
export const CLOSE_POLICY = 1008;
export const CLOSE_INTERNAL = 1011;
export const CLOSE_RESTART = 1012;
export const CLOSE_TOO_SLOW = 1013;

/** How long a peer may stay after it was told of the close, ms; then the connection is cut. */
export const CLOSE_GRACE_MS = 2_000;
/**
 * The most messages of one connection in a window, pings of the protocol included. A connection with more is
 * closed, whatever the limits of the profile say.
 */
export const MESSAGES_MAX = 1_000;
const MESSAGES_WINDOW_MS = 10_000;
/** The most bytes of these messages: enough to name every channel, as a connection hardly does twice. */
export const MESSAGES_MAX_BYTES = 512 * 1024;
/** How many unreadable messages of a connection are answered; the next one closes it. */
export const UNREADABLE_MAX = 5;

const NO_TEXT = new Uint8Array(0);

/** How a version finds out whether its peers are still connected. */
export interface Liveness {
  readonly pingEveryMs: number;
  /** A peer that has left this many pings unanswered when the next one is due is cut off. */
  readonly unansweredMax: number;
  /**
   * The text that is sent; left out: a ping of the protocol, which a pong answers. @param time host time,
   * Unix ms
   */
  ping?(time: number): string;
}

/** How a version deals with a connection's messages. */
export interface Session {
  /** @param message the bytes of a text message; empty for any other message */
  received(message: Uint8Array): void;
  /** Checks whatever may have changed with time; called before each ping. */
  beat?(): void;
  /** Tells a peer that has said "ready" that time stands still for it. */
  stand(time: TimeMs): void;
  /** The connection is gone; called once. */
  closed(): void;
}

/**
 * The part of a `ws` socket that is used; declared here, so that programs that embed a venue need no types of
 * that library.
 */
export interface PeerSocket {
  on(event: "message", listener: (data: unknown, isBinary: boolean) => void): unknown;
  on(event: "ping", listener: (payload: Buffer) => void): unknown;
  on(event: "pong", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  once(event: "close", listener: () => void): unknown;
  close(code: number, reason: string): void;
  terminate(): void;
  ping(): void;
  /** @param written called once the system has taken it, or it cannot be sent */
  pong(payload: Uint8Array, mask: boolean, written: () => void): void;
}

export interface ConnectionParts {
  readonly socket: PeerSocket;
  /** The stream of bytes under it, to which frames are written. */
  readonly stream: Duplex;
  readonly clock: Clock;
  readonly flusher: Flusher;
  readonly liveness: Liveness;
  readonly barrier: ClientBarrier;
  /** The faults that are injected into the pushes of its channels. */
  readonly faults: Faults;
  readonly log: Log;
  /** Called with each channel that is joined, and with each fault that strikes a push. */
  readonly noteTraffic: ((channel: string, fault?: FaultKindName) => void) | undefined;
}

/**
 * One WebSocket connection of any version: what it sends leaves through its {@link Outbox}, what it receives
 * goes to its {@link Session}. It finds out by itself when its peer is gone, floods, or does not read.
 *
 * ```
 * open ──close()──▶ closing ──peer answers, or CLOSE_GRACE_MS──▶ closed
 *   └────────────────peer leaves, stream breaks, cut()──────────────┘
 * ```
 */
export class Connection implements Listener {
  readonly outbox: Outbox;
  readonly closed: Promise<void>;
  readonly #parts: ConnectionParts;
  readonly #session: Session;
  /** The code with which this side closed it; 0: it did not. */
  closedWith = 0;
  /** The key of a private connection, once it is known. */
  holder: ApiKey | undefined;
  #isOpen = true;
  #isHalfClosed = false;
  #unanswered = 0;
  #timer: Timer;
  #windowEndMs = 0;
  #messages = 0;
  #messageBytes = 0;
  /** Whether a pong waits for the system to take it, and the payload of the pong after it. */
  #isPonging = false;
  #nextPong: Uint8Array | undefined;
  /** Whether the peer has ever answered a ping of the protocol, and what to call at its next answer. */
  #answersProbes = false;
  #awaitingPong: (() => void)[] = [];

  constructor(parts: ConnectionParts, session: (connection: Connection) => Session) {
    const { socket, stream, flusher, liveness, clock } = parts;
    this.#parts = parts;
    this.outbox = new Outbox(stream, flusher, (backlog) => {
      this.close(CLOSE_TOO_SLOW, `too slow: ${backlog} bytes waited to be read`);
    });
    this.#timer = clock.setTimer(liveness.pingEveryMs, () => this.#beat());
    this.#session = session(this);
    stream.on("drain", () => this.outbox.drained());
    socket.on("message", (data, isBinary) => {
      this.#received(data as Buffer, isBinary); // a Buffer, as ws gives it unless told otherwise
    });
    socket.on("ping", (payload) => this.#pinged(payload));
    socket.on("pong", () => {
      this.#answersProbes = true;
      if (liveness.ping === undefined) this.answered();
      this.#endPingWaits();
      parts.barrier.answered(this);
    });
    socket.on("error", () => this.#endSoon()); // a broken frame or stream: the library has told the peer, if it could
    parts.barrier.joined(this);
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#end();
        this.#timer.clear();
        this.#endPingWaits();
        resolve();
      });
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a message that is no push, and that the peer must not miss. */
  send(text: string): void {
    this.outbox.push(encodeFrame(text));
  }

  push(frame: Frame): void {
    this.outbox.push(frame);
  }

  get faults(): Faults {
    return this.#parts.faults;
  }

  /** A channel was joined, or a fault struck one of its pushes. */
  noteTraffic(channel: string, fault?: FaultKindName): void {
    this.#parts.noteTraffic?.(channel, fault);
  }

  /** The number of messages that its peer was sent so far. */
  get sent(): number {
    return this.outbox.taken;
  }

  probe(): void {
    this.outbox.flush();
    this.#parts.socket.ping();
  }

  /**
   * Pings the peer; resolves when it has read what it was sent so far, or is gone; at once for a peer that
   * has not answered a ping yet.
   */
  pingAndWait(): Promise<void> {
    if (!this.#isOpen || this.#isHalfClosed) return Promise.resolve();
    this.probe();
    if (!this.#answersProbes) return Promise.resolve();
    return new Promise((resolve) => this.#awaitingPong.push(resolve));
  }

  #endPingWaits(): void {
    for (const resolve of this.#awaitingPong.splice(0)) resolve();
  }

  stand(time: TimeMs): void {
    this.#session.stand(time);
    this.outbox.flush();
  }

  /**
   * The peer has dealt with what it was sent: time may go on for it, to `until` where it runs as fast as it
   * can.
   */
  ready(until: TimeMs | undefined): void {
    this.#parts.barrier.ready(this, until);
  }

  /**
   * Sends a pong of the protocol that the peer has not asked for by a ping: some peers tell by it that this
   * side is there.
   */
  sendPong(): void {
    this.#pong(this.#nextPong ?? NO_TEXT);
  }

  /** The peer answered a ping. */
  answered(): void {
    this.#unanswered = 0;
  }

  /** Tells the peer why, and closes. @param reason at most 123 bytes */
  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.outbox.flush();
    this.#end();
    this.closedWith = code;
    this.#parts.socket.close(code, reason);
    this.#cutSoon();
  }

  /** Closes the connection as for maintenance of the venue. */
  closeForMaintenance(): void {
    this.close(CLOSE_RESTART, "the venue is under maintenance: connect again later");
  }

  /**
   * Ends this side of the stream without a message, and sends nothing more, not even a pong; what the peer
   * sends is still read.
   */
  halfClose(): void {
    this.outbox.flush();
    this.outbox.shut();
    this.#isHalfClosed = true;
    this.#endPingWaits();
    this.#parts.barrier.left(this);
    this.#parts.stream.end();
  }

  /** Ends the connection without a message: nobody reads any more. */
  cut(): void {
    this.#parts.socket.terminate();
  }

  #received(message: Uint8Array, isBinary: boolean): void {
    if (!this.#takesMessage(message.length)) return;
    this.#parts.barrier.heard(this);
    try {
      this.#session.received(isBinary ? NO_TEXT : message);
    } catch (error) {
      this.#parts.log.error({ err: error }, "a message of a socket could not be dealt with");
      this.close(CLOSE_INTERNAL, "internal error");
    }
  }

  /** Answers a ping of the protocol itself. */
  #pinged(payload: Buffer): void {
    if (this.#takesMessage(payload.length)) this.#pong(payload);
  }

  /**
   * Sends a pong behind what was pushed so far. While one waits, only the newest is kept: it answers all
   * pings before it (RFC 6455, 5.5.3).
   */
  #pong(payload: Uint8Array): void {
    if (this.#isHalfClosed) return;
    if (this.#isPonging) {
      this.#nextPong = payload;
      return;
    }
    this.outbox.flush();
    this.#isPonging = true;
    this.#parts.socket.pong(payload, false, () => {
      this.#isPonging = false;
      const next = this.#nextPong;
      this.#nextPong = undefined;
      if (next !== undefined) this.#pong(next);
    });
  }

  /** Counts a message; false, and closed, once there are too many. */
  #takesMessage(bytes: number): boolean {
    if (!this.#isOpen) return false;
    const nowMs = this.#parts.clock.monotonicMs();
    if (nowMs >= this.#windowEndMs) {
      this.#windowEndMs = nowMs + MESSAGES_WINDOW_MS;
      this.#messages = 0;
      this.#messageBytes = 0;
    }
    this.#messages++;
    this.#messageBytes += bytes;
    if (this.#messages > MESSAGES_MAX) this.#closeFlood(`${MESSAGES_MAX} messages`);
    else if (this.#messageBytes > MESSAGES_MAX_BYTES) this.#closeFlood(`${MESSAGES_MAX_BYTES} bytes`);
    return this.#isOpen;
  }

  #closeFlood(what: string): void {
    this.close(CLOSE_POLICY, `more than ${what} in ${MESSAGES_WINDOW_MS / 1000} s`);
    this.#stopReading();
  }

  /** Stops reading: the peer's own system makes it wait until the connection is cut. */
  #stopReading(): void {
    setImmediate(() => this.#parts.stream.pause()); // the library reads on after an error
  }

  #beat(): void {
    const { clock, liveness } = this.#parts;
    if (this.#unanswered >= liveness.unansweredMax) {
      this.cut();
      return;
    }
    this.#session.beat?.();
    if (!this.#isOpen) return;
    this.#unanswered++;
    if (liveness.ping === undefined) this.probe();
    else this.send(liveness.ping(clock.wallMs()));
    if (this.#isOpen) this.#timer = clock.setTimer(liveness.pingEveryMs, () => this.#beat());
  }

  #endSoon(): void {
    if (!this.#isOpen) return;
    this.#end();
    this.#stopReading();
    this.#cutSoon();
  }

  #cutSoon(): void {
    this.#timer = this.#parts.clock.setTimer(CLOSE_GRACE_MS, () => this.cut());
  }

  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#timer.clear();
    this.outbox.shut();
    this.#parts.barrier.left(this);
    this.#session.closed();
  }
}
