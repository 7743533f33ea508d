/**
 * What pages of docs/reference tell that a reader may look for: numbers, options of the command line, and
 * names that a row of a table is about.
 */
import { beforeWritten, isPage } from "./pages.ts";

/** Digits with their decimals; thousands parted by a comma or a space, as `60 000`, are one number. */
const NUMBER = /(?<![\w.])\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+(?:\.\d+)?(?!\d)|(?<![\w.])\d+(?:\.\d+)?/g;
const OPTION = /(?<![\w-])--[a-z][\w-]*/g;
/** The first cell of a row, where it is one or more names in backticks. */
const NAMES_OF_ROW = /^\| *((?:`[^`|]+`[, ]*)+)\|/gm;
/** Of a figure of Prometheus. */
const LABELS = /\{[a-z,]+\}$/;
const WORKED = /^> .*$/gm;
/** Tables of its own, of every operation twice. */
const LEFT_OUT = "docs/reference/v2-to-v3.md";
const LINK = /\]\([^)]*\)/g;

/** What to find again: by what it is, and of worked examples (`> …`) by their page. */
export type Documented = ReadonlyMap<string, ReadonlySet<string>>;

/** @param texts of all files, by their paths from the root */
export function documentedIn(texts: ReadonlyMap<string, string>): Documented {
  const pages = Array.from(texts)
    .filter(([path]) => isPage(path) && path.startsWith("docs/reference/") && path !== LEFT_OUT)
    .map(([path, text]) => ({ path, text: beforeWritten(path, text).replaceAll(LINK, "]") }));
  const all = pages.map(({ text }) => text).join("\n");
  const worked = pages.map(({ path, text }): [string, ReadonlySet<string>] => [
    `worked ${path}`,
    numbersIn(text.match(WORKED)?.join("\n") ?? ""),
  ]);
  return new Map([
    ["options", new Set(all.match(OPTION))],
    ["names", namesIn(all)],
    ["numbers", numbersIn(all)],
    ...worked.filter(([, found]) => found.size > 0),
  ]);
}

function numbersIn(text: string): ReadonlySet<string> {
  return new Set(text.match(NUMBER)?.map((number) => number.replaceAll(/[ ,\u00a0\u202f]/g, "")));
}

function namesIn(text: string): ReadonlySet<string> {
  const cells = [...text.matchAll(NAMES_OF_ROW)].map(([, cell]) => cell!);
  const names = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  return new Set(names.map((name) => name.replace(LABELS, "")));
}

/** A line for each kind, its entries parted by tabs. */
export function asText(documented: Documented): string {
  return [...documented].map(([kind, found]) => `${[kind, ...[...found].sort()].join("\t")}\n`).join("");
}

export function fromText(text: string): Documented {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [kind, ...found] = line.split("\t");
      return [kind!, new Set(found)];
    }),
  );
}

/** What of the old is not in the new, each with its kind. */
export function missing(old: Documented, now: Documented): readonly string[] {
  return [...old].flatMap(([kind, found]) =>
    [...found].filter((each) => now.get(kind)?.has(each) !== true).map((each) => `${kind}: ${each}`),
  );
}
