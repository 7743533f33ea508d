import type { Quanta } from "../../core/index.ts";
import { bigDivHalfEven } from "../../core/index.ts";

/** What an account was worth at an instant. */
export interface CoursePoint {
  readonly equity: Quanta;
  /** Deposits less withdrawals since the point before. */
  readonly deposited: Quanta;
}

const CHAIN_ONE = 10n ** 16n;
const FRACTION_ONE = 10n ** 8n;
/** Equities that are kept for the curve; when there are more, every other one is let go of. */
const KEPT_MAX = 120;

/**
 * How an account did so far, point by point. The return is chained, so that deposits and withdrawals count neither as gain nor as loss:
 *
 * ```
 * chain ×= 1 + (equity − equity before − deposited) ÷ (equity before + max(deposited, 0))      half-even at 16 places
 * ```
 *
 * A deposit between two points may have earned already, so it counts as there from the first of them. Fractions are in 1e-8.
 */
export class Course {
  #before: Quanta | undefined;
  #chain = CHAIN_ONE;
  #height = CHAIN_ONE;
  #deepest = 0n;
  #kept: Quanta[] = [];
  #every = 1;
  #points = 0;

  add({ equity, deposited }: CoursePoint): void {
    if (this.#before !== undefined) {
      const gained = equity - this.#before - deposited;
      const worked = this.#before + (deposited > 0n ? deposited : 0n);
      if (worked > 0n) this.#chain += bigDivHalfEven(this.#chain * gained, worked);
    }
    this.#before = equity;
    if (this.#chain > this.#height) this.#height = this.#chain;
    const fall = bigDivHalfEven((this.#chain - this.#height) * FRACTION_ONE, this.#height);
    if (fall < this.#deepest) this.#deepest = fall;
    if (this.#points++ % this.#every === 0) this.#keep(equity);
  }

  #keep(equity: Quanta): void {
    this.#kept.push(equity);
    if (this.#kept.length <= KEPT_MAX) return;
    this.#kept = this.#kept.filter((_, i) => i % 2 === 0);
    this.#every *= 2;
  }

  /** With further points, which are not added. */
  with(points: readonly CoursePoint[]): Course {
    const copy = new Course();
    copy.#before = this.#before;
    copy.#chain = this.#chain;
    copy.#height = this.#height;
    copy.#deepest = this.#deepest;
    copy.#kept = [...this.#kept];
    copy.#every = this.#every;
    copy.#points = this.#points;
    for (const point of points) copy.add(point);
    return copy;
  }

  get equity(): Quanta {
    return this.#before ?? 0n;
  }

  /** A fraction. */
  get return(): bigint {
    return bigDivHalfEven((this.#chain - CHAIN_ONE) * FRACTION_ONE, CHAIN_ONE);
  }

  /** The deepest fall below an earlier height, a fraction; 0 or below. */
  get drawdown(): bigint {
    return this.#deepest;
  }

  /** Equities from the first point on, evenly, at most so many. */
  curve(points: number): readonly Quanta[] {
    const step = Math.ceil(this.#kept.length / points);
    return this.#kept.filter((_, i) => i % step === 0);
  }
}
