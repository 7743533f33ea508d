/**
 * `npm run measure [-- COMMIT …]`: how large the product and its tests are, and how its parts lean on each
 * other: a column for each commit that is named, without one for the files as they lie here.
 *
 * `npm run measure -- --new-boolean`: which files it takes to give orders one more boolean ({@link EDITS} of
 * newBoolean.ts).
 *
 * Product is what `src/` has, without tests and without what is generated; see {@link codeLines} for what a
 * line is.
 */
import Table from "cli-table3";
import { importsOf, pairsOf, roomsOf } from "../leaning.ts";
import { isGenerated } from "./generated.ts";
import { codeLines, isSource } from "./lines.ts";
import { measureNewBoolean } from "./newBoolean.ts";
import { isPage, wordsOfPages } from "./pages.ts";
import { readSources } from "./sources.ts";

const SMALL_LINES = 25;
const TEST = /\.test\.tsx?$/;

interface Counted {
  readonly path: string;
  readonly lines: number;
}

type Figures = Readonly<Record<string, string | number>>;

const words = process.argv.slice(2);
if (words[0] === "--new-boolean") measureNewBoolean();
else compare(words.length === 0 ? [undefined] : words);

function compare(columns: readonly (string | undefined)[]): void {
  const measured = columns.map(figuresOf);
  const table = new Table({
    head: ["", ...columns.map((commit) => commit ?? "here")],
    colAligns: ["left", ...columns.map(() => "right" as const)],
    style: { head: [], border: [], compact: true },
  });
  for (const name of Object.keys(measured[0]!))
    table.push([name, ...measured.map((figures) => String(figures[name]))]);
  console.log(table.toString());
}

/** @param commit left out: the files as they lie here */
function figuresOf(commit: string | undefined): Figures {
  const texts = readSources(commit, (path) => isSource(path) || isPage(path) || path === "package.json");
  const counted = Array.from(texts)
    .filter(([path]) => isSource(path))
    .map(([path, text]) => ({ path, lines: codeLines(path, text), isGenerated: isGenerated(path, text) }));
  const inSrc = counted.filter(({ path }) => path.startsWith("src/"));
  const beside = inSrc.filter(({ path }) => TEST.test(path));
  const product = inSrc.filter((file) => !TEST.test(file.path) && !file.isGenerated);
  const generated = inSrc.filter(({ isGenerated }) => isGenerated);
  const tests = [...beside, ...counted.filter(({ path }) => path.startsWith("test/"))];
  const longest = product.reduce((a, b) => (b.lines > a.lines ? b : a));
  const pairs = { gateway: pairsIn(texts, "gateway"), core: pairsIn(texts, "core") };
  return {
    "product, lines": sum(product),
    "product, files": product.length,
    [`product, files of at most ${SMALL_LINES} lines`]: product.filter(({ lines }) => lines <= SMALL_LINES)
      .length,
    "product, longest file": `${longest.lines} ${longest.path}`,
    "generated, lines": sum(generated),
    "tests, lines": sum(tests),
    "tests, files": tests.length,
    "folders of the gateway that import each other": list(pairs.gateway),
    "folders of the core that import each other": list(pairs.core),
    "hand-written pages, words": wordsOfPages(texts),
    "runtime dependencies": Object.keys(JSON.parse(texts.get("package.json")!).dependencies).length,
  };
}

/** The pairs of a folder's parts that import each other; a file beside its folders is a part of its own. */
function pairsIn(texts: ReadonlyMap<string, string>, folder: string): readonly string[] {
  const files = Array.from(texts).filter(
    ([path]) => rootOf(path, folder) !== undefined && path.endsWith(".ts") && !TEST.test(path),
  );
  const root = rootOf(files[0]?.[0] ?? "", folder) ?? "";
  const inside = new Map(
    Array.from(importsOf(new Map(files)), ([path, all]) => [path, all.filter((to) => to.startsWith(root))]),
  );
  return pairsOf(roomsOf(inside, (path) => path.slice(root.length).split("/", 1)[0]!));
}

/** The path of a room that a file lies in, with `/` at its end; older commits have no buildings. */
function rootOf(path: string, room: string): string | undefined {
  return new RegExp(`^src/(?:[^/]+/)?${room}/`).exec(path)?.[0];
}

function sum(files: readonly Counted[]): number {
  return files.reduce((total, { lines }) => total + lines, 0);
}

function list(pairs: readonly string[]): string {
  return [pairs.length, ...pairs].join("\n");
}
