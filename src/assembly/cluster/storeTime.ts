import type { Clock, Timer } from "../../kernel/host/clock.ts";
import type { LeaseState } from "../../kernel/journal/clusterLog.ts";
import { clocksOff, OFF_MAX_MS } from "./clocks.ts";

/**
 * What a node makes of the clocks that it knows: its machine's, the store's, and those of the other nodes'
 * machines.
 */
export interface ClockVerdict {
  /** How far this machine's clock is from the median of all, ms; positive: ahead. */
  readonly ownOffMs: number;
  /** How far the store's clock is from that median, ms; positive: ahead. */
  readonly storeOffMs: number;
  /** How far the other clocks are from the median, ms, in the order in which they were given. */
  readonly othersOffMs: readonly number[];
}

/**
 * Time as all nodes have it, whoever leads: the store's, or, while that is wrong, the median of all clocks.
 * It runs on the host's monotonic clock. Every clock is known by its position, which is how far its wall time
 * is ahead of the host's monotonic time, so that a jump of one clock changes the position of that one alone.
 */
export class StoreTime implements Clock {
  readonly #host: Clock;
  #storePositionMs: number;
  #othersPositionsMs: readonly number[] = [];
  #offMaxMs = OFF_MAX_MS;
  #verdict: ClockVerdict | undefined;

  constructor(host: Clock) {
    this.#host = host;
    this.#storePositionMs = this.#ownPositionMs;
  }

  /** How far the store's clock is ahead of the host's, in ms; negative: behind. */
  get offMs(): number {
    return this.#storePositionMs - this.#ownPositionMs;
  }

  /** The position of the store's clock, ms. */
  get storePositionMs(): number {
    return this.#storePositionMs;
  }

  /** What the clocks come to; `undefined` where there are too few to tell. */
  get verdict(): ClockVerdict | undefined {
    return this.#verdict;
  }

  /** How far from the median a clock may be, ms. */
  get offMaxMs(): number {
    return this.#offMaxMs;
  }

  /**
   * Takes in an answer of the store.
   *
   * @param sentMs the host's monotonic time when it was asked; the answer was made halfway
   */
  saw({ storeTime }: LeaseState, sentMs: number): void {
    const halfMs = (this.#host.monotonicMs() - sentMs) / 2;
    const positionMs = storeTime - sentMs - halfMs;
    // Within what the way there and back leaves open, the earlier estimate is as good, and steadier.
    if (Math.abs(positionMs - this.#storePositionMs) > halfMs + 1) this.#storePositionMs = positionMs;
    this.#judge();
  }

  /**
   * Takes in the positions of the other nodes' clocks, ms, and how far from the median a clock may be, ms.
   */
  compare(othersPositionsMs: readonly number[], offMaxMs: number): void {
    this.#othersPositionsMs = othersPositionsMs;
    this.#offMaxMs = offMaxMs;
    this.#judge();
  }

  wallMs(): number {
    const storeOffMs = this.#verdict?.storeOffMs ?? 0;
    const wrongMs = Math.abs(storeOffMs) > this.#offMaxMs ? storeOffMs : 0;
    return Math.round(this.#host.monotonicMs() + this.#storePositionMs - wrongMs);
  }

  monotonicMs(): number {
    return this.#host.monotonicMs();
  }

  setTimer(afterMs: number, fire: () => void): Timer {
    return this.#host.setTimer(afterMs, fire);
  }

  get #ownPositionMs(): number {
    return this.#host.wallMs() - this.#host.monotonicMs();
  }

  #judge(): void {
    const off = clocksOff([this.#ownPositionMs, this.#storePositionMs, ...this.#othersPositionsMs]);
    const [ownOffMs = 0, storeOffMs = 0, ...othersOffMs] = off ?? [];
    this.#verdict = off && { ownOffMs, storeOffMs, othersOffMs };
  }
}
