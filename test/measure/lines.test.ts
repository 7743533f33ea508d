import { expect, test } from "vitest";
import { codeLines, isSource } from "./lines.ts";

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
