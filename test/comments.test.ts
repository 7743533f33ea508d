import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** The formatter keeps the width of code, and leaves comments as they are. */
const WIDTH = 110;

/** Lines with a shape of their own: drawings, columns, rows of a table, directives, long pieces of code. */
const SHAPED = /[─│┌┐└┘▶▼▲]|\S {3,}\S|^\s*\* \||^\s*\/\/ biome-ignore|^\s*(?:\*|\/\/) `[^`]+`,?$/;

test("a comment is no wider than the code", () => {
  const files = globSync("{bench,examples,scripts,src,test}/**/*.{ts,tsx,mjs,css}", {
    cwd: ROOT,
    exclude: (name) => name === "node_modules" || name === "generated",
  });
  expect(files.flatMap(wideComments)).toEqual([]);
});

function wideComments(file: string): readonly string[] {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  return lines.flatMap((line, at) =>
    /^\s*(?:\/\*\*?|\*|\/\/)/.test(line) && line.length > WIDTH && !SHAPED.test(line)
      ? [`${file}:${at + 1}`]
      : [],
  );
}
