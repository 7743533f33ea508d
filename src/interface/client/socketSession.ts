import { NoConnectionError } from "./openSocket.ts";
import type { Reconnection } from "./reconnection.ts";
import type { Timing } from "./timing.ts";
import { sleep } from "./timing.ts";

/** Called by a session with what happens to it. */
export interface SessionListener {
  /** A connection is open; the state of earlier ones is gone. */
  opened(): void;
  message(text: string): void;
  /** Nothing was heard for {@link DOUBT_AFTER_MS}, or something was heard again. */
  doubted(isDoubtful: boolean): void;
  /** The connection is lost; another one follows by itself. */
  lost(reason: string): void;
  /** There will be no other connection: the venue refuses for good. */
  failed(error: Error): void;
}

export interface SessionOptions {
  /** Makes a connection; rejects with {@link RefusedForGood} if another attempt is useless. */
  readonly connect: () => Promise<WebSocket>;
  /** A message that the venue answers; sent when nothing was heard for a while. */
  readonly ping: () => string;
  readonly timing: Timing;
  /** When a lost connection is opened again; shared by all sessions of a client. */
  readonly reconnection: Reconnection;
}

/** Trying again would be useless: a wrong key, a socket that cannot be opened here. */
export class RefusedForGood extends Error {
  override readonly name = "RefusedForGood";
}

/** How a connection stands. `doubtful`: it is open as far as the system says, and nothing is heard on it. */
export type LineState = "closed" | "opening" | "open" | "doubtful";

/**
 * Silence is counted in parts of this long, ms: one in which this process stood still counts as one, however
 * long it was.
 */
const PART_MS = 1_000;
/** The silence after which the venue is asked, and asked again, ms. */
const ASK_AFTER_MS = 3_000;
/** The silence after which a connection is doubtful, ms: a question was not answered for five seconds. */
const DOUBT_AFTER_MS = 8_000;
/** The silence after which it is given up for another one, ms. */
const SILENCE_MAX_MS = 20_000;
/** A connection that lasted this long was a good one, ms: the next pause is a short one again. */
const STABLE_MS = 10_000;

/**
 * Keeps a connection: opens it, watches it, and opens it again when it is lost.
 *
 * ```
 *            open()            opened
 *   closed ─────────▶ opening ────────▶ open ◀──────▶ doubtful ──▶ lost, silent
 *     ▲  ▲ first one,    │ ▲                                          │
 *     │  └─ too long ◀───┤ └──────────────── back-off ◀───────────────┘
 *     └──── close() from anywhere; refused for good
 * ```
 */
export class SocketSession {
  readonly #options: SessionOptions;
  readonly #listener: SessionListener;
  #socket: WebSocket | undefined;
  #opening: Promise<void> | undefined;
  #openedAtMs = 0;
  /** How long nothing was heard, ms, in whole parts. */
  #silentMs = 0;
  #cancelTimer: (() => void) | undefined;
  /**
   * Aborted when nobody wants the session any more that was opened last: what is still under way of it ends
   * in nothing.
   */
  #unwanted = new AbortController();

  constructor(options: SessionOptions, listener: SessionListener) {
    this.#options = options;
    this.#listener = listener;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  get line(): LineState {
    if (this.isClosed) return "closed";
    if (!this.isOpen) return "opening";
    return this.#silentMs < DOUBT_AFTER_MS ? "open" : "doubtful";
  }

  /** Whether no connection will come before {@link open} is called again. */
  get isClosed(): boolean {
    return this.#opening === undefined;
  }

  /**
   * Opens the session if it is not open. Rejects if the first connection cannot be made in time; later ones
   * are tried for ever.
   */
  open(): Promise<void> {
    if (this.#opening !== undefined) return this.#opening;
    const unwanted = new AbortController();
    this.#unwanted = unwanted;
    this.#opening = this.#connectFirst().catch((error: unknown) => {
      if (this.#unwanted === unwanted) this.close(); // otherwise it was opened again meanwhile
      throw error;
    });
    return this.#opening;
  }

  async #connectFirst(): Promise<void> {
    const { timing, reconnection } = this.#options;
    const { signal } = this.#unwanted;
    const { patienceMs } = reconnection;
    const untilMs = timing.monotonicMs() + patienceMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#connect(signal);
      } catch (error) {
        const mayPass = error instanceof NoConnectionError && !signal.aborted;
        const isOver = timing.monotonicMs() >= untilMs && (attempt > 1 || patienceMs === 0);
        if (!mayPass || isOver) throw error;
      }
      await sleep(timing, reconnection.pauseMs(), signal);
    }
  }

  /**
   * Sends a text; without a connection nothing is sent; {@link SessionListener.opened} tells of the next one.
   */
  send(text: string): void {
    this.#socket?.send(text);
  }

  /** Drops the connection as a network failure would; the next one follows. */
  drop(reason: string): void {
    this.#lose(reason);
  }

  close(): void {
    this.#opening = undefined;
    this.#unwanted.abort(new Error("the socket was closed while it was being opened"));
    this.#cancelTimer?.();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  async #connect(unwanted: AbortSignal): Promise<void> {
    const socket = await this.#options.connect();
    if (unwanted.aborted) {
      socket.close();
      throw new Error("the socket was closed while it was being opened");
    }
    const { timing } = this.#options;
    this.#socket = socket;
    this.#openedAtMs = timing.monotonicMs();
    this.#silentMs = 0;
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket !== socket) return;
      this.#heard();
      this.#listener.message(String(data));
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (this.#socket === socket) this.#lose(`closed with ${code}${reason === "" ? "" : `: ${reason}`}`);
    });
    this.#watch();
    this.#listener.opened();
  }

  #heard(): void {
    const wasDoubtful = this.line === "doubtful";
    this.#silentMs = 0;
    if (wasDoubtful) this.#listener.doubted(false);
  }

  /** Counts the silence, asks into it, and draws the consequences. */
  #watch(): void {
    const { timing, ping } = this.#options;
    this.#cancelTimer = timing.after(PART_MS, () => {
      this.#silentMs += PART_MS;
      if (this.#silentMs >= SILENCE_MAX_MS)
        return this.#lose(`nothing was heard for ${SILENCE_MAX_MS / 1_000} s`);
      if (this.#silentMs === DOUBT_AFTER_MS) this.#listener.doubted(true);
      if (this.#silentMs % ASK_AFTER_MS === 0) this.send(ping());
      this.#watch();
    });
  }

  #lose(reason: string): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    this.#socket = undefined;
    socket.close();
    this.#cancelTimer?.();
    if (this.#options.timing.monotonicMs() - this.#openedAtMs >= STABLE_MS)
      this.#options.reconnection.wasGood();
    this.#listener.lost(reason);
    this.#reopen();
  }

  #reopen(): void {
    const { signal } = this.#unwanted;
    if (signal.aborted) return;
    const { timing, reconnection } = this.#options;
    this.#cancelTimer = timing.after(reconnection.pauseMs(), () => {
      this.#connect(signal).catch((error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof RefusedForGood)) return this.#reopen();
        this.close();
        this.#listener.failed(error);
      });
    });
  }
}
