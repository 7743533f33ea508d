import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * React empties an element's reference when it takes the element out, and ends a passive effect later: what
 * the effect left behind (a painter, a listener) may run between the two. It takes its elements when it
 * begins; an effect of layout ends before the references are emptied.
 */
test("what a passive effect leaves behind reads no reference to an element", () => {
  const late = globSync("src/pages/terminal/**/*.tsx").flatMap(lateReads);
  expect(late).toEqual([]);
});

/**
 * Reads of a reference that is trusted to be there, inside a function within a passive effect; the
 * formatter's indent tells the depth.
 */
function lateReads(file: string): readonly string[] {
  const found: string[] = [];
  let effect: { readonly indent: number; readonly isPassive: boolean } | undefined;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const indent = line.search(/\S/);
    const begins = /\buse(Layout)?Effect\(/.exec(line);
    if (begins !== null) effect = { indent, isPassive: begins[1] === undefined };
    else if (effect?.isPassive && indent > effect.indent + 2 && /\.current!/.test(line))
      found.push(`${file}: ${line.trim()}`);
  }
  return found;
}
