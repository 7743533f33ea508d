/**
 * Builds the web page from `src/terminal` into `dist/terminal`: bundled, named by content, and packed for transport. When
 * nothing that goes into it has changed since the last time it does nothing. Runs on the pinned Node.js.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { noteBegun, noteBundled } from "./bundled.mjs";
import { stampOf } from "./stamp.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const OUTPUT = join(ROOT, "dist/terminal");
const STAMP = join(OUTPUT, "stamp.json");

/** What the page is made of. */
const SOURCES = [
  "src/terminal",
  "src/client",
  "src/wire",
  "scripts/page.mjs",
  "scripts/bundled.mjs",
  "scripts/stamp.mjs",
  "package-lock.json",
];
/** Text is worth packing; fonts are packed already. */
const PACKABLE = /\.(?:html|js|css|svg|txt)$/;
/** The best but one or two levels of Brotli: nine tenths of the gain in a tenth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const stamp = await stampOf(ROOT, SOURCES);
if (!existsSync(STAMP) || JSON.parse(await readFile(STAMP, "utf8")).stamp !== stamp) {
  noteBegun("dist/terminal");
  const packages = await bundle();
  await pack();
  await writeFile(STAMP, `${JSON.stringify({ stamp, packages })}\n`);
}

/** @returns {Promise<readonly string[]>} folders in `node_modules` of what went into it */
async function bundle() {
  /** @type {Set<string>} */
  const packages = new Set();
  const [{ build }, { default: react }] = await Promise.all([import("vite"), import("@vitejs/plugin-react")]);
  await build({
    configFile: false,
    root: join(ROOT, "src/terminal"),
    logLevel: "warn",
    plugins: [react(), preloadPage(), noteBundled(packages)],
    build: {
      outDir: OUTPUT,
      emptyOutDir: true,
      target: "es2023",
      // The policy allows no inline script and no data in place of a file.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        // Four documents: what the operator's, the leaderboard or the invited need alone is no weight of the trader's.
        input: {
          terminal: join(ROOT, "src/terminal/index.html"),
          operator: join(ROOT, "src/terminal/operator/index.html"),
          leaderboard: join(ROOT, "src/terminal/leaderboard/index.html"),
          join: join(ROOT, "src/terminal/join/index.html"),
        },
        output: {
          codeSplitting: {
            groups: [
              { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
              // What talks to the venue: it asks while what draws is still on its way, so nothing that draws may be in it.
              {
                name: "client",
                test: /[\\/]src[\\/](?:client|wire)[\\/]|[\\/]terminal[\\/](?:format|state|theme)[\\/](?!useStore)|[\\/]big\.js[\\/]/,
              },
            ],
          },
        },
      },
    },
  });
  return [...packages].sort();
}

/**
 * Has a document load what it is drawn by beside the script that asks for it: otherwise the browser would see that script through
 * before it learns of the rest.
 *
 * @returns {import("vite").Plugin}
 */
function preloadPage() {
  return {
    name: "preload-page",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler(html, { chunk, bundle = {} }) {
        /** @type {Set<string>} */
        const names = new Set();
        /** @type {Set<string>} */
        const styles = new Set();
        const add = (/** @type {string} */ name) => {
          const part = bundle[name];
          if (part?.type !== "chunk" || names.has(name)) return;
          names.add(name);
          for (const style of part.viteMetadata?.importedCss ?? []) styles.add(style);
          for (const imported of part.imports) add(imported);
        };
        for (const name of chunk?.dynamicImports ?? []) add(name);
        const links = [
          ...[...names].map((name) => ({ rel: "modulepreload", crossorigin: "", href: `/${name}` })),
          ...[...styles].map((name) => ({ rel: "stylesheet", crossorigin: "", href: `/${name}` })),
        ];
        return links
          .filter(({ href }) => !html.includes(href))
          .map((attrs) => ({ tag: "link", attrs, injectTo: "head" }));
      },
    },
  };
}

/** Lays a packed copy beside every file that packs. */
async function pack() {
  const files = await readdir(OUTPUT, { recursive: true });
  await Promise.all(
    files
      .filter((name) => PACKABLE.test(name))
      .map(async (name) => {
        const path = join(OUTPUT, name);
        const bytes = await readFile(path);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, BROTLI));
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes));
      }),
  );
}
