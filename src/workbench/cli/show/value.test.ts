import { afterEach, expect, test, vi } from "vitest";
import { paint } from "./value.ts";

afterEach(() => void vi.unstubAllEnvs());

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
