/**
 * The first major version of Node.js with all that the venue uses, above all `node:sqlite`. The client runs
 * on older ones and in browsers.
 */
const NODE_MAJOR_MIN = 24;

/**
 * Why a venue cannot run on this Node.js, with the remedies; undefined if it can.
 *
 * @param version as `process.versions.node` has it
 */
export function nodeTooOld(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= NODE_MAJOR_MIN) return undefined;
  return (
    `Outcry needs Node.js ${NODE_MAJOR_MIN} or later, and this is ${version}. Install a newer one, run the container, or ` +
    "work in a clone of the repository, which brings the Node.js it was tested with."
  );
}
