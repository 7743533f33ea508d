/** Requests that wait before a closed gate, at most: some megabytes. */
const WAITING_MAX = 10_000;

/** Lets requests through, and makes them wait while the market behind it is replaced. */
export class RequestGate {
  readonly #waitingMax: number;
  #waiting = 0;
  #inside = 0;
  #opened: Promise<void> | undefined;
  #open = (): void => {};
  #emptied: (() => void) | undefined;

  constructor(waitingMax = WAITING_MAX) {
    this.#waitingMax = waitingMax;
  }

  readonly #leave = (): void => {
    this.#inside--;
    if (this.#inside === 0) this.#emptied?.();
  };

  /**
   * Runs `work`, which must not throw but reject, as soon as the gate is open.
   *
   * @param refuse runs in its place where too many wait already
   */
  pass<T>(work: () => Promise<T>, refuse: () => T): Promise<T> {
    if (this.#opened !== undefined) {
      if (this.#waiting >= this.#waitingMax) return Promise.resolve(refuse());
      this.#waiting++;
      return this.#opened.then(() => {
        this.#waiting--;
        return this.pass(work, refuse);
      });
    }
    this.#inside++;
    const done = work();
    done.then(this.#leave, this.#leave);
    return done;
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

  /** Opens the gate for those who wait. */
  open(): void {
    this.#opened = undefined;
    this.#open();
  }
}
