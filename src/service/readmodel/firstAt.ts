import type { TimeMs } from "../../kernel/core/index.ts";

/** Extra steps that guessing may cost, beyond those of a bisection. */
const SPARE_STEPS = 2;
/**
 * How far a guess is moved towards the middle: this times the square of the remaining range, over the whole
 * range.
 */
const CAUTION = 0.2;

/**
 * The first place from `low` up whose time is `time` or later; `high` if there is none below it. Times never
 * decrease along places.
 *
 * Each step looks where the time would be if it passed evenly between the ends, but never so far from the
 * middle that a bisection could not still finish (the ITP method of Oliveira and Takahashi). The rows of a
 * busy account are evenly spread: about nine steps among a million. The worst case is a bisection plus a few
 * steps.
 *
 * @param timeAt the time of a place from `low` to `high` − 1
 */
export function firstAt(time: TimeMs, low: number, high: number, timeAt: (place: number) => TimeMs): number {
  if (low >= high) return high;
  const sought = time - 0.5; // between two times, so that it equals none
  let before = low;
  let early = timeAt(before);
  if (early > sought) return low;
  let after = high - 1;
  let late = timeAt(after);
  if (late < sought) return high;
  const all = after - before;
  // Half of the range that may be left after this step, so that after the last step one place is left.
  let allowed = 2 ** (Math.ceil(Math.log2(all)) + SPARE_STEPS - 1);
  while (after - before > 1) {
    const range = after - before;
    const middle = range / 2;
    const even = (range * (sought - early)) / (late - early);
    const caution = Math.min((CAUTION * range * range) / all, Math.abs(middle - even));
    const reach = allowed - middle;
    const step = clamp(even + Math.sign(middle - even) * caution, middle - reach, middle + reach);
    const place = before + clamp(step < middle ? Math.ceil(step) : Math.floor(step), 1, range - 1);
    const found = timeAt(place);
    if (found > sought) {
      after = place;
      late = found;
    } else {
      before = place;
      early = found;
    }
    allowed /= 2;
  }
  return after;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
