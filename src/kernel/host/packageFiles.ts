import { existsSync } from "node:fs";
import { dirname, extname, join } from "node:path";

/**
 * The directory of the nearest `package.json`: this package's, above its sources or above `dist`. Where a
 * program has taken our modules into files of its own it may be that program's; `undefined` where there is
 * none up to the root of the disk.
 */
export function packageRoot(from: string = import.meta.dirname): string | undefined {
  if (existsSync(join(from, "package.json"))) return from;
  const above = dirname(from);
  return above === from ? undefined : packageRoot(above);
}

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
