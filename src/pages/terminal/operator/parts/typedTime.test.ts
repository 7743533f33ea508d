import { expect, test } from "vitest";
import { dateTime } from "../../format/time.ts";
import { momentOf, timeOf } from "./typedTime.ts";

test.each([
  ["914", { until: 914 }],
  [" 2026-01-01 08:30:15 ", { time: Date.UTC(2026, 0, 1, 8, 30, 15, 999) }],
  ["2026-01-01T08:30", { time: Date.UTC(2026, 0, 1, 8, 30, 59, 999) }],
  ["2026-01-01", { time: Date.UTC(2026, 0, 1, 23, 59, 59, 999) }],
])("%s", (text, moment) => expect(momentOf(text)).toEqual(moment));

test.each(["", "0", "yesterday", "08:30", "2026-13-01", "2026-01-01 25:00", "-3", "1e3"])(
  "'%s' is told apart",
  (text) =>
    expect(momentOf(text)).toBe(
      `'${text}' is neither a command's number nor a time such as 2026-01-01 08:30:00`,
    ),
);

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
