/**
 * Tells readers that something has changed; they then look at the thing itself. So a reader slower than the
 * changes sees fewer of them, but always the latest state.
 */
export class ChangeSignal {
  #beats = 0;
  #end: { readonly error: Error | undefined } | undefined;
  #waiting: (() => void)[] = [];

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  beat(): void {
    this.#beats++;
    this.#wake();
  }

  /** Ends the pulse; with an error, readers get that error. */
  end(error?: Error): void {
    this.#end ??= { error };
    this.#wake();
  }

  /** Yields `thing` now if it has `begun`, and after every change. */
  async *follow<T>(thing: T, begun: boolean): AsyncGenerator<T, void> {
    for (let seen = begun ? -1 : this.#beats; ; ) {
      while (seen === this.#beats && this.#end === undefined) await this.#next();
      if (seen === this.#beats) {
        if (this.#end?.error !== undefined) throw this.#end.error;
        return;
      }
      seen = this.#beats;
      yield thing;
    }
  }

  /** Resolves when `holds` is true, checked now and after every change. Rejects if the pulse ends before. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#end !== undefined) throw this.#end.error ?? new Error("closed");
      await this.#next();
    }
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
