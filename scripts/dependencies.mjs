import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ readonly version?: string, readonly link?: boolean, readonly optional?: boolean }} Locked
 */

/**
 * Whether a manifest's `node_modules` holds what its `package-lock.json` says.
 *
 * npm writes `node_modules/.package-lock.json` as the last act of an installation, so its content is
 * what is there, and its absence means that an installation never finished. Optional packages may be
 * missing: they belong to other platforms.
 *
 * @param {string} folder the manifest's
 */
export function areInstalled(folder) {
  const installed = read(join(folder, "node_modules", ".package-lock.json"));
  return packagePaths(folder).every(([path, { version, link, optional }]) => {
    const found = installed[path];
    return found === undefined ? optional === true : link === true || found.version === version;
  });
}

/**
 * How much of `package-lock.json` is on disk: what a progress bar shows during an installation.
 *
 * @param {string} folder the manifest's
 * @returns {number} 0 to 1
 */
export function shareInstalled(folder) {
  const required = packagePaths(folder).filter(([, { optional }]) => optional !== true);
  const present = required.filter(([path]) => existsSync(join(folder, path, "package.json")));
  return present.length / required.length;
}

/** @param {string} folder */
function packagePaths(folder) {
  return Object.entries(read(join(folder, "package-lock.json"))).filter(([path]) =>
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
