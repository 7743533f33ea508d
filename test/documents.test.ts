import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * Documents lead somewhere: every link to a file or a heading of ours resolves, and docs/README.md, or that
 * of the decisions, lists every page.
 */

const ROOT = join(import.meta.dirname, "..");
const documents = ["*.md", "docs/**/*.md", "examples/**/*.md", "clients/**/*.md", "src/**/*.md"].flatMap(
  (pattern) => globSync(pattern, { cwd: ROOT }).sort(),
);

/** A document without its blocks of code, in which nothing is a link. */
const prose = (path: string): string =>
  readFileSync(join(ROOT, path), "utf8").replace(/^```[\s\S]*?^```/gm, "");

/** Targets of `[text](target)`, but for those on other hosts. */
function linksOf(path: string): readonly string[] {
  const targets = [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets.filter((target) => !/^https?:/.test(target));
}

/**
 * Anchors of a page, as forges make them of its headings: lower case, hyphens for spaces, nothing but words.
 */
function anchorsOf(path: string): ReadonlySet<string> {
  const headings = [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** What is wrong with a link, or undefined. */
function fault(from: string, link: string): string | undefined {
  const [file, anchor] = link.split("#") as [string, string | undefined];
  const target = file === "" ? from : relative(ROOT, resolve(ROOT, dirname(from), file));
  if (!existsSync(join(ROOT, target))) return `${link}: no such file`;
  if (anchor === undefined || statSync(join(ROOT, target)).isDirectory()) return undefined;
  return anchorsOf(target).has(anchor) ? undefined : `${link}: no such heading`;
}

describe("every link leads somewhere", () => {
  test("there are links to look at", () => {
    expect(documents.length).toBeGreaterThan(40);
    expect(documents.flatMap(linksOf).length).toBeGreaterThan(100);
  });

  test.each(documents)("%s", (path) => {
    const faults = linksOf(path).map((link) => fault(path, link));
    expect(faults.filter((found) => found !== undefined)).toEqual([]);
  });
});

test("README leads in one step to what a newcomer comes for", () => {
  const [, table = ""] = prose("README.md").split("## Where to go\n");
  const wanted = {
    "my first order": "#the-first-signed-request",
    "a bot of another dialect": "docs/reference/fapi.md",
    "a bad day for my bot": "docs/exam.md",
    "my test suite": "docs/testing.md",
    "real prices": "docs/reference/follow.md",
    "a contest": "docs/contests.md",
    "a cluster": "docs/cluster.md",
  };
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  const missing = Object.entries(wanted).filter(
    ([what, page]) => !rows.some((row) => row.includes(what) && row.includes(`](${page})`)),
  );
  expect(missing).toEqual([]);
});

test("docs/README.md lists every page", () => {
  const listed = new Set(linksOf("docs/README.md").map((link) => join("docs", link)));
  const pages = documents.filter((path) => /^docs\/(?!decisions\/\d|README)/.test(path));
  expect(pages.filter((page) => !listed.has(page))).toEqual([]);
});

/** `vitest run test/documents.test.ts --update` writes the page anew. */
test("docs/decisions/README.md lists every decision by its title", async () => {
  const notes = documents.filter((path) => /^docs\/decisions\/\d/.test(path));
  const titles = notes.map((path) => {
    const [, number, title] = /^# 0*(\d+)\.? (.*)$/m.exec(prose(path))!;
    return `- [${number}. ${title}](${path.split("/").at(-1)})`;
  });
  expect(titles.length).toBeGreaterThan(30);
  const page = `<!-- Written by test/documents.test.ts from the titles of the notes. -->
# Decisions

One screen each: what was decided, why, and why not otherwise. Overturned by a measurement and a new note.

${titles.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../docs/decisions/README.md");
});

describe("docs/security.md names what there is", () => {
  const named = [...prose("docs/security.md").matchAll(/`([^`\s]+\.ts)`(?:: ([^|(]+?))?(?=, `| \||$| \()/gm)];

  test("a test for every defence", () => {
    const defended = prose("docs/security.md")
      .split("## ")
      .find((section) => section.startsWith("What is defended"));
    const rows = defended!
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(1);
    expect(rows.length).toBeGreaterThan(20);
    expect(
      rows.filter((row) => !/`(?:test|src)\/[^`]+\.test\.ts`[^|]*\|$|measured, not a test/.test(row)),
    ).toEqual([]);
  });

  test.each(named.map(([, path = "", title = ""]) => [path, title]))("%s %s", (path, title) => {
    const source = readFileSync(join(ROOT, path), "utf8");
    expect(source.toLowerCase()).toContain(title.toLowerCase());
  });
});
