import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
/** Building program and page on a busy machine. */
export const SET_UP_TIMEOUT_MS = 900_000;

/** Of what is built, what set-up makes for who starts it; other tests may be making the rest. */
const MADE_BY_SET_UP = /^(?:$|program|terminal)/;

/**
 * What somebody has who has just cloned this tree and set it up: files that git does not know are not there.
 * What was built here of the same sources is taken along, since set-up makes anew what is of others; in
 * `npm run test:long` all of it is. Changes of tracked files that are not committed come along, so that what
 * is tested is what is being worked on. Installed packages, which are the lockfile's, are those of this tree:
 * it takes no network and no second copy.
 *
 * @param folder where to; it must not be there
 * @returns the program to run
 */
export async function freshClone(folder: string): Promise<string> {
  const git = (from: string, ...args: readonly string[]) =>
    run("git", ["-C", from, ...args], { maxBuffer: 1e9 }).then(({ stdout }) => stdout);
  await run("git", ["clone", "--quiet", "--local", ROOT, folder]);
  const changes = await git(ROOT, "diff", "HEAD", "--binary");
  if (changes !== "") {
    const patch = join(folder, ".git/changes.patch");
    await writeFile(patch, changes);
    await git(folder, "apply", patch);
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  if (process.env.OUTCRY_LONG !== "1") {
    const built = join(ROOT, "dist");
    const filter = (path: string) => MADE_BY_SET_UP.test(relative(built, path));
    await cp(built, join(folder, "dist"), { recursive: true, filter });
  }
  // Who has just cloned it has not said that this is a test: the page would be built for developers.
  const { NODE_ENV: _, ...env } = process.env;
  await run(process.execPath, ["scripts/set-up.mjs"], { cwd: folder, env, timeout: SET_UP_TIMEOUT_MS });
  return join(folder, "dist/program/main.js");
}

/** Whether there is something to clone: a tree that was unpacked has no repository. */
export const hasRepository = existsSync(join(ROOT, ".git"));

if (!hasRepository) {
  process.stderr.write(
    "No repository here, so the first minutes are tested on this tree as it was built, not on a clone.\n",
  );
}
