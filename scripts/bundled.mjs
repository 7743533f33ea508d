/**
 * Says that something is built anew, which the set-up waits for to tell of it.
 *
 * @param {string} output from the root
 */
export function noteBegun(output) {
  process.stderr.write(`building ${output}\n`);
}

/**
 * Notes which packages have code, styles or files in a bundle, for THIRD-PARTY-NOTICES (`notices.mjs`). What
 * a package put in before it was bundled itself, only that package can tell.
 *
 * @param {Set<string>} packages gets the names of the folders in `node_modules`: `react`,
 * `ajv/node_modules/fast-uri`
 * @returns {import("vite").Plugin}
 */
export function noteBundled(packages) {
  const note = (/** @type {string} */ id) => {
    const folder = packageFolder(id);
    if (folder !== undefined) packages.add(folder);
  };
  return {
    name: "note-bundled",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        for (const id of part.type === "chunk" ? part.moduleIds : part.originalFileNames) note(id);
      }
    },
  };
}

/**
 * @param {string} id of a module: a path, or the name of what a tool brings along without a file:
 * `\0vite/preload-helper.js`
 * @returns {string | undefined} undefined where it is ours
 */
export function packageFolder(id) {
  const [, folder] =
    /^\0((?:@[^/]+\/)?[^/]+)\//.exec(id) ??
    /(?:^|[\\/])node_modules[\\/]((?:.*[\\/]node_modules[\\/])?(?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ??
    [];
  return folder?.replaceAll("\\", "/");
}
