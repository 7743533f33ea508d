import { expect, test } from "vitest";
import { readInstant, readTime } from "./instant.ts";

test.each([
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
  ["2026-01-31T12:00", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31 12:00:05", "2026-01-31T12:00:05.000Z"],
  ["2026-01-31T12:00:05.1239Z", "2026-01-31T12:00:05.123Z"],
  ["2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
])("%s is %s, wherever the machine is", (text, iso) => {
  expect(new Date(readInstant(text)!).toISOString()).toBe(iso);
});

test.each([
  ...["", "5", "-5", "yesterday 5", "2026", "2026-1-5", "2026-02-31", "2026-02-29T10:00Z", "2026-13-01"],
  ...["2026-01-31T25:00", "2026-01-31T12:61Z", "2026-01-31T12", "2026-01-31T12:00:00 GMT", "31.01.2026"],
])("%j is no moment", (text) => {
  expect(readInstant(text)).toBeUndefined();
});

test("digits alone are Unix ms", () => {
  expect(readTime("1769817600000")).toBe(Date.UTC(2026, 0, 31));
  expect(readTime("1".repeat(16))).toBeUndefined();
  expect(readTime("2026-01-31")).toBe(Date.UTC(2026, 0, 31));
});
