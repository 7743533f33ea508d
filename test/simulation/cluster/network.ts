import type { SimulatedClock } from "../../host/simulatedClock.ts";

/**
 * A network between places known by name. Each way is slow at times, or stands still: what is sent then
 * arrives once it goes on, as a TCP connection delivers it.
 */
export class Network {
  readonly #clock: SimulatedClock;
  readonly #latencyMs: () => number;
  readonly #held = new Set<string>();
  readonly #slowMs = new Map<string, number>();
  readonly #lanes = new Set<Lane>();

  /** @param latencyMs drawn for each message */
  constructor(clock: SimulatedClock, latencyMs: () => number) {
    this.#clock = clock;
    this.#latencyMs = latencyMs;
  }

  /** Nothing gets from one place to another, and neither is told. */
  hold(from: string, to: string): void {
    this.#held.add(wayOf(from, to));
  }

  /** What gets from one place to another takes so much longer. */
  slow(from: string, to: string, ms: number): void {
    this.#slowMs.set(wayOf(from, to), ms);
  }

  /** The way from one place to another is as it was at first, and what waits there goes on. */
  mend(from: string, to: string): void {
    this.#held.delete(wayOf(from, to));
    this.#slowMs.delete(wayOf(from, to));
    for (const lane of this.#lanes) lane.goOn();
  }

  isOpen(from: string, to: string): boolean {
    return !this.#held.has(wayOf(from, to));
  }

  /** One direction of a new connection. */
  lane(from: string, to: string): Lane {
    const lane: Lane = new Lane({
      isOpen: () => this.isOpen(from, to),
      setTimer: (deliver) =>
        void this.#clock.setTimer(this.#latencyMs() + (this.#slowMs.get(wayOf(from, to)) ?? 0), deliver),
      ended: () => this.#lanes.delete(lane),
    });
    this.#lanes.add(lane);
    return lane;
  }
}

interface Way {
  readonly isOpen: () => boolean;
  /** Calls back once a message that is sent now would have arrived. */
  readonly setTimer: (deliver: () => void) => void;
  readonly ended: () => void;
}

interface Message {
  readonly deliver: () => void;
  readonly bytes: number;
  isThere: boolean;
}

/** One direction of a connection: messages arrive in the order in which they were sent. */
export class Lane {
  readonly #way: Way;
  #waiting: Message[] = [];
  #isClosed = false;

  constructor(way: Way) {
    this.#way = way;
  }

  /** Bytes that have not arrived yet. */
  get backlogBytes(): number {
    return this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  send(deliver: () => void, bytes = 0): void {
    if (this.#isClosed) return;
    const message: Message = { deliver, bytes, isThere: false };
    this.#waiting.push(message);
    this.#way.setTimer(() => {
      message.isThere = true;
      this.goOn();
    });
  }

  /** Delivers what has come far enough. */
  goOn(): void {
    while (this.#waiting[0]?.isThere === true && this.#way.isOpen()) this.#waiting.shift()!.deliver();
    if (this.#isClosed && this.#waiting.length === 0) this.#way.ended();
  }

  /** Nothing more is sent; what is under way still arrives. */
  finish(): void {
    this.#isClosed = true;
    if (this.#waiting.length === 0) this.#way.ended();
  }

  /** What is under way arrives nowhere. */
  close(): void {
    this.#waiting = [];
    this.finish();
  }
}

function wayOf(from: string, to: string): string {
  return `${from} ${to}`;
}
