import { afterEach, expect, test, vi } from "vitest";
import { durationText, paint } from "./value.ts";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  [0, "0 s"],
  [999, "0 s"],
  [3_000, "3 s"],
  [65_000, "1 min 5 s"],
  [3_600_000, "1 h"],
  [7_505_000, "2 h 5 min"],
  [90_061_000, "1 d 1 h"],
  [86_460_000, "1 d"],
])("%d ms is %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [true, "", "xterm", true],
  [true, "1", "xterm", false],
  [true, "", "dumb", false],
  [false, "", "xterm", false],
])("on a terminal %s, NO_COLOR=%s, TERM=%s: coloured %s", (isTerminal, noColour, term, isColoured) => {
  vi.stubEnv("NO_COLOR", noColour);
  vi.stubEnv("TERM", term);
  expect(paint("red", "a", isTerminal) !== "a").toBe(isColoured);
});
