import type { TimeMs } from "../../kernel/core/index.ts";
import type { ClientWatch, WatchOptions } from "../../kernel/engine/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";

/** A socket connection, as far as market time waits for it. */
export interface Listener {
  /** Number of messages sent to the peer so far. */
  readonly sent: number;
  /** Asks the peer for a pong of the protocol, after everything that was sent to it. */
  probe(): void;
  /** Tells a peer that acknowledges that time stands still for it. */
  stand(time: TimeMs): void;
}

/** What is known of a connection. */
interface Line {
  /**
   * The number of messages sent to the peer when it last said that it was ready, or was last asked for a
   * pong.
   */
  sent: number;
  /** Whether a pong is outstanding. */
  isAsked: boolean;
  /** Whether the peer has acknowledged once: from then on it always does. */
  acknowledges: boolean;
  isReady: boolean;
  /** The latest time at which the peer wants time to stop. */
  until: TimeMs;
  /**
   * Whether a peer that does not acknowledge has sent something, or was sent something, since time last went
   * on.
   */
  isUnclear: boolean;
}

/**
 * Looks after the clients while market time runs as fast as it can. Time waits
 *
 * - for every request under way;
 * - for the pong of every connection that was pushed something, so that its peer has read it;
 * - for a connection that acknowledges, whenever something was pushed to it or its time has come, until it
 *   says that it is ready;
 * - until all others have been quiet for a while. If any connection acknowledges, requests are taken to be
 *   from such clients.
 */
export class ClientBarrier implements ClientWatch {
  readonly #clock: Clock;
  readonly #lines = new Map<Listener, Line>();
  readonly #refreshes = new Set<() => void>();
  #options: WatchOptions | undefined;
  #requests = 0;
  /** Whether a request came since time last went on. */
  #wasAsked = false;
  #heardMs = Number.NEGATIVE_INFINITY;
  #time: TimeMs = 0;
  #wake = (): void => {};
  #varies = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether time runs as fast as it can. */
  get isOn(): boolean {
    return this.#options !== undefined;
  }

  get varies(): boolean {
    return this.#varies;
  }

  begin(options: WatchOptions): void {
    this.#options = options;
    this.#varies = false;
    this.#wasAsked = false;
    this.#heardMs = Number.NEGATIVE_INFINITY;
    for (const [listener, line] of this.#lines) this.#lines.set(listener, { ...line, sent: listener.sent });
    this.#wake();
  }

  end(): void {
    this.#options = undefined;
    this.#wake();
  }

  /** Makes time wait for a request. */
  during<T>(request: () => Promise<T>): Promise<T> {
    if (!this.isOn) return request();
    this.#requests++;
    return request().finally(() => {
      this.#requests--;
      this.#wasAsked = true;
      this.#hear();
    });
  }

  /**
   * Calls `refresh` whenever time stops, for pushes that are otherwise sent at intervals; returns how to
   * stop.
   */
  refreshBy(refresh: () => void): () => void {
    this.#refreshes.add(refresh);
    return () => this.#refreshes.delete(refresh);
  }

  joined(listener: Listener): void {
    const fresh = { isAsked: false, acknowledges: false, isReady: false, isUnclear: false };
    this.#lines.set(listener, { ...fresh, sent: listener.sent, until: Number.POSITIVE_INFINITY });
  }

  left(listener: Listener): void {
    this.#lines.delete(listener);
    this.#hear();
  }

  /** A peer sent a message. */
  heard(listener: Listener): void {
    if (!this.isOn) return;
    const line = this.#lines.get(listener);
    if (line === undefined || line.acknowledges) return;
    line.isUnclear = true;
    this.#hear();
  }

  /** A peer has read everything that was sent to it. */
  answered(listener: Listener): void {
    const line = this.#lines.get(listener);
    if (line?.isAsked !== true) return;
    line.isAsked = false;
    this.#hear();
  }

  /** A peer has dealt with what it was sent: time may go on, up to `until` or to the next push to it. */
  ready(listener: Listener, until: TimeMs | undefined): void {
    const line = this.#lines.get(listener);
    if (line === undefined) return;
    line.acknowledges = true;
    line.isUnclear = false;
    line.isReady = true;
    line.until = until ?? this.#time + 1;
    line.sent = listener.sent;
    this.#wake();
  }

  get nextStop(): TimeMs {
    let next = Number.POSITIVE_INFINITY;
    // An `until` within the next millisecond sets no stop of its own: that peer waits for the next stop that
    // there is anyway.
    for (const { acknowledges, until } of this.#lines.values())
      if (acknowledges && until > this.#time + 1) next = Math.min(next, until);
    return next;
  }

  stopped(time: TimeMs): Promise<void> | undefined {
    this.#time = time;
    for (const refresh of this.#refreshes) refresh();
    this.#look();
    if (this.#leftMs() > 0) return this.#wait();
    this.#goOn();
    return undefined;
  }

  async #wait(): Promise<void> {
    for (let leftMs = this.#leftMs(); leftMs > 0 && this.isOn; leftMs = this.#leftMs()) {
      await new Promise<void>((resolve) => {
        const timer = leftMs < Number.POSITIVE_INFINITY ? this.#clock.setTimer(leftMs, resolve) : undefined;
        this.#wake = () => {
          timer?.clear();
          resolve();
        };
      });
      this.#look();
    }
    this.#goOn();
  }

  /** Notes to which connections something was pushed, and whose `until` has come. */
  #look(): void {
    for (const [listener, line] of this.#lines) {
      const wasPushed = listener.sent !== line.sent;
      if (line.acknowledges) {
        if (!line.isReady || (!wasPushed && this.#time < line.until)) continue;
        line.isReady = false;
        line.until = Number.POSITIVE_INFINITY;
        listener.stand(this.#time);
      } else if (wasPushed) {
        line.sent = listener.sent;
        line.isUnclear = true;
        line.isAsked = true;
        this.#heardMs = this.#clock.monotonicMs();
        listener.probe();
      }
    }
  }

  /** Host time still to wait, ms: Infinity while somebody has to act, 0 if nobody has. */
  #leftMs(): number {
    const { thinkMs, clients } = this.#options ?? { thinkMs: 0, clients: 0 };
    let acknowledging = 0;
    for (const { acknowledges, isReady, isAsked } of this.#lines.values()) {
      if (isAsked || (acknowledges && !isReady)) return Number.POSITIVE_INFINITY;
      if (acknowledges) acknowledging++;
    }
    if (this.#requests > 0 || acknowledging < clients) return Number.POSITIVE_INFINITY;
    if (!this.#isUnclear()) return 0;
    return Math.max(0, this.#heardMs + thinkMs - this.#clock.monotonicMs());
  }

  /** Whether any peer that does not acknowledge was active since time last went on. */
  #isUnclear(): boolean {
    let acknowledges = false;
    for (const line of this.#lines.values()) {
      if (line.isUnclear) return true;
      acknowledges ||= line.acknowledges;
    }
    return this.#wasAsked && !acknowledges;
  }

  #goOn(): void {
    if (!this.isOn) return;
    if (this.#isUnclear()) this.#varies = true;
    this.#wasAsked = false;
    for (const line of this.#lines.values()) line.isUnclear = false;
  }

  #hear(): void {
    this.#heardMs = this.#clock.monotonicMs();
    this.#wake();
  }
}
