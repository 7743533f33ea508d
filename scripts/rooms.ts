/**
 * Which tests `npm test -- NAME` runs: read from the folders, so that a new one is known by its name at once.
 */
import { globSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Every test file, from the root, with `/`. */
export function testFiles(): readonly string[] {
  const found = globSync("{src,test,bench}/**/*.test.ts", { cwd: ROOT, exclude: ["**/node_modules/**"] });
  return found.map((file) => file.replaceAll("\\", "/")).sort();
}

/**
 * Whether a test belongs to a folder: it lies in one of this name, at whatever depth, or in `test` under a
 * name that begins with it, as `test/venue/controlAnswers.test.ts` belongs to `control` and
 * `test/conformance/v3-ccxt.test.ts` to `v3`.
 *
 * @param file from the root
 * @param name of a folder, or of one within another (`core/rules`)
 */
export function belongs(file: string, name: string): boolean {
  const own = basename(file, ".test.ts");
  const isNamed =
    file.startsWith("test/") && own.startsWith(name) && /^(?:[A-Z-]|$)/.test(own.slice(name.length));
  return isNamed || `/${dirname(file)}/`.includes(`/${name}/`);
}

/**
 * Names of the rooms in the buildings of `src`, of the folders in `test`, and of those in the gateway, which
 * is the largest room: each has tests.
 */
export function rooms(): readonly string[] {
  const files = testFiles();
  const buildings = foldersIn("src").map((building) => `src/${building}`);
  const names = new Set([...buildings, "test", "src/service/gateway"].flatMap(foldersIn));
  return [...names].filter((name) => files.some((file) => belongs(file, name))).sort();
}

function foldersIn(place: string): readonly string[] {
  const entries = readdirSync(join(ROOT, place), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
