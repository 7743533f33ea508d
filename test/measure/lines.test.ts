import { expect, test } from "vitest";
import { codeLines, isSource } from "./lines.ts";
import { handWritten, isPage, words } from "./pages.ts";

test("a line counts that is neither blank, nor comment alone, nor part of an import", () => {
  const text = `
    /** What it does. */
    import a from "./a.ts";
    import {
      b,
      type C,
    } from "./b.ts";
    export type { D } from "./d.ts";
    export * from "./e.ts";
    import "./f.ts";

    // Alone.
    /*
     * In several lines.
     */
    export const g = await import("./g.ts"); // beside code
    export {
      g as h,
    };
    const { url } = import.meta;
  `;
  expect(codeLines("x.ts", text)).toBe(5);
});

test("each language has its comments", () => {
  expect(codeLines("x.css", "/* a */\na {\n}\n")).toBe(2);
  expect(codeLines("x.html", "<!--\na\n-->\n<p>\n")).toBe(1);
  expect(codeLines("x.py", "# a\nb\n")).toBe(1);
  expect(["x.ts", "x.tsx", "x.json", "x.md"].map(isSource)).toEqual([true, true, false, false]);
});

test("words of pages count that somebody wrote", () => {
  expect(words("| `a` | two words |\n|---|---|\n- 0.1 – x")).toBe(5);
  expect(["README.md", "docs/a/b.md", "src/pages/README.md", "a.ts"].map(isPage)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(handWritten("docs/reference/cli.md", "A\n\n## Commands\n\nB\n")).toBe("A\n");
  expect(handWritten("docs/reference/v2-to-v3.md", "<!-- Written by x --> B")).toBe("");
});
