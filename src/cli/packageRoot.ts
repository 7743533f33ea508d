import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The directory of this package's `package.json`: above the sources, or above `dist`. */
export function packageRoot(): string {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, "package.json"))) directory = dirname(directory);
  return directory;
}

export function packageVersion(): string {
  const manifest = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
