/** How a page begins that a test writes whole. */
const WRITTEN = "<!-- Written by ";

/** Pages of which a test writes what follows a heading (`test/cli/docs.test.ts`), with that heading. */
export const writtenAfter = {
  "docs/reference/cli.md": "## Commands",
  "docs/reference/control.md": "## Operations",
  "docs/reference/operations.md": "## Operations",
} as const;

/** Whether a file is a page that people write: README and its like, and all of `docs/`. */
export function isPage(path: string): boolean {
  return /^(?:[^/]+|docs\/.+)\.md$/.test(path);
}

/** What of a page is written by hand; nothing of one that a test writes whole. */
export function handWritten(path: string, text: string): string {
  return text.startsWith(WRITTEN) ? "" : beforeWritten(path, text);
}

/** A page without what a test writes at its end. */
export function beforeWritten(path: string, text: string): string {
  const heading = path in writtenAfter ? writtenAfter[path as keyof typeof writtenAfter] : undefined;
  return heading === undefined ? text : text.split(`\n${heading}\n`, 1)[0]!;
}

/** Words between white space, in blocks of code and tables too; what has no letter or digit is none. */
export function words(text: string): number {
  return text.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
}

/** Words of all pages that people write, without what tests write there. */
export function wordsOfPages(texts: ReadonlyMap<string, string>): number {
  const pages = Array.from(texts).filter(([path]) => isPage(path));
  return pages.reduce((total, [path, text]) => total + words(handWritten(path, text)), 0);
}
