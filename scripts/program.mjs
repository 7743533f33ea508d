/**
 * Builds the program from `src` into `dist/program`: the command line, what other programs import from the
 * package, and what these start in threads and processes of their own. Node.js takes longest to start where
 * it has most files to find: of 1,900 modules, ours and `typebox`'s, it makes thirty. When nothing that goes
 * into it has changed since the last time it does nothing. Runs on the pinned Node.js, beside the compiler.
 *
 * The benchmarks have their lanes bundled in the same way into `dist/lanes`, so that what they measure is
 * what users start.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { noteBegun, noteBundled } from "./bundled.mjs";
import { stampOf } from "./stamp.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TOOLS = ["scripts/program.mjs", "scripts/bundled.mjs", "scripts/stamp.mjs", "package-lock.json"];

/**
 * What the package exports. They share what they have in common, and `core` and `client` nothing that a
 * browser does not have.
 */
export const EXPORTS = {
  venue: "src/assembly/venue/index.ts",
  client: "src/interface/client/index.ts",
  core: "src/workbench/standalone/index.ts",
  trader: "src/movers/traders/trader.ts",
};
/**
 * What is started by its name: a thread or a process looks for its own beside whoever starts it
 * (`src/kernel/host/packageFiles.ts`).
 */
const STARTED = {
  exchangeMachine: "src/kernel/engine/exchangeMachine.ts",
  snapshotWorker: "src/kernel/engine/snapshotWorker.ts",
  reexecutionWorker: "src/kernel/engine/reexecutionWorker.ts",
  readerWorker: "src/service/readmodel/readerWorker.ts",
  writerWorker: "src/service/readmodel/writerWorker.ts",
  exportWorker: "src/service/gateway/export/exportWorker.ts",
  gate: "src/workbench/run/guard/gate.ts",
};

/** Builds the program if it is not the present sources'. Vitest does so before its tests (`globalSetup`). */
export async function setup() {
  await build("dist/program", { main: "src/workbench/cli/main.ts", ...EXPORTS, ...STARTED }, [
    "src",
    ...TOOLS,
  ]);
}

/**
 * Builds the lanes of the benchmarks and what they start (`bench/entry.ts`), if they are not the present
 * sources'.
 */
export async function buildLanes() {
  const named = (await Promise.all(["", "lanes", "starts"].map(sourcesIn)))
    .flat()
    .filter((path) => path.endsWith("Main.ts") || dirname(path) !== "bench")
    .map((path) => [path.slice("bench/".length, -".ts".length), path]);
  await build("dist/lanes", { ...STARTED, ...Object.fromEntries(named) }, ["src", "bench", ...TOOLS]);
}

/**
 * Paths of the modules in a folder of the benchmarks, from the root.
 *
 * @param {string} folder
 */
async function sourcesIn(folder) {
  const names = await readdir(join(ROOT, "bench", folder));
  return names.filter((name) => name.endsWith(".ts")).map((name) => join("bench", folder, name));
}

/**
 * @param {string} output a folder, from the root
 * @param {Readonly<Record<string, string>>} entries names of files to make, and their sources
 * @param {readonly string[]} sources all that goes into it, from the root
 */
async function build(output, entries, sources) {
  const finished = join(ROOT, output);
  const unfinished = `${finished}.unfinished`; // beside it, so that nobody finds half of it
  const stampFile = join(finished, "stamp.json");
  const stamp = await stampOf(ROOT, sources);
  if (existsSync(stampFile) && JSON.parse(await readFile(stampFile, "utf8")).stamp === stamp) return;
  noteBegun(output);
  const packages = await bundle(unfinished, entries);
  await writeFile(join(unfinished, "stamp.json"), `${JSON.stringify({ stamp, packages })}\n`);
  await rm(finished, { recursive: true, force: true });
  await rename(unfinished, finished);
}

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} entries
 * @returns {Promise<readonly string[]>} folders in `node_modules` of what went into it
 */
async function bundle(folder, entries) {
  /** @type {Set<string>} */
  const packages = new Set();
  const [vite, tag] = await Promise.all([import("vite"), formatTag()]);
  await vite.build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    plugins: [noteBundled(packages), plainHttp],
    define: { BUNDLED_FORMAT_TAG: String(tag) },
    // The other dependencies stay packages: they are few modules each, and some look for files beside them.
    ssr: { noExternal: ["typebox"] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: "es2023",
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(ROOT, path)])),
        // A constant that is told as one costs the core nothing.
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", topLevelVar: false },
      },
    },
  });
  return [...packages].sort();
}

/**
 * What the sources say that this build writes and does, computed once instead of at each start.
 *
 * @returns {Promise<number>}
 */
async function formatTag() {
  const source = join(ROOT, "src/kernel/engine/formatTag.ts");
  return (await import(pathToFileURL(source).href)).formatTag();
}

/**
 * Gives the program `node:http` as `require` does. To who imports it Node.js hands all that it exports, a
 * WebSocket and the whole client behind it among them, whose loading is a tenth of a start.
 */
const plainHttp = {
  name: "plain-http",
  enforce: /** @type {const} */ ("pre"),
  /** @param {string} id */
  resolveId: (id) => (id === "node:http" ? "\0plain-http" : undefined),
  /** @param {string} id */
  load(id) {
    if (id !== "\0plain-http") return undefined;
    const names = Object.keys(http).filter((name) => !/^(?:WebSocket|CloseEvent|MessageEvent)$/.test(name));
    return `const http = process.getBuiltinModule("node:http"); export const { ${names.join()} } = http; export default http;`;
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
