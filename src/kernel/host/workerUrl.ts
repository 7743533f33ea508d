import { extname } from "node:path";

/**
 * The URL of a worker's entry beside the module that starts it: `.ts` when run from the sources, `.js`
 * when run from the build.
 *
 * @param moduleUrl the caller's `import.meta.url`
 * @param name relative to the caller, without extension: `./historyWriter`
 */
export function workerUrl(moduleUrl: string, name: string): URL {
  return new URL(name + extname(new URL(moduleUrl).pathname), moduleUrl);
}
