import { existsSync } from "node:fs";
import { dirname, extname, join } from "node:path";

/**
 * The file of a lane or of a process, which is started by its name.
 *
 * @param name from the folder of the benchmarks, without extension: `lanes/wholeCore`
 */
export function entryOf(name: string): URL {
  return new URL(`./${name}${extname(import.meta.filename)}`, import.meta.url);
}

/** The repository, from any folder of its sources or of what is made of them. */
export function rootOf(directory: string): string {
  return existsSync(join(directory, "package.json")) ? directory : rootOf(dirname(directory));
}
