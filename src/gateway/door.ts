/** Where requests pass, and wait while what they go to is changed. */
export class Door {
  #inside = 0;
  #opened: Promise<void> | undefined;
  #open = (): void => {};
  #emptied: (() => void) | undefined;

  /** Runs `work` as soon as the door is open. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    while (this.#opened !== undefined) await this.#opened;
    this.#inside++;
    try {
      return await work();
    } finally {
      this.#inside--;
      if (this.#inside === 0) this.#emptied?.();
    }
  }

  /** Lets nobody in any more; resolves when nobody is inside. */
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

  /** Lets in who waits. */
  open(): void {
    this.#opened = undefined;
    this.#open();
  }
}
