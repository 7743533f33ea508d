import { globSync, readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The blocks of code in README, docs and examples, and a machine on which they can be typed as they stand.
 */

export const ROOT = join(import.meta.dirname, "../..");
const MAIN = join(ROOT, "dist/program/main.js");
export const PAGES = ["README.md", "CONTRIBUTING.md", "docs/**/*.md", "examples/**/*.md", "clients/**/*.md"];

export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The blocks that say what they are written in, by page; drawings and formulas say nothing. */
export const pages: ReadonlyMap<string, readonly Block[]> = new Map(
  PAGES.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: ["**/node_modules/**"] }).sort())
    .map((path) => [path, blocksOf(readFileSync(join(ROOT, path), "utf8"))] as const)
    .filter(([, blocks]) => blocks.length > 0),
);

export function blocksOf(page: string): readonly Block[] {
  const found = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return found.map(([, language = "", text = ""]) => ({ language, text }));
}

/**
 * Words that users have on their machine, as programs in a folder of their own: `npm` and `outcry` are this
 * build.
 */
export async function makeCommands(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const outcry = `exec '${process.execPath}' '${MAIN}' "$@"`;
  const programs = { npm: NPM, outcry, jq: "cat", npx: 'shift; [ "$1" = outcry ] && shift; outcry "$@"' };
  for (const [name, text] of Object.entries(programs)) {
    const path = join(folder, name);
    await writeFile(path, `#!/usr/bin/env bash\nset -eu\n${text}\n`);
    await chmod(path, 0o755);
  }
  await writeFile(join(folder, MARKET_FILE), JSON.stringify(MARKET));
}

/**
 * One contract of the usual market: all of them take twice as long to start, and what pages do they do with
 * this one.
 */
const MARKET = { contracts: [{ symbol: "cmt_btcusdt" }], prehistory: 10 };
const MARKET_FILE = "market.json";

/**
 * `npm start` goes on in the background once the venue is ready, with a short past, in the place of one that
 * ran on ./data; its id is added to the file pids. `npm test` is what runs this.
 */
const NPM = `
case "$1" in
  run)
    shift
    [ "$1" = --silent ] && shift
    [ "$1" = outcry ] || exit 0
    shift
    [ "\${1:-}" = -- ] && shift
    outcry "$@"
    ;;
  start)
    shift
    [ "\${1:-}" = --silent ] && shift
    [ "\${1:-}" = -- ] && shift
    case "$*" in *"--data memory"*) ;; *) [ ! -e data ] || outcry stop > stopped.txt 2>&1 || true ;; esac
    exec 3< <(outcry serve --port "$OUTCRY_PORT" --market "$(dirname "$0")/${MARKET_FILE}" --prehistory 10 "$@" --ready-json 2> serve.err)
    read -r ready <&3 || { cat serve.err >&2; exit 1; }
    pid=\${ready##*\\"pid\\":}
    echo "\${pid%%[!0-9]*}" >> pids
    ;;
  test) ;;
  *) echo "npm $1 is not expected" >&2; exit 1 ;;
esac`;
