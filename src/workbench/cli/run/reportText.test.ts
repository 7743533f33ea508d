import { expect, test } from "vitest";
import { sparkline } from "./reportText.ts";

test.each([
  ["nothing", [], ""],
  ["one value", [5], "▁"],
  ["what does not move", [5, 5, 5], "▁▁▁"],
  ["from low to high and back", [0, 7, 0], "▁█▁"],
  ["negative values", [-8, -1], "▁█"],
])("a sparkline of %s", (_, values, line) => expect(sparkline(values)).toBe(line));

test("a long one is as wide as a line, and ends where it ends", () => {
  const line = sparkline(Array.from({ length: 1_000 }, (_, i) => i));
  expect(line).toHaveLength(60);
  expect([line[0], line.at(-1)]).toEqual(["▁", "█"]);
});
