import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutated, mutationsOf } from "./mutation.ts";
import { rowsIn, SCORE_FILE, scoreOf } from "./score.ts";

const PAGE = join(import.meta.dirname, "../../docs/reference/invariants.md");

const SOURCE = `import { a } from "./a.ts";
/** If a < b. */
const SIZE_MAX = 1_024; // a + b
export function held(a: number, b: number): number {
  if (a <= b) return 0;
  free("a < b", a);
  const rest = a - b;
  assert(rest > 0, "invariant: some is left");
  return rest;
}
`;

test("each comparison, bound, sign, call and check is a mistake to make, words and assertions are not", () => {
  expect(mutationsOf(SOURCE).map(({ kind, line, to }) => [kind, line, to.trim()])).toEqual([
    ["bound", 3, "const SIZE_MAX = 1025; // a + b"],
    ["comparison", 5, "if (a < b) return 0;"],
    ["removed check", 5, ";"],
    ["removed call", 6, ";"],
    ["sign", 7, "const rest = a + b;"],
  ]);
});

test("of equal lines each is a mistake of its own, wherever they stand by now", () => {
  const twice = (source: string) => mutationsOf(source).map(({ from, nth }) => [from.trim(), nth]);
  const check = "if (a) return;";
  expect(twice(`${check}\nfree(a);\n  ${check}\n${check}`)).toEqual([
    ...[
      [check, 1],
      ["free(a);", 1],
    ],
    ...[
      [check, 1],
      [check, 2],
    ],
  ]);
});

test("a mistake changes its line and no other", () => {
  const [bound] = mutationsOf(SOURCE);
  const lines = mutated(SOURCE, bound!).split("\n");
  expect(lines.filter((line, i) => line !== SOURCE.split("\n")[i])).toEqual([bound!.to]);
});

test("what does not compile and what nothing can find are not in the score, which its page tells", () => {
  const [row] = rowsIn(SCORE_FILE);
  const found = { ...row!, compiles: true, killedBy: "a test" };
  const missed = { ...found, killedBy: null };
  const rows = [found, missed, { ...missed, compiles: false }, { ...missed, equivalent: "it is the same" }];
  expect(scoreOf(rows)).toBe("1 of 2 found");
  expect(readFileSync(PAGE, "utf8")).toContain(scoreOf(rowsIn(SCORE_FILE)));
});
