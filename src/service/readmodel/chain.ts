import type { Quanta } from "../../kernel/core/index.ts";
import { bigDivHalfEven } from "../../kernel/core/index.ts";

const ONE = 10n ** 18n;
const RATE_ONE = 100_000_000n;

/** The gain between two points, and the money with which it was made. */
export interface Gain {
  readonly gained: Quanta;
  readonly worked: Quanta;
}

/**
 * @param deposited deposits less withdrawals between the two points; a deposit may have earned something
 * already, so it counts from the first point on
 */
export function gainOf(before: Quanta, after: Quanta, deposited: Quanta): Gain {
  return { gained: after - before - deposited, worked: before + (deposited > 0n ? deposited : 0n) };
}

/**
 * Returns chained point by point, so that deposits and withdrawals count neither as gain nor as loss, and
 * the deepest fall of the chain:
 *
 * ```
 * chain ×= 1 + gained ÷ worked      half-even at 18 places; 0 and below is 0
 * ```
 *
 * A span without money (`worked` is 0) counts as no return. Rates are in 1e-8, half-even.
 */
export class Chain {
  #now = ONE;
  #height = ONE;
  #deepest = 0n;

  add({ gained, worked }: Gain): void {
    if (worked <= 0n) return;
    const next = bigDivHalfEven(this.#now * (worked + gained), worked);
    this.#now = next < 0n ? 0n : next;
    if (this.#now > this.#height) this.#height = this.#now;
    const fall = bigDivHalfEven((this.#height - this.#now) * RATE_ONE, this.#height);
    if (fall > this.#deepest) this.#deepest = fall;
  }

  get return(): bigint {
    return bigDivHalfEven((this.#now - ONE) * RATE_ONE, ONE);
  }

  /** The deepest fall below an earlier maximum, 0 or above. */
  get drawdown(): bigint {
    return this.#deepest;
  }

  copy(): Chain {
    const copy = new Chain();
    copy.#now = this.#now;
    copy.#height = this.#height;
    copy.#deepest = this.#deepest;
    return copy;
  }
}
