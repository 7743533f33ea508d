/**
 * Builds the web page from `src/pages/terminal` into `dist/terminal`: bundled, named by content, and packed
 * for transport. When nothing that goes into it has changed since the last time it does nothing. Runs on the
 * pinned Node.js.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { noteBegun, noteBundled } from "./bundled.mjs";
import { stampOf } from "./stamp.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const OUTPUT = join(ROOT, "dist/terminal");
const STAMP = join(OUTPUT, "stamp.json");

/** What the page is made of. */
const SOURCES = [
  "src/pages/terminal",
  "src/interface/client",
  "src/interface/wire",
  "scripts/page.mjs",
  "scripts/bundled.mjs",
  "scripts/stamp.mjs",
  "package-lock.json",
];
/** Text is worth packing; fonts are packed already. */
const PACKABLE = /\.(?:html|js|css|svg|txt)$/;
/** The best that there is: what is packed once is fetched many times. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
/** What the trader's document draws first, of what its script loads later. */
const FIRST = "firstChart";

const stamp = await stampOf(ROOT, SOURCES);
if (!existsSync(STAMP) || JSON.parse(await readFile(STAMP, "utf8")).stamp !== stamp) {
  noteBegun("dist/terminal");
  const packages = await bundle();
  await foldEmpty();
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
    root: join(ROOT, "src/pages/terminal"),
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
        // Five documents: what the others need alone is no weight of the trader's.
        input: {
          terminal: join(ROOT, "src/pages/terminal/index.html"),
          operator: join(ROOT, "src/pages/terminal/operator/index.html"),
          leaderboard: join(ROOT, "src/pages/terminal/leaderboard/index.html"),
          join: join(ROOT, "src/pages/terminal/join/index.html"),
          docs: join(ROOT, "src/pages/terminal/docs/index.html"),
        },
        output: {
          codeSplitting: {
            // Each takes what it imports along, if none above it has it.
            groups: [
              // One style sheet for all that the trader may see: each of its own would be a request.
              { name: "looks", test: /[\\/]terminal[\\/](?!operator|leaderboard|join|docs).*\.css$/ },
              // What talks to the venue: it asks while what draws is still on its way, so nothing that draws
              // may be in it.
              {
                name: "client",
                test: /[\\/]interface[\\/](?:client|wire)[\\/](?!control)|[\\/]terminal[\\/](?:format[\\/]|state[\\/](?!useStore)|theme[\\/](?!fonts)|session[\\/]opening)|vite[\\/]preload-helper/,
              },
              { name: "chart", test: /[\\/]panels[\\/]chart[\\/]firstChart/ },
              // What all documents draw with, which brings most of react-aria along.
              {
                name: "react",
                test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]terminal[\\/](?:parts[\\/](?!list)|state|theme|layout[\\/]looksMenu|desk[\\/]shortcuts|panels[\\/](?:palette[\\/]keys|connect[\\/]requestTable))/,
              },
              { name: "page", test: /[\\/]terminal[\\/]page\.tsx/ },
              { name: "lists", test: /[\\/]terminal[\\/]parts[\\/]list|node_modules[\\/]@tanstack/ },
            ],
          },
        },
      },
    },
  });
  return [...packages].sort();
}

/**
 * Has the trader's document load what draws first beside the script that asks for it: otherwise the browser
 * would see that script through before it learns of the rest.
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
        for (const name of chunk?.dynamicImports ?? []) if (name.includes(FIRST)) add(name);
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

/**
 * The bundler makes of what is loaded later a piece with its code and an empty one that hands it on: who asks
 * for the empty one is led to the other, which is a request less.
 */
async function foldEmpty() {
  const files = (await readdir(OUTPUT, { recursive: true })).filter((name) => /\.(?:js|html)$/.test(name));
  const texts = new Map(
    await Promise.all(
      files.map(async (name) => /** @type {const} */ ([name, await readFile(join(OUTPUT, name), "utf8")])),
    ),
  );
  for (const [name, text] of texts) {
    const [, from, to, whole] = /^export\{(\w+) as (\w+)\}from"\.\/([\w-]+\.js)";\s*$/.exec(text) ?? [];
    if (whole === undefined) continue;
    const empty = basename(name);
    texts.delete(name);
    await rm(join(OUTPUT, name));
    for (const [user, before] of texts) {
      const after = before
        .replaceAll(`import(\`./${empty}\`)`, `import(\`./${whole}\`).then(({${from}:e})=>({${to}:e}))`)
        .replaceAll(new RegExp(`\\s*<link [^>]*/${empty}">`, "g"), "")
        .replaceAll(empty, whole);
      if (after === before) continue;
      texts.set(user, after);
      await writeFile(join(OUTPUT, user), after);
    }
  }
}

/** Leaves the packed form alone of every file that packs: who serves them makes the others of it. */
async function pack() {
  const files = await readdir(OUTPUT, { recursive: true });
  await Promise.all(
    files
      .filter((name) => PACKABLE.test(name))
      .map(async (name) => {
        const path = join(OUTPUT, name);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path), BROTLI));
        await rm(path);
      }),
  );
}
