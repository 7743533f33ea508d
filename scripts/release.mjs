/**
 * `npm run release [-- --dry-run]`: makes a release in `release/<version>/`: the package, its bill of
 * materials, the image where Docker is there, and SHA256SUMS over all; proves that the package installs into
 * an empty project and serves; tags the commit. Nothing is published: what does that is printed at the end.
 * `--dry-run` does all of it but the tag, and says what stands in the way instead of refusing.
 *
 * --out <dir>   where to, instead of release/<version>
 * --no-build    package what is built, instead of building from nothing
 * --no-image    no image, whether Docker is there or not
 */
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { billOfMaterials } from "./billOfMaterials.mjs";
import { step } from "./progress.mjs";
import { releaseChecks } from "./releaseChecks.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const run = promisify(execFile);
const OUTPUT = { maxBuffer: 64 * 1024 * 1024 };

try {
  const { values } = parseArgs({
    options: {
      "dry-run": { type: "boolean", default: false },
      out: { type: "string" },
      "no-build": { type: "boolean", default: false },
      "no-image": { type: "boolean", default: false },
    },
  });
  process.exitCode = await release(values);
} catch (failure) {
  const isUsage =
    failure instanceof Error && "code" in failure && `${failure.code}`.startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`error: ${failure instanceof Error ? failure.message : failure}\n`);
  process.exitCode = isUsage ? 2 : 1;
}

/**
 * @param {{ "dry-run": boolean, out?: string | undefined, "no-build": boolean, "no-image": boolean }} options
 * @returns {Promise<number>} the exit code
 */
async function release({ "dry-run": isRehearsal, out, "no-build": isBuilt, "no-image": noImage }) {
  const { version, problems } = await releaseChecks(ROOT);
  for (const problem of problems) say(`${isRehearsal ? "would be refused" : "refused"}: ${problem}`);
  if (problems.length > 0 && !isRehearsal) return 1;
  const folder = resolve(out ?? join(ROOT, "release", version));
  await mkdir(folder, { recursive: true });
  const tarball = await step("package", () => pack(folder, isBuilt));
  await step("install it and start a venue", () => prove(tarball, version));
  const image = noImage ? undefined : await makeImage(folder, version);
  if (image === undefined)
    say(noImage ? "no image: it was not asked for" : "no image: there is no Docker here");
  const bill = join(folder, `outcry-${version}.cdx.json`);
  const listed = await npm(ROOT, ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]);
  await writeFile(bill, await billOfMaterials(ROOT, listed));
  const files = [tarball, bill, ...(image === undefined ? [] : [image])];
  await writeFile(join(folder, "SHA256SUMS"), await sums(files));
  say(`made ${[...files.map((file) => basename(file)), "SHA256SUMS"].join(", ")} in ${folder}`);
  if (isRehearsal) {
    say("rehearsed: nothing was tagged");
    return 0;
  }
  await run("git", ["tag", "--annotate", `v${version}`, "--message", `Outcry ${version}`], { cwd: ROOT });
  say(`tagged v${version}. To publish: git push origin v${version} && npm publish ${tarball}`);
  return 0;
}

/**
 * @param {string} folder
 * @param {boolean} isBuilt
 * @returns {Promise<string>} the package's file
 */
async function pack(folder, isBuilt) {
  const stdout = await npm(ROOT, [
    "pack",
    "--json",
    "--pack-destination",
    folder,
    ...(isBuilt ? ["--ignore-scripts"] : []),
  ]);
  // What its scripts print stands before the list.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("[\n")));
  return join(folder, packed.filename);
}

/**
 * As a stranger: installs the package into an empty project, and lets its command serve.
 *
 * @param {string} tarball
 * @param {string} version
 */
async function prove(tarball, version) {
  const project = await mkdtemp(join(tmpdir(), "outcry-release-"));
  try {
    await writeFile(join(project, "package.json"), '{ "private": true }\n');
    await npm(project, ["install", "--no-audit", "--no-fund", "--prefer-offline", tarball]);
    const main = join(project, "node_modules/outcry/dist/program/main.js");
    const said = (await run(process.execPath, [main, "--version"])).stdout.trim();
    if (said !== version) throw new Error(`the package says that it is ${said}, not ${version}`);
    const venue = spawn(
      process.execPath,
      [main, "serve", "--data", "memory", "--port", "0", "--ready-json"],
      {
        cwd: project,
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const ended = once(venue, "exit");
    try {
      const lines = createInterface({ input: venue.stdout })[Symbol.asyncIterator]();
      const { value: ready, done } = await lines.next();
      if (done) throw new Error("the package's venue ended before it was ready");
      const { status } = await fetch(new URL("/health", JSON.parse(ready).baseUrl));
      if (status !== 200) throw new Error(`the package's venue is not well: /health answers ${status}`);
    } finally {
      venue.kill("SIGTERM");
    }
    const [code] = await ended;
    if (code !== 0) throw new Error(`the package's venue ended with ${code}`);
    say(`outcry ${version} installs, serves and stops`);
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string} version
 * @returns {Promise<string | undefined>} the image's file; undefined where there is no Docker
 */
async function makeImage(folder, version) {
  const hasDocker = await run("docker", ["version", "--format", "{{.Server.Version}}"]).then(
    () => true,
    () => false,
  );
  if (!hasDocker) return undefined;
  const file = join(folder, `outcry-${version}-image.tar`);
  await step("image", async () => {
    await run("docker", ["build", "--tag", `outcry:${version}`, "."], { cwd: ROOT, ...OUTPUT });
    await run("docker", ["save", "--output", file, `outcry:${version}`]);
  });
  return file;
}

/**
 * As `sha256sum` writes and checks them.
 *
 * @param {readonly string[]} files
 */
async function sums(files) {
  const lines = await Promise.all(
    files.map(
      async (file) =>
        `${createHash("sha256")
          .update(await readFile(file))
          .digest("hex")}  ${basename(file)}\n`,
    ),
  );
  return lines.join("");
}

/**
 * The npm that runs this, or the machine's, as if no script of this repository were around it.
 *
 * @param {string} cwd
 * @param {readonly string[]} args
 */
async function npm(cwd, args) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:package|lifecycle|config_local)/.test(name)),
  );
  const cli = process.env["npm_execpath"];
  const options = { cwd, env, ...OUTPUT };
  const { stdout } = cli?.endsWith("npm-cli.js")
    ? await run(process.execPath, [cli, ...args], options)
    : await run("npm", [...args], { ...options, shell: process.platform === "win32" });
  return stdout;
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}
