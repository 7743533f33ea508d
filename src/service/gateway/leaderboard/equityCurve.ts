import type { Quanta, TimeMs } from "../../../kernel/core/index.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { EquityRow } from "../../readmodel/index.ts";

/** The most values that are kept; beyond that, every other one is dropped. */
const KEPT_MAX = 120;

/** Equity at whole minutes of market time, evenly thinned. */
export class EquityCurve {
  #kept: Quanta[] = [];
  /** When the next value is kept. */
  #next: TimeMs | undefined;
  #everyMs: number = MINUTE_MS;
  #last: Quanta = 0n;

  /** Points ascend by time. */
  add({ time, equity }: EquityRow): void {
    this.#next ??= time;
    for (; this.#next < time; this.#next += this.#everyMs) this.#keep();
    this.#last = equity;
  }

  #keep(): void {
    this.#kept.push(this.#last);
    if (this.#kept.length <= KEPT_MAX) return;
    this.#kept = this.#kept.filter((_, i) => i % 2 === 0);
    this.#everyMs *= 2;
  }

  /** The equity from the first point to `point`, at even distances: at most `points` values. */
  to(point: EquityRow, points: number): readonly Quanta[] {
    const whole = new EquityCurve();
    [whole.#kept, whole.#next] = [[...this.#kept], this.#next];
    [whole.#everyMs, whole.#last] = [this.#everyMs, this.#last];
    whole.add(point);
    whole.add({ ...point, time: point.time + 1 });
    const step = Math.ceil(whole.#kept.length / points);
    return whole.#kept.filter((_, i) => i % step === 0);
  }
}
