/** Points kept: as many as a page shows in the width of a screen. */
export const POINTS_MAX = 512;

export interface EquityPoint {
  /** Host time, Unix ms. */
  readonly time: number;
  /** USDT, a decimal. */
  readonly equity: string;
}

/**
 * Equity over a run of any length in a bounded number of points: when the curve is full, every other point is
 * dropped.
 */
export class EquityCurve {
  #points: EquityPoint[] = [];
  /** Of this many points that are offered, one is kept. */
  #stride = 1;
  #offered = 0;

  add(point: EquityPoint): void {
    if (this.#offered++ % this.#stride !== 0) return;
    this.#points.push(point);
    if (this.#points.length < POINTS_MAX) return;
    this.#points = this.#points.filter((_, i) => i % 2 === 0);
    this.#stride *= 2;
  }

  /** Adds the last point, which is always kept. */
  end(point: EquityPoint): void {
    this.#points.push(point);
  }

  points(): readonly EquityPoint[] {
    return this.#points;
  }
}
