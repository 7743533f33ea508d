import type { HistoryFailedError } from "./history.ts";
import type { Store } from "./store.ts";

/** A store that has failed from the beginning. */
export class RefusingStore implements Store {
  readonly where: string = "nowhere";
  readonly appliedSeq = 0;
  readonly #failure: HistoryFailedError;

  constructor(failure: HistoryFailedError) {
    this.#failure = failure;
  }

  watch(_committed: unknown, failed: (reason: HistoryFailedError) => void): void {
    failed(this.#failure);
  }

  apply(): undefined {}

  touchedSeq(): number {
    return 0;
  }

  hurry(): void {}

  ask(): Promise<never> {
    return Promise.reject(this.#failure);
  }

  askFresh(): Promise<never> {
    return Promise.reject(this.#failure);
  }

  writePrehistory(): Promise<never> {
    return Promise.reject(this.#failure);
  }

  settle(): Promise<never> {
    return Promise.reject(this.#failure);
  }

  image(): Promise<never> {
    return Promise.reject(this.#failure);
  }

  source(): Promise<never> {
    return Promise.reject(this.#failure);
  }

  async close(): Promise<void> {}
}
