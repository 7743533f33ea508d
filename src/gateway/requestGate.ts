/** Lets requests through, and makes them wait while the market behind it is replaced. */
export class RequestGate {
  #inside = 0;
  #opened: Promise<void> | undefined;
  #open = (): void => {};
  #emptied: (() => void) | undefined;

  readonly #leave = (): void => {
    this.#inside--;
    if (this.#inside === 0) this.#emptied?.();
  };

  /** Runs `work`, which must not throw but reject, as soon as the gate is open. */
  pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#opened !== undefined) return this.#opened.then(() => this.pass(work));
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
