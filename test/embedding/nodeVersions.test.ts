import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, PAGES, ROOT } from "./blocks.ts";

/**
 * The README asks for Node.js 20. What a block needs beyond that is said in the block, before it in its
 * section, or at the page's beginning: "Node.js 24 or later"; or it is said that the Node.js of the
 * repository or of the venue runs it.
 */

const PROMISED = 20;

/**
 * What began with which Node.js; of what a block of TypeScript is written in, with the one that runs it as it
 * stands.
 */
const SINCE: readonly (readonly [begun: number, what: RegExp, languages: RegExp])[] = [
  [24, /^import (?!type\b).* from "outcry(?:\/\w+)?"/m, /^[jt]s$/],
  [24, /\bimport\("outcry(?:\/\w+)?"\)/, /^[jt]s$/],
  [24, /npm install (?:--global )?\S*outcry\S*\.tgz/, /^sh$/],
  [24, /\bawait using\b|\busing \w+ =/, /^[jt]s$/],
  [24, /\bRegExp\.escape\b|\bError\.isError\b|\bnew URLPattern\b/, /^[jt]s$/],
  [22.18, /^/, /^ts$/],
  [22.18, /(?<!npx )\bnode (?:--\S+ )*\S+\.ts\b/, /^sh$/],
  [22.13, /node:sqlite/, /^[jt]s$/],
  [22, /(?<!\.)\bnew WebSocket\(/, /^[jt]s$/],
  [
    22,
    /\bPromise\.(?:withResolvers|try)\b|\bArray\.fromAsync\b|\bimport\.meta\.(?:dirname|main)\b/,
    /^[jt]s$/,
  ],
  [22, /\.(?:symmetricDifference|intersection|isSubsetOf|isSupersetOf)\(|\bIterator\.from\b/, /^[jt]s$/],
  [22, /(?<!npx )\bnode (?:--\S+ )*--(?:run|watch-path|experimental-strip-types)\b/, /^sh$/],
  [20.1, /\bimport .* with \{ type:/, /^[jt]s$/],
];
const SAID = /Node\.js (\d+(?:\.\d+)?)/g;
const OWN = /(?:repository|venue|clone|image)'s own Node\.js|`npx node` is this repository's Node\.js/;

/** The version that a block needs; {@link PROMISED} where it needs no more. */
function neededBy({ language, text }: { readonly language: string; readonly text: string }): number {
  const begun = SINCE.filter(([, what, languages]) => languages.test(language) && what.test(text));
  return Math.max(PROMISED, ...begun.map(([version]) => version));
}

/** Whether what is read before the block's end says so. */
function isSaid(read: string, needed: number): boolean {
  const said = [...read.matchAll(SAID)].map(([, version]) => Number(version));
  return OWN.test(read) || said.some((version) => version >= needed);
}

/** The blocks of a page that need more than is said. */
function unsaidIn(page: string): readonly string[] {
  return blocksOf(page).flatMap((block) => {
    const end = page.indexOf(`\`\`\`${block.language}\n${block.text}`) + block.text.length;
    const beginning = page.slice(0, page.indexOf("\n## "));
    const section = page.slice(Math.max(0, page.lastIndexOf("\n## ", page.indexOf(block.text))), end);
    const needed = neededBy(block);
    return needed === PROMISED || isSaid(`${beginning}\n${section}`, needed)
      ? []
      : [`needs Node.js ${needed}: ${block.text.trim().split("\n")[0]}`];
  });
}

const pages = PAGES.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: ["**/node_modules/**"] }));

test("a block that needs more than Node.js 20 says so", () => {
  expect(pages.length).toBeGreaterThan(30);
  const unsaid = pages.flatMap((path) =>
    unsaidIn(readFileSync(join(ROOT, path), "utf8")).map((each) => `${path} ${each}`),
  );
  expect(unsaid).toEqual([]);
});

test.each([
  ["```js\nawait using venue = await startVenue();\n```", 24],
  ['```js\nimport { V2Client } from "outcry/client";\n```', 24],
  ["```ts\nconst a: number = 1;\n```", 22.18],
  ["```sh\nnode bot.ts\n```", 22.18],
  ["```js\nconst socket = new WebSocket(url);\n```", 22],
  ['```js\nimport keys from "./keys.json" with { type: "json" };\n```', 20.1],
  ["```sh\nnpm install ./outcry-0.1.0.tgz\n```", 24],
])("%j", (block, needed) => {
  expect(unsaidIn(`# A page\n\n## One\n\nNode.js 26\n\n## Two\n\n${block}\n`)).toEqual([
    expect.stringContaining(`needs Node.js ${needed}:`),
  ]);
  expect(unsaidIn(`# A page\n\n## Two\n\nWith Node.js ${needed}:\n\n${block}\n`)).toEqual([]);
});

test.each([
  "```js\nawait fetch(url);\n```",
  "```sh\nnpx node bot.ts\nnpm start\nnode --env-file .env bot.js\n```",
  "```python\nimport requests\n```",
])("%j runs on Node.js 20", (block) => {
  expect(unsaidIn(`# A page\n\n${block}\n`)).toEqual([]);
});
