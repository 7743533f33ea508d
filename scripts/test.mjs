/**
 * `npm test`: type check, lint and every test, as `npm run check`. With names of folders,
 * `npm test -- core feeds/follow`: the tests that belong to these (`rooms.ts`), without the lint.
 *
 * Whatever begins with a dash goes on to vitest.
 */
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { belongs, rooms, testFiles } from "./rooms.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith("-"));
const options = words.filter((word) => word.startsWith("-"));
const files = testFiles();
const unknown = names.filter((name) => !files.some((file) => belongs(file, name)));
if (unknown.length > 0) {
  process.stderr.write(
    `no tests belong to ${unknown.join(", ")}: there are ${rooms().join(", ")}, and folders in them (core/rules)\n`,
  );
  process.exitCode = 2;
} else if (names.length === 0) {
  process.exitCode = await run("npm", ["run", "check", "--", ...options]);
} else {
  const wanted = files.filter((file) => names.some((name) => belongs(file, name)));
  process.exitCode = await run("vitest", ["run", ...wanted, ...options]);
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
