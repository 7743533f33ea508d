import type { Clock, Timer } from "../../kernel/host/clock.ts";

/** The most requests that wait before a closed gate: some megabytes. */
const WAITING_MAX = 10_000;

export interface GateOptions {
  readonly clock: Clock;
  /** The longest that a request waits before a closed gate, ms. Default: until it opens. */
  readonly patienceMs?: number | undefined;
  readonly waitingMax?: number;
}

/** Lets requests through, and makes them wait while the market behind it is replaced. */
export class RequestGate {
  readonly #clock: Clock;
  readonly #patienceMs: number;
  readonly #waitingMax: number;
  #waiting = 0;
  #inside = 0;
  #opened: Promise<void> | undefined;
  #open = (): void => {};
  #emptied: (() => void) | undefined;

  constructor({ clock, patienceMs = Number.POSITIVE_INFINITY, waitingMax = WAITING_MAX }: GateOptions) {
    this.#clock = clock;
    this.#patienceMs = patienceMs;
    this.#waitingMax = waitingMax;
  }

  readonly #leave = (): void => {
    this.#inside--;
    if (this.#inside === 0) this.#emptied?.();
  };

  /**
   * Runs `work`, which must not throw but reject, as soon as the gate is open.
   *
   * @param refuse runs in its place when too many requests wait already, or this one has waited too long
   */
  pass<T>(work: () => Promise<T>, refuse: () => T): Promise<T> {
    if (this.#opened === undefined) return this.#enter(work);
    if (this.#waiting >= this.#waitingMax) return Promise.resolve(refuse());
    return this.#wait(this.#clock.monotonicMs() + this.#patienceMs).then((isOpen) =>
      isOpen ? this.#enter(work) : refuse(),
    );
  }

  /** Closes the gate; resolves when all requests inside are answered. */
  async shut(): Promise<void> {
    this.#opened ??= new Promise((resolve) => {
      this.#open = resolve;
    });
    if (this.#inside === 0) return;
    await new Promise<void>((resolve) => {
      this.#emptied = resolve;
    });
    this.#emptied = undefined;
  }

  /** Opens the gate for the requests that wait. */
  open(): void {
    this.#opened = undefined;
    this.#open();
  }

  #enter<T>(work: () => Promise<T>): Promise<T> {
    this.#inside++;
    const done = work();
    done.then(this.#leave, this.#leave);
    return done;
  }

  /** Waits for the gate. @returns whether it has opened by `untilMs` */
  async #wait(untilMs: number): Promise<boolean> {
    this.#waiting++;
    try {
      while (this.#opened !== undefined) if (!(await this.#isOpenBy(this.#opened, untilMs))) return false;
      return true;
    } finally {
      this.#waiting--;
    }
  }

  async #isOpenBy(opened: Promise<void>, untilMs: number): Promise<boolean> {
    if (untilMs === Number.POSITIVE_INFINITY) return opened.then(() => true);
    let timer: Timer | undefined;
    const late = new Promise<false>((resolve) => {
      timer = this.#clock.setTimer(Math.max(untilMs - this.#clock.monotonicMs(), 0), () => resolve(false));
    });
    try {
      return await Promise.race([opened.then(() => true), late]);
    } finally {
      timer?.clear();
    }
  }
}
