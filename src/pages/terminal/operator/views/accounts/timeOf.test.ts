import { expect, test } from "vitest";
import { dateTime } from "../../../format/time.ts";
import { timeOf } from "./timeOf.ts";

test("a time is read as times are shown, in UTC, with less said than the second", () => {
  expect(timeOf("2026-11-22", "Ends")).toBe(Date.UTC(2026, 10, 22));
  expect(timeOf(" 2026-11-22 08:30 ", "Ends")).toBe(Date.UTC(2026, 10, 22, 8, 30));
  const at = Date.UTC(2026, 1, 28, 23, 59, 58);
  expect(timeOf(dateTime(at), "Ends")).toBe(at);
});

test("what is no time is refused with the field's name", () => {
  for (const typed of ["", "tomorrow", "2026-13-01", "2026-11-22T08:30", "22.11.2026", "1763800000000"])
    expect(() => timeOf(typed, "Ends"), typed).toThrow(/^Ends: .* is no time/);
});
