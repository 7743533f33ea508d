import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { build } from "vite";
import { expect, test } from "vitest";
import { temporaryDirectory } from "./host/temporaryDirectory.ts";

/** THIRD-PARTY-NOTICES names everybody whose work the package and the container have. Needs the build. */

const ROOT = dirname(import.meta.dirname);

interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly place: string;
  readonly text: string;
}
/** Scripts of the repository, which the compiler of the tests knows nothing of. */
const { shippedPackages, noticesOf, LICENCES } = (await import(join(ROOT, "scripts/notices.mjs"))) as {
  shippedPackages(root: string): Promise<readonly Shipped[]>;
  noticesOf(shipped: readonly Shipped[]): string;
  readonly LICENCES: readonly string[];
};
const { noteBundled } = (await import(join(ROOT, "scripts/bundled.mjs"))) as {
  noteBundled(packages: Set<string>): Plugin;
};

const notices = () => readFileSync(join(ROOT, "THIRD-PARTY-NOTICES"), "utf8");

/** The packages of which a part of the notices says nothing, or that have no text there. */
function missing(section: string, names: Iterable<string>): readonly string[] {
  const all = notices();
  const list = all.split(/^(?=\S)/m).find((part) => part.startsWith(section)) ?? "";
  return [...names].filter((name) => {
    const line = list.split("\n").find((each) => each.startsWith(`  ${name} `));
    const number = /\[\d+\]$/.exec(line ?? "")?.[0];
    return number === undefined || !all.includes(`\n${number}\n\n`);
  });
}

test("the program: every package of which the bundler wrote a module, and one that is planted is missed", () => {
  const packages = new Set<string>();
  for (const path of globSync("dist/program/*.js", { cwd: ROOT })) {
    const modules = readFileSync(join(ROOT, path), "utf8").matchAll(
      /^\/\/ (?:node_modules\/((?:@[^/\n]+\/)?[^/\n]+)|\\0([^/\n]+))\/.*$/gm,
    );
    for (const [, folder, tool] of modules) packages.add((folder ?? tool)!);
  }
  expect(packages).toContain("typebox");
  expect(missing("Built into the program", [...packages, "planted"])).toEqual(["planted"]);
});

test("the page: every package that its sources import, fonts included, and every other that the bundler named", () => {
  const packages = new Set<string>(
    JSON.parse(readFileSync(join(ROOT, "dist/terminal/stamp.json"), "utf8")).packages,
  );
  const imported = new Set<string>();
  for (const path of globSync("src/pages/terminal/**/*.{ts,tsx}", { cwd: ROOT, exclude: ["**/*.test.*"] })) {
    const imports = readFileSync(join(ROOT, path), "utf8").matchAll(
      /^(?:import(?! type)[^"\n]*|\} from )"((?:@[^/"\n]+\/)?[^./"\n][^/"\n]*)[^"\n]*";$/gm,
    );
    for (const [, name] of imports) imported.add(name!);
  }
  expect(imported).toContain("klinecharts");
  expect(imported).toContain("@fontsource/ibm-plex-sans");
  expect(packages).toContain("react-stately");
  expect(missing("Built into the web page", [...imported, ...packages, "planted"])).toEqual(["planted"]);
});

test("they are those of the present build, and hold what a licence asks for besides its text", async () => {
  expect(notices()).toBe(noticesOf(await shippedPackages(ROOT)));
  // The chart's NOTICE, the font's copyright, and the licences inside the page of the interface.
  for (const text of ["TradingView Lightweight Charts\nCopyright", "Copyright 2019 IBM Corp.", "DOMPurify"])
    expect(notices()).toContain(text);
});

test("docs/dependencies.md lists the licences that may be", () => {
  const [, list] = /^Licences that may come with it: (.*)\.$/m.exec(
    readFileSync(join(ROOT, "docs/dependencies.md"), "utf8"),
  )!;
  expect(list!.split(", ")).toEqual(LICENCES.map((licence) => `\`${licence}\``));
});

/** A repository with these files. */
function repository(files: Readonly<Record<string, unknown>>): string {
  const root = temporaryDirectory();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return root;
}

test("a bundle's modules, styles, files and helpers are noted, and what it leaves out is not", async () => {
  const root = repository({
    "node_modules/code/package.json": { name: "code", type: "module", sideEffects: false },
    "node_modules/code/index.js": 'export { inner } from "inner"; export const used = globalThis.used;',
    "node_modules/code/node_modules/inner/package.json": { name: "inner", type: "module", main: "index.js" },
    "node_modules/code/node_modules/inner/index.js": "export const inner = globalThis.inner;",
    "node_modules/idle/package.json": { name: "idle", type: "module", sideEffects: false, main: "index.js" },
    "node_modules/idle/index.js": "export const idle = 1;",
    "node_modules/@fonts/plain/plain.css": "@font-face { font-family: Plain; src: url(./plain.woff2); }",
    "node_modules/@fonts/plain/plain.woff2": "font",
    "node_modules/icons/icon.svg": "<svg/>",
    "node_modules/sheet/sheet.css": "p { color: red; }",
    "own.css": "p { background: url(./node_modules/icons/icon.svg); }",
    "later.js": "export const later = 2;",
    "index.html": '<script type="module" src="./main.js"></script>',
    "main.js":
      'import { idle } from "idle"; import { inner, used } from "code"; import "@fonts/plain/plain.css"; import "sheet/sheet.css"; import "./own.css";' +
      'console.log(inner, used); import("./later.js").then(console.log);',
  });
  const packages = new Set<string>();
  await build({
    configFile: false,
    root,
    logLevel: "silent",
    plugins: [noteBundled(packages)],
    build: { write: false, assetsInlineLimit: 0 },
  });
  expect([...packages].filter((name) => name !== "vite" && name !== "rolldown").sort()).toEqual([
    "@fonts/plain",
    "code",
    "code/node_modules/inner",
    "icons",
    "sheet",
  ]);
  expect(packages).toContain("vite"); // its preload helper
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ["of a licence that nobody has read", { license: "GPL-3.0-only" }, "planted 1.0.0 (GPL-3.0-only)"],
  ["without a licence", {}, "planted 1.0.0 (none)"],
  ["that brings no text, nor do we have it", { license: "ISC" }, "planted 1.0.0 (ISC)"],
])("a package %s is an error", async (_what, manifest, named) => {
  for (const place of ["program", "terminal", "lock"]) {
    const folder = (where: string) => ({ packages: where === place ? ["planted"] : [] });
    const root = repository({
      "node_modules/planted/package.json": { name: "planted", version: "1.0.0", ...manifest },
      ...(manifest["license"] !== "ISC" && { "node_modules/planted/LICENSE": "Do as you please." }),
      "dist/program/stamp.json": folder("program"),
      "dist/terminal/stamp.json": folder("terminal"),
      "package-lock.json": { packages: place === "lock" ? { "": {}, "node_modules/planted": {} } : {} },
    });
    await expect(shippedPackages(root)).rejects.toThrow(named);
  }
});
