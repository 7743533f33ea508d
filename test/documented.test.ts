import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asText, documentedIn, fromText, missing } from "./measure/documented.ts";
import { wordsOfPages } from "./measure/pages.ts";

/**
 * Pages are few enough words to be read. However much shorter docs/reference becomes, no number, option or
 * named row gets lost that stood there at 756ae774 (`documented.txt`; a figure that was measured anew, or a
 * name that changed, is changed there too). A worked example keeps its numbers on its page.
 */

const ROOT = join(import.meta.dirname, "..");
const old = fromText(readFileSync(join(import.meta.dirname, "documented.txt"), "utf8"));
const paths = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT }).map((path) => path.replaceAll("\\", "/"));
const pages = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));

test("pages that people write have at most 100,000 words", () => {
  expect(wordsOfPages(pages)).toBeGreaterThan(10_000);
  expect(wordsOfPages(pages)).toBeLessThanOrEqual(100_000);
});

test("what docs/reference told, it tells", () => {
  expect(old.get("numbers")!.size).toBeGreaterThan(1_000);
  expect(old.get("options")!.size).toBeGreaterThan(70);
  expect(missing(old, documentedIn(pages))).toEqual([]);
});

test("a number, an option or a row that is taken out is missed", () => {
  const page = (text: string) => documentedIn(new Map([["docs/reference/a.md", text]]));
  const whole = "| `a`, `b` | it |\n\n> Of 60 000 the\n> fee is 0.06.\n\n`--x 1` or --dry-run.\n";
  const documented = page(whole);
  expect(missing(fromText(asText(documented)), documented)).toEqual([]);
  expect(missing(documented, page(whole.replace("60 000", "60,000")))).toEqual([]);
  expect(missing(documented, page(whole.replace("> fee is 0.06", "fee is 0.06")))).toEqual([
    "worked docs/reference/a.md: 0.06",
  ]);
  expect(
    missing(documented, page(whole.replace(", `b`", "").replace("--dry-run", "").replace("0.06", "0"))),
  ).toEqual(["options: --dry-run", "names: b", "numbers: 0.06", "worked docs/reference/a.md: 0.06"]);
});
