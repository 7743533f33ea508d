import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** More than all files of a commit have together. */
const OUTPUT_MAX_BYTES = 512 * 1024 * 1024;
const NEWLINE = 10;

/**
 * The texts of the files that git knows of, by their paths from the root.
 *
 * @param commit left out: as they lie on the disk now, new ones among them
 */
export function readSources(
  commit: string | undefined,
  isWanted: (path: string) => boolean,
): ReadonlyMap<string, string> {
  const paths = pathsOf(commit).filter(isWanted);
  if (commit !== undefined)
    return new Map(
      blobsOf(
        paths.map((path) => `${commit}:${path}`),
        paths,
      ),
    );
  const there = paths.filter((path) => existsSync(join(ROOT, path)));
  return new Map(there.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
}

function pathsOf(commit: string | undefined): readonly string[] {
  const listed =
    commit === undefined
      ? git(["ls-files", "--cached", "--others", "--exclude-standard"])
      : git(["ls-tree", "-r", "--name-only", commit]);
  return listed.toString().split("\n");
}

/** Each named object with its path: git answers a line `<hash> <type> <bytes>` and the bytes of each. */
function* blobsOf(
  names: readonly string[],
  paths: readonly string[],
): Generator<[path: string, text: string]> {
  const answer = git(["cat-file", "--batch"], names.join("\n"));
  let at = 0;
  for (const path of paths) {
    const end = answer.indexOf(NEWLINE, at);
    const bytes = Number(answer.toString("utf8", at, end).split(" ")[2]);
    yield [path, answer.toString("utf8", end + 1, end + 1 + bytes)];
    at = end + bytes + 2;
  }
}

function git(args: readonly string[], input = ""): Buffer {
  return execFileSync("git", args, { cwd: ROOT, input, maxBuffer: OUTPUT_MAX_BYTES });
}
