import type { Clock, Timer } from "./clock.ts";

/** A timer of a clock that may change its pace. */
interface Wait {
  readonly dueMs: number;
  readonly fire: () => void;
  timer: Timer | undefined;
}

/**
 * A clock that begins at a given date, and runs like another one until it is told to run faster. Its wall and
 * monotonic time are one map of the other's monotonic time, without a jump where the speed changes, so that
 * nothing measured by it notices:
 *
 * ```
 * wall = start + monotonic
 * monotonic = at the last change + (other's − other's then) × speed
 * ```
 */
export class FastClock implements Clock {
  readonly #other: Clock;
  readonly #startMs: number;
  readonly #waits = new Set<Wait>();
  #speed = 1;
  #baseMs = 0;
  #sinceMs: number;

  /** @param startMs the clock's date now, Unix ms */
  constructor(other: Clock, startMs: number) {
    this.#other = other;
    this.#startMs = startMs;
    this.#sinceMs = other.monotonicMs();
  }

  get speed(): number {
    return this.#speed;
  }

  wallMs(): number {
    return Math.floor(this.#startMs + this.monotonicMs());
  }

  monotonicMs(): number {
    return this.#baseMs + (this.#other.monotonicMs() - this.#sinceMs) * this.#speed;
  }

  setTimer(afterMs: number, fire: () => void): Timer {
    const wait: Wait = { dueMs: this.monotonicMs() + afterMs, fire, timer: undefined };
    this.#waits.add(wait);
    this.#wind(wait);
    return {
      clear: () => {
        this.#waits.delete(wait);
        wait.timer?.clear();
      },
    };
  }

  /** From now on `speed` milliseconds of it pass in one of the other clock; above 0. */
  run(speed: number): void {
    const nowMs = this.#other.monotonicMs();
    this.#baseMs += (nowMs - this.#sinceMs) * this.#speed;
    this.#sinceMs = nowMs;
    this.#speed = speed;
    for (const wait of this.#waits) this.#wind(wait);
  }

  #wind(wait: Wait): void {
    wait.timer?.clear();
    const leftMs = Math.max(wait.dueMs - this.monotonicMs(), 0) / this.#speed;
    wait.timer = this.#other.setTimer(leftMs, () => {
      this.#waits.delete(wait);
      wait.fire();
    });
  }
}
