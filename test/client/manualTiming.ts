import type { Timing } from "../../src/interface/client/timing.ts";

/** Time that moves when a test says so. */
export class ManualTiming implements Timing {
  #nowMs = 0;
  #timers: { readonly atMs: number; readonly action: () => void }[] = [];
  /** The machine's clock is this much off. */
  wallOffsetMs = 1_700_000_000_000;

  wallMs(): number {
    return this.#nowMs + this.wallOffsetMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { atMs: this.#nowMs + ms, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  random(): number {
    return 0;
  }

  /** Timers that are set. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Moves on, running what falls due in its order, with time for what waits on it. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      await settled();
      const [due] = this.#timers
        .filter(({ atMs }) => atMs <= untilMs)
        .sort((one, other) => one.atMs - other.atMs);
      if (due === undefined) break;
      this.#timers = this.#timers.filter((each) => each !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.action();
    }
    this.#nowMs = untilMs;
    await settled();
  }
}

/** Lets everything go on that waits for nothing but its turn. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
