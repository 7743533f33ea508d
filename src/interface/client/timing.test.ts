import { expect, test, vi } from "vitest";
import { systemTiming } from "./timing.ts";

test.each([
  [1_000, 1_000],
  [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
  [40 * 86_400_000, 2 ** 31 - 1],
])("a timer of %f ms waits for %f, and is never due at once", (ms, waits) => {
  const set = vi.spyOn(globalThis, "setTimeout");
  systemTiming.after(ms, () => undefined)();
  expect(set.mock.calls.map((call) => call[1])).toEqual([waits]);
  set.mockRestore();
});
