/**
 * Builds the program from `src` into `dist/program`: the command line, the venue, and what they start in threads and processes of their
 * own. Node.js takes longest to start where it has most files to find: of 1,900 modules, ours and `typebox`'s, it makes two dozen. When
 * nothing that goes into it has changed since the last time it does nothing. Runs on the pinned Node.js, beside the compiler.
 */
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stampOf } from "./stamp.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const OUTPUT = join(ROOT, "dist/program");
/** Beside it, so that nobody finds half of it. */
const UNFINISHED = join(ROOT, "dist/program.unfinished");
const STAMP = join(OUTPUT, "stamp.json");
const SOURCES = ["src", "scripts/program.mjs", "scripts/stamp.mjs", "package-lock.json"];

/** What is started by its name: a thread or a process looks for its own beside whoever starts it (`src/host/workerUrl.ts`). */
const ENTRIES = {
  main: "cli/main.ts",
  venue: "venue/index.ts",
  exchangeMachine: "engine/exchangeMachine.ts",
  snapshotWorker: "engine/snapshotWorker.ts",
  readerWorker: "readmodel/readerWorker.ts",
  writerWorker: "readmodel/writerWorker.ts",
  gate: "run/guard/gate.ts",
};

/** Builds it if it is not the present sources'. Vitest does so before its tests (`globalSetup`). */
export async function setup() {
  const stamp = await stampOf(ROOT, SOURCES);
  if (existsSync(STAMP) && JSON.parse(await readFile(STAMP, "utf8")).stamp === stamp) return;
  await bundle();
  await writeFile(join(UNFINISHED, "stamp.json"), `${JSON.stringify({ stamp })}\n`);
  await rm(OUTPUT, { recursive: true, force: true });
  await rename(UNFINISHED, OUTPUT);
}

async function bundle() {
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    // The other dependencies stay packages: they are few modules each, and some look for files beside them.
    ssr: { noExternal: ["typebox"] },
    build: {
      ssr: true,
      outDir: UNFINISHED,
      emptyOutDir: true,
      target: "es2023",
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(ENTRIES).map(([name, path]) => [name, join(ROOT, "src", path)]),
        ),
        // A constant that is told as one costs the core nothing.
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", topLevelVar: false },
      },
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
