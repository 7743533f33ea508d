import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * What stands in the way of a release, a sentence each: the version is one, everywhere the same, told in the
 * changelog with its day, not tagged elsewhere, and nothing is uncommitted.
 *
 * @param {string} root of the repository
 * @returns {Promise<{ readonly version: string, readonly problems: readonly string[] }>}
 */
export async function releaseChecks(root) {
  const problems = [];
  const { version } = await readJson(join(root, "package.json"));
  if (!VERSION.test(version)) problems.push(`package.json: version must be like 1.2.3, got '${version}'`);
  const lock = await readJson(join(root, "package-lock.json"));
  for (const [where, locked] of [
    ["version", lock.version],
    ["the root package's version", lock.packages[""].version],
  ])
    if (locked !== version) problems.push(`package-lock.json: ${where} must be ${version}, got '${locked}'`);
  const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
  const heading = /^## (.*)$/m.exec(changelog)?.[1] ?? "";
  if (!new RegExp(`^${version.replaceAll(".", "\\.")}, \\d{4}-\\d{2}-\\d{2}$`).test(heading))
    problems.push(`CHANGELOG.md: the first version must be '${version}, <day>', got '${heading}'`);
  const tagged = await git(root, "rev-parse", "--quiet", "--verify", `refs/tags/v${version}^{commit}`);
  if (tagged !== "" && tagged !== (await git(root, "rev-parse", "HEAD")))
    problems.push(`tag v${version} is on another commit, ${tagged.slice(0, 12)}: a version is released once`);
  const dirty = (await git(root, "status", "--porcelain")).split("\n").filter(Boolean);
  if (dirty.length > 0)
    problems.push(`${dirty.length} files are not committed, the first: ${dirty[0]?.trim()}`);
  return { version, problems };
}

/**
 * @param {string} root
 * @param {...string} args
 * @returns {Promise<string>} "" where git says no
 */
async function git(root, ...args) {
  const { stdout } = await run("git", args, { cwd: root }).catch(() => ({ stdout: "" }));
  return stdout.trimEnd();
}

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(path, "utf8"));
}
