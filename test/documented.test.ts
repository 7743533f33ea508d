import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asText, documentedIn, fromText, missing } from "./measure/documented.ts";
import { isPage } from "./measure/pages.ts";
import { readSources } from "./measure/sources.ts";

/**
 * However much shorter docs/reference becomes, no number, option or named row gets lost that stood there at
 * 756ae774, the list of which is `documented.txt`. A worked example keeps its numbers on its page.
 */

const old = fromText(readFileSync(join(import.meta.dirname, "documented.txt"), "utf8"));
const pages = readSources(undefined, isPage);

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
