import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * A digest over the names and the contents of files: what was made of them is made anew when it differs.
 *
 * @param {string} root the repository's folder
 * @param {readonly string[]} sources files and folders, from the root
 */
export async function stampOf(root, sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const path of await filesOf(root, source))
      hash.update(`${path}\0`).update(await readFile(join(root, path)));
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string} source a file or a folder, from the root
 * @returns {Promise<readonly string[]>} tests left out, in a settled order
 */
async function filesOf(root, source) {
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  );
  if (entries === undefined) return [source];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
