/**
 * Requires a time, or a length of time, that a program gave: NaN is neither before nor after any moment, and
 * a wait for it never ends.
 *
 * @throws RangeError naming what it is, the rule and the value
 */
export function requireWholeMs(what: string, ms: number): void {
  if (!Number.isSafeInteger(ms) || ms < 0)
    throw new RangeError(`${what} must be a whole number, 0 or more, got '${ms}'`);
}
