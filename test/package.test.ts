import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";
import { nodeTooOld } from "../src/kernel/host/nodeVersion.ts";
import { directoryOfFile } from "./host/temporaryDirectory.ts";

/**
 * The package as a stranger gets it: packed from the build, installed into an empty project, used there.
 * Needs the build (`npm test` makes it) and npm's registry or a warm cache for the dependencies.
 */

const ROOT = dirname(import.meta.dirname);
const INSTALL_TIMEOUT_MS = 600_000;
/** What the package may come to at most, unpacked. */
const FILES_MAX = 320;
const BYTES_MAX = 8_300_000;

const run = promisify(execFile);

const project = directoryOfFile();
let packed: readonly string[];
let packedBytes: number;

beforeAll(async () => {
  await run(process.execPath, ["scripts/types.mjs"], { cwd: ROOT });
  const pack = await npm(ROOT, ["pack", "--ignore-scripts", "--json", "--pack-destination", project]);
  const [tarball] = JSON.parse(pack) as readonly Tarball[];
  packed = tarball!.files.map((file) => file.path);
  packedBytes = tarball!.unpackedSize;
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await npm(project, [
    "install",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    join(project, tarball!.filename),
  ]);
}, INSTALL_TIMEOUT_MS);

test("the package holds the build and its documents, and neither tests nor benchmarks", () => {
  expect(packed).toEqual(
    expect.arrayContaining(["package.json", "README.md", "LICENSE", "THIRD-PARTY-NOTICES"]),
  );
  expect(packed).toEqual(
    expect.arrayContaining(["CHANGELOG.md", "dist/program/main.js", "dist/types/venue.d.ts"]),
  );
  const allowed =
    /^(?:package\.json|README\.md|LICENSE|THIRD-PARTY-NOTICES|CHANGELOG\.md|docs\/.+|dist\/terminal\/.+|dist\/program\/.+\.js|dist\/types\/.+\.d\.ts)$/;
  expect(packed.filter((path) => !allowed.test(path))).toEqual([]);
  expect(packed.filter((path) => path.includes(".test."))).toEqual([]);
});

test("it stays small", () => {
  expect(packed.length).toBeLessThanOrEqual(FILES_MAX);
  expect(packedBytes).toBeLessThanOrEqual(BYTES_MAX);
});

test("it brings its command into the project, but no node", async () => {
  const commands = await readdir(join(project, "node_modules/.bin"));
  expect(commands).toContain("outcry");
  expect(commands.filter((name) => /^node(?:\.|$)/.test(name))).toEqual([]);
  const packages = await readdir(join(project, "node_modules"));
  expect(packages.filter((name) => name.startsWith("node-") || name === "outcry-runtime")).toEqual([]);
  const manifest = JSON.parse(await readFile(join(project, "node_modules/outcry/package.json"), "utf8"));
  expect(manifest).not.toHaveProperty("optionalDependencies");
  expect(manifest.engines).toEqual({ node: ">=24" });
});

test("startVenue() works there with the client, and stops", async () => {
  await writeFile(
    join(project, "start.js"),
    `import { startVenue } from "outcry";
     import { V2Client } from "outcry/client";
     const venue = await startVenue();
     const [credentials] = venue.accounts;
     const client = new V2Client({ baseUrl: venue.baseUrl, credentials });
     const account = await client.accountMirror();
     console.log(account.collateral.size);
     for (const path of ["/", "/operator"]) {
       const page = await (await fetch(venue.baseUrl + path)).text();
       console.log(page.includes("<title>Outcry"));
     }
     client.close();
     const health = await fetch(new URL("/health", venue.baseUrl));
     await venue.settle();
     await venue.stop();
     console.log(health.status);`,
  );
  const { stdout } = await run(process.execPath, ["start.js"], { cwd: project });
  expect(stdout.trim().split("\n").slice(-4)).toEqual(["1", "true", "true", "200"]);
});

test("outcry/core is the engine alone: no server, no package of anybody's", async () => {
  await writeFile(
    join(project, "core.js"),
    `import { registerHooks } from "node:module";
     const foreign = [];
     registerHooks({ resolve(name, context, next) {
       if (/^[^./]/.test(name) && !/^(?:file:|outcry)/.test(name)) foreign.push(name);
       return next(name, context);
     } });
     const { DecimalExchange } = await import("outcry/core");
     const exchange = new DecimalExchange({ time: 0 });
     exchange.list({ symbol: "BTC", tick: "0.1", lot: "0.0001" });
     exchange.index({ BTC: "60000" });
     console.log(exchange.prices("BTC").mark, foreign.join());`,
  );
  const { stdout } = await run(process.execPath, ["core.js"], { cwd: project });
  expect(stdout).toBe("60000.000 \n");
});

