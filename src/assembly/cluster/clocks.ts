/**
 * A clock that is further from the median of all than this is wrong, ms, unless an operator has accepted
 * more.
 */
export const OFF_MAX_MS = 500;

/** The name under which the store keeps the bound that an operator has accepted, ms. */
export const CLOCK_SETTING = "clock";

/** Fewer clocks than this are not judged: of two that differ nobody knows which is wrong. */
const JUDGED_MIN = 3;

/**
 * How far each clock is from the median of all, ms; positive: ahead. With an even number, whatever lies
 * between the two in the middle is no distance from it. `undefined` where there are too few to tell.
 */
export function clocksOff(aheadMs: readonly number[]): readonly number[] | undefined {
  if (aheadMs.length < JUDGED_MIN) return undefined;
  const sorted = aheadMs.toSorted((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1]!;
  const high = sorted[sorted.length >> 1]!;
  return aheadMs.map((ms) => (ms < low ? ms - low : ms > high ? ms - high : 0));
}

/** How far off a clock is, in words: `700 ms ahead of`, `700 ms behind`. */
export function offText(offMs: number): string {
  return `${Math.abs(Math.round(offMs))} ms ${offMs < 0 ? "behind" : "ahead of"}`;
}

/**
 * How far off a clock may be after an operator has accepted all clocks as they are, ms; the usual bound if no
 * clock is further off than the usual bound.
 */
export function acceptedMs(offMs: readonly number[]): number {
  const most = Math.max(...offMs.map(Math.abs));
  return most <= OFF_MAX_MS ? OFF_MAX_MS : Math.ceil(most) + OFF_MAX_MS;
}

/** The bound that the store's settings give, ms. */
export function offMaxMsOf(settings: ReadonlyMap<string, string>): number {
  return Number(settings.get(CLOCK_SETTING) ?? OFF_MAX_MS);
}
