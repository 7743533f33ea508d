import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The folder whose manifest brings a Chromium to test with: packaged for Linux x64 only, and not wanted where
 * `OUTCRY_CHROMIUM` names another. `npm start` never fetches it.
 *
 * @param {string} root the repository's folder
 * @returns {string | undefined} `undefined` when the tests look for a browser of the machine
 */
export function browserFolder(root) {
  const isPackaged = process.platform === "linux" && process.arch === "x64";
  return isPackaged && !process.env["OUTCRY_CHROMIUM"] ? join(root, "test/browser/chromium") : undefined;
}

/** @param {string} folder as {@link browserFolder} gives it */
export function isBrowserUnpacked(folder) {
  return existsSync(join(folder, "node_modules/unpacked"));
}
