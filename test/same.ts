import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/**
 * That both are equal, asked in a loop of thousands: a matcher, which takes longer than most of what is
 * tested, is called only to say where they differ.
 */
export function same(actual: unknown, expected: unknown, what?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, what).toEqual(expected);
}
