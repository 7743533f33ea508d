/**
 * Rolls the compiler's declarations up into `dist/types`: one file for each of what the package exports, and
 * what these share, instead of one for every source. Needed by the package and by editors in `examples/`, not
 * by a program that runs: `npm run build` makes it after the compiler, `npm start` does not. When nothing
 * that goes into it has changed since the last time it does nothing.
 */
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EXPORTS } from "./program.mjs";
import { stampOf } from "./stamp.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FINISHED = join(ROOT, "dist/types");
/** Beside it, so that nobody finds half of it. */
const UNFINISHED = `${FINISHED}.unfinished`;
const STAMP = join(FINISHED, "stamp.json");

const stamp = await stampOf(ROOT, [
  "dist/src",
  "scripts/types.mjs",
  "scripts/stamp.mjs",
  "package-lock.json",
]);
if (!existsSync(STAMP) || JSON.parse(await readFile(STAMP, "utf8")).stamp !== stamp) {
  await rollUp();
  await writeFile(join(UNFINISHED, "stamp.json"), `${JSON.stringify({ stamp })}\n`);
  await rm(FINISHED, { recursive: true, force: true });
  await rename(UNFINISHED, FINISHED);
}

async function rollUp() {
  const [{ build }, { dts }] = await Promise.all([import("vite"), import("rolldown-plugin-dts")]);
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    // The compiler has made declarations of the sources already; this only joins them.
    plugins: [dts({ emitDtsOnly: true, tsconfig: "src/assembly/venue/tsconfig.json", generator: "oxc" })],
    oxc: { exclude: [/\.js$/, /\.d\.ts$/] },
    build: {
      ssr: true,
      outDir: UNFINISHED,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(EXPORTS).map(([name, path]) => [name, declarationOf(path)])),
        // What plugins take longest is nobody's concern here.
        checks: { pluginTimings: false },
        output: { entryFileNames: "[name].d.ts", chunkFileNames: "shared-[hash].js" },
      },
    },
  });
}

/**
 * @param {string} source from the root
 * @returns {string} where the compiler puts its declarations
 */
function declarationOf(source) {
  return join(ROOT, "dist", source.replace(/\.ts$/, ".d.ts"));
}
