import type { Clock, Timer } from "../../kernel/host/clock.ts";
import { type History, HistoryBehindError, WAIT_MAX_MS } from "./history.ts";

interface Waiter {
  readonly seq: number;
  readonly timer: Timer;
  open(): void;
  refuse(reason: Error): void;
}

/** Where queries wait until the rows that they must include are committed. */
export class ReadYourWrites {
  readonly #clock: Clock;
  readonly #waiters = new Set<Waiter>();
  #appliedSeq: number;
  #failure: Error | undefined;

  constructor(clock: Clock, appliedSeq: number) {
    this.#clock = clock;
    this.#appliedSeq = appliedSeq;
  }

  get appliedSeq(): number {
    return this.#appliedSeq;
  }

  /**
   * Resolves once `seq` is committed; rejects with {@link HistoryBehindError}, or with the reason the store
   * failed.
   */
  async reach(seq: number): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (seq <= this.#appliedSeq) return;
    await new Promise<void>((open, refuse) => {
      const timer = this.#whenLate(() => {
        if (this.#waiters.delete(waiter)) refuse(new HistoryBehindError(this.#appliedSeq, seq));
      });
      const waiter: Waiter = { seq, timer, open, refuse };
      this.#waiters.add(waiter);
    });
  }

  /**
   * An answer that includes `seq`, committed or not; rejects with {@link HistoryBehindError} if it takes too
   * long.
   */
  async within<T>(seq: number, answer: Promise<T>): Promise<T> {
    let timer: Timer | undefined;
    const late = new Promise<never>((_, refuse) => {
      timer = this.#whenLate(() => refuse(new HistoryBehindError(this.#appliedSeq, seq)));
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      timer?.clear();
    }
  }

  /**
   * Refuses a query that has waited too long. In a process that was held up, the timer goes off before
   * messages that have arrived meanwhile are read: these are read first.
   */
  #whenLate(refuse: () => void): Timer {
    return this.#clock.setTimer(WAIT_MAX_MS, () => void setImmediate(refuse));
  }

  advance(appliedSeq: number): void {
    this.#appliedSeq = appliedSeq;
    for (const waiter of this.#waiters) {
      if (waiter.seq > appliedSeq) continue;
      this.#waiters.delete(waiter);
      waiter.timer.clear();
      waiter.open();
    }
  }

  /** Rejects all queries that wait, and all later ones. */
  fail(reason: Error): void {
    this.#failure ??= reason;
    for (const waiter of this.#waiters) {
      waiter.timer.clear();
      waiter.refuse(this.#failure);
    }
    this.#waiters.clear();
  }
}

/**
 * An answer of history, however long its writer takes: for callers who cannot ask again later, and would go
 * on with something wrong instead.
 *
 * @param ask asked again while history is behind, each time that everything given before is committed; must
 * not change anything
 * @throws HistoryFailedError
 */
export async function patiently<T>(history: Pick<History, "settle">, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof HistoryBehindError)) throw error;
    }
    await history.settle();
  }
}
