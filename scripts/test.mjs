/**
 * `npm test`: type check, lint and every test, as `npm run check`. With names of folders, `npm test -- core feeds/follow`: the tests that
 * belong to these in `src/` and in `test/`, without the lint.
 *
 * Whatever begins with a dash goes on to vitest.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith("-"));
const options = words.filter((word) => word.startsWith("-"));
const unknown = names.filter((name) => testsOf(name).length === 0);
if (unknown.length > 0) {
  process.stderr.write(
    `no tests belong to ${unknown.join(", ")}: there are ${known().join(", ")}, and folders in them (core/rules)\n`,
  );
  process.exitCode = 2;
} else if (names.length === 0) {
  process.exitCode = await run("npm", ["run", "check", "--", ...options]);
} else {
  process.exitCode = await run("vitest", ["run", ...names.flatMap(testsOf), ...options]);
}

/**
 * What vitest is told: folders in `src` and `test`, and the files in `test` that begin with the name (`coreDirections.test.ts`).
 *
 * @param {string} name
 */
function testsOf(name) {
  const folders = ["src", "test"].map((place) => `${place}/${name}/`);
  const files = readdirSync(join(ROOT, "test")).filter(
    (file) => file.startsWith(name) && /^(?:[A-Z]\w*)?\.test\.ts$/.test(file.slice(name.length)),
  );
  return [
    ...folders.filter((folder) => existsSync(join(ROOT, folder))),
    ...files.map((file) => `test/${file}`),
  ];
}

/** Names of folders. */
function known() {
  const entries = ["src", "test"].flatMap((place) => readdirSync(join(ROOT, place), { withFileTypes: true }));
  return [...new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name))].sort();
}

/**
 * @param {string} command on the path that npm sets
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
function run(command, args) {
  const child = spawn(command, args, { cwd: ROOT, stdio: "inherit", shell: process.platform === "win32" });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
