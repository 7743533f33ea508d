import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../kernel/host/packageRoot.ts";

/** The version in `package.json`. */
export function packageVersion(): string {
  const root = packageRoot();
  if (root === undefined) return "unknown";
  const manifest = readFileSync(join(root, "package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
