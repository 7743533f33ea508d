import { expect, test } from "vitest";
import { momentOf } from "./moment.ts";

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
