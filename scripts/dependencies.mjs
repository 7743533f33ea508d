import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode } from "./runtime.mjs";

/**
 * @typedef {{ readonly version?: string, readonly link?: boolean, readonly optional?: boolean }} Locked
 */

/**
 * Whether `node_modules` holds what `package-lock.json` says.
 *
 * npm writes `node_modules/.package-lock.json` as the last act of an installation, so its content is
 * what is there, and its absence means that an installation never finished. Optional packages may be
 * missing (they belong to other platforms), except for the one with the pinned Node.js.
 *
 * @param {string} root the repository's folder
 */
export function areInstalled(root) {
  const node = pinnedNode(root);
  if (node !== undefined && !existsSync(node)) return false;
  const installed = read(join(root, "node_modules", ".package-lock.json"));
  return packagePaths(root).every(([path, { version, link, optional }]) => {
    const found = installed[path];
    return found === undefined ? optional === true : link === true || found.version === version;
  });
}

/**
 * How much of `package-lock.json` is on disk: what a progress bar shows during an installation.
 *
 * @param {string} root the repository's folder
 * @returns {number} 0 to 1
 */
export function shareInstalled(root) {
  const required = packagePaths(root).filter(([, { optional }]) => optional !== true);
  const present = required.filter(([path]) => existsSync(join(root, path, "package.json")));
  return present.length / required.length;
}

/** @param {string} root */
function packagePaths(root) {
  return Object.entries(read(join(root, "package-lock.json"))).filter(([path]) =>
    path.startsWith("node_modules/"),
  );
}

/**
 * @param {string} file a lockfile
 * @returns {Readonly<Record<string, Locked>>} its packages by path; none when there is no such file
 */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}