test("its types resolve in a strict project, and name what its entries export, no more and no less", async () => {
  await writeFile(
    join(project, "start.ts"),
    `import { startVenue } from "outcry";
     import { type control, V2Client } from "outcry/client";
     import { DecimalExchange } from "outcry/core";
     import type { TraderKind } from "outcry/trader";
     const idle: TraderKind = { about: "Does nothing.", start: () => ({ act: () => [] }) };
     // @ts-expect-error: what is left out is not said to be undefined
     const vague: TraderKind = { ...idle, parameters: undefined };
     let status: control.VenueStatus | undefined;
     // @ts-expect-error: there is no such shape, so the namespace is really there
     let none: control.Nothing | undefined;
     void [vague, status, none];
     const equity: string = new DecimalExchange({ time: 0 }).account("nobody").equity;
     // @ts-expect-error: a price is text
     new DecimalExchange({ time: 0 }).index({ BTC: 60_000 });
     void equity;
     const venue = await startVenue();
     const baseUrl: string = venue.baseUrl;
     // @ts-expect-error: a base URL is no number, so the types are really there
     const number: number = venue.baseUrl;
     await venue.settle();
     const [credentials] = venue.accounts;
     const client = new V2Client({ baseUrl, ...(credentials && { credentials }) });
     const { order_id } = await client.orders.place({
       symbol: "cmt_btcusdt", size: "1", type: "1", order_type: "0", match_price: "1",
     });
     const id: string = order_id;
     // @ts-expect-error: a decimal is text
     await client.account.setLeverage({ symbol: "cmt_btcusdt", marginMode: 1, longLeverage: 5 });
     for await (const { bestBid } of await client.orderBook("cmt_btcusdt")) { const price: string | undefined = bestBid?.price; void price; }
     await venue.stop();
     export { baseUrl, id, number };`,
  );
  const entries = ["outcry", "outcry/client", "outcry/core", "outcry/trader"];
  await writeFile(
    join(project, "names.js"),
    `const entries = ${JSON.stringify(entries)};
     for (const entry of entries) console.log(JSON.stringify(Object.keys(await import(entry))));`,
  );
  const { stdout } = await run(process.execPath, ["names.js"], { cwd: project });
  const declared = stdout
    .trim()
    .split("\n")
    .map((line, i) => {
      const names = JSON.parse(line) as readonly string[];
      expect(names.length).toBeGreaterThan(0);
      const all = names.map((name) => `${name}: true`).join(", ");
      return `export const a${i}: Record<keyof typeof import("${entries[i]}"), true> = { ${all} };`;
    });
  expect(declared).toHaveLength(entries.length);
  await writeFile(join(project, "names.ts"), declared.join("\n"));
  // As a project on Node.js has it: with Node's types alone, and judging those of its dependencies, too.
  const types = join(project, "node_modules/@types");
  await mkdir(types, { recursive: true });
  await symlink(join(ROOT, "node_modules/@types/node"), join(types, "node"), "dir");
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const strict = "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck false";
  const node = ["--types", "node", "--typeRoots", types];
  const options = [...strict.split(" "), ...node, "--noEmit", "--module", "nodenext", "--target", "es2023"];
  const told = await run(process.execPath, [compiler, ...options, "start.ts", "names.ts"], {
    cwd: project,
  }).catch((failure: { readonly stdout: string }) => failure);
  expect(told.stdout).toBe("");
});

test("a bundler leaves out what is imported and not used", async () => {
  const manifest = JSON.parse(await readFile(join(project, "node_modules/outcry/package.json"), "utf8"));
  expect(manifest.sideEffects).toBe(false);
  const entry = join(project, "bundled.js");
  const imports = ["outcry", "outcry/client", "outcry/core", "outcry/trader"].map(
    (name, i) => `import "${name}"; import * as a${i} from "${name}";`,
  );
  await writeFile(entry, `${imports.join("\n")}\nconsole.log("alone");`);
  const built = await build({
    configFile: false,
    root: project,
    logLevel: "silent",
    build: { write: false, minify: false, ssr: entry },
    ssr: { noExternal: true },
  });
  const [chunk] = (built as { readonly output: readonly { readonly code?: string }[] }).output;
  expect(chunk!.code!.replace(/^\/\/.*\n/gm, "")).toBe('console.log("alone");\nexport {};\n');
});

test("on a Node.js that is too old, command and import say so in one sentence", async ({ skip }) => {
  const old = await machinesNode();
  if (old === undefined) return skip("the machine's own Node.js is not too old");
  await writeFile(join(project, "old.js"), 'import "outcry";');
  for (const args of [["node_modules/.bin/outcry", "--help"], ["old.js"]]) {
    const failure: { readonly stderr?: string } = await run(old, args, { cwd: project }).catch(
      (error) => error,
    );
    expect(failure.stderr).toMatch(/Outcry needs Node\.js 24 or later, and this is 2\d\./);
  }
});

/** A Node.js of the machine's own on which a venue does not run; npm within npm runs on the pinned one. */
async function machinesNode(): Promise<string | undefined> {
  for (const path of [process.env["npm_node_execpath"], "/usr/bin/node", "/usr/local/bin/node"]) {
    if (path === undefined) continue;
    const { stdout } = await run(path, ["--version"]).catch(() => ({ stdout: "v24" }));
    if (nodeTooOld(stdout.trim().slice(1)) !== undefined) return path;
  }
  return undefined;
}

/** Runs the machine's npm as if nothing of this repository were around it; gives its stdout. */
async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const outside = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?:package|lifecycle|config_local)/.test(name),
  );
  const options = { cwd, env: Object.fromEntries(outside), maxBuffer: 64 * 1024 * 1024 };
  const cli = process.env.npm_execpath;
  const { stdout } = cli?.endsWith("npm-cli.js")
    ? await run(process.execPath, [cli, ...args], options)
    : await run("npm", args, { ...options, shell: process.platform === "win32" });
  return stdout;
}

/** One entry of what `npm pack --json` prints. */
interface Tarball {
  readonly filename: string;
  /** Bytes. */
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
