import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EDITS, edited } from "./newBoolean.ts";

const ROOT = join(import.meta.dirname, "../..");

test("a new boolean of an order, on V2, V3, OpenAPI and history, is written in six files, each line in its place", () => {
  expect(EDITS).toHaveLength(6);
  for (const edit of EDITS) {
    const text = readFileSync(join(ROOT, edit.file), "utf8");
    const added = edited(edit, text).split("\n").length - text.split("\n").length;
    expect(added, edit.file).toBe(edit.lines.length);
  }
});

test("a place that is gone, or there twice, is named", () => {
  const edit = { file: "x.ts", lines: [{ after: "a,", write: "b," }] };
  expect(edited(edit, "{\n  a,\n}\n")).toBe("{\n  a,\nb,\n}\n");
  expect(() => edited(edit, "{\n}\n")).toThrow("x.ts has 0 lines that end with a,");
  expect(() => edited(edit, "a,\na,\n")).toThrow("x.ts has 2 lines");
});
