import type { Quanta } from "../../core/index.ts";
import { Chain, gainOf } from "../../readmodel/index.ts";

/** What an account was worth at an instant. */
export interface CoursePoint {
  readonly equity: Quanta;
  /** Deposits less withdrawals since the point before. */
  readonly deposited: Quanta;
}

/** Equities that are kept for the curve; when there are more, every other one is let go of. */
const KEPT_MAX = 120;

/** How an account did so far, point by point: its equity, the return and the deepest fall of the chain. Fractions are in 1e-8. */
export class Course {
  #before: Quanta | undefined;
  #chain = new Chain();
  #kept: Quanta[] = [];
  #every = 1;
  #points = 0;

  add({ equity, deposited }: CoursePoint): void {
    if (this.#before !== undefined) this.#chain.add(gainOf(this.#before, equity, deposited));
    this.#before = equity;
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
    copy.#chain = this.#chain.copy();
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
    return this.#chain.return;
  }

  /** The deepest fall below an earlier height, a fraction; 0 or below. */
  get drawdown(): bigint {
    return -this.#chain.drawdown;
  }

  /** Equities from the first point on, evenly, at most so many. */
  curve(points: number): readonly Quanta[] {
    const step = Math.ceil(this.#kept.length / points);
    return this.#kept.filter((_, i) => i % step === 0);
  }
}
