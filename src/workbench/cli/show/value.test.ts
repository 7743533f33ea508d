import { afterEach, expect, test, vi } from "vitest";
import { controlOperations } from "../../../service/gateway/control/index.ts";
import { durationText, paint, showText } from "./value.ts";

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

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** The names of an answer's fields that are moments in Unix ms. */
function momentsIn(schema: Schema): string[] {
  const { properties = {}, items, anyOf = [] } = schema;
  const own = Object.entries(properties).filter(([, field]) =>
    [field, ...(field.anyOf ?? [])].some(
      ({ type, description = field.description }) => type === "integer" && /Unix ms/.test(description ?? ""),
    ),
  );
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [...own.map(([name]) => name), ...inner.flatMap(momentsIn)];
}

test("every moment in an answer of control is shown as one", () => {
  const names = new Set(controlOperations.flatMap(({ answer }) => momentsIn(answer as Schema)));
  expect(names.size).toBeGreaterThan(20);
  const rows = Object.fromEntries([...names].map((name) => [name, Date.UTC(2026, 10, 30)]));
  let text = "";
  showText({ out: (line: string) => (text += line), outIsTty: false } as never, rows);
  const raw = text.split("\n").filter((line) => line !== "" && !line.endsWith("2026-11-30T00:00:00.000Z"));
  expect(raw).toEqual([]);
});
