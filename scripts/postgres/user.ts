import { cpSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whom a process runs as; empty for the present user. */
export interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root; then it runs as the first of these that the machine has. */
const INSTEAD_OF_ROOT = ["postgres", "nobody"];

/** @throws Error when this is root and the machine has no other user to run as */
export function postgresUser(): User {
  if (process.getuid?.() !== 0) return {};
  const rows = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of INSTEAD_OF_ROOT) {
    const [, , uid, gid] = rows.find((row) => row.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  throw new Error(
    `PostgreSQL does not run as root, and /etc/passwd has no ${INSTEAD_OF_ROOT.join(" or ")} to run it as: ` +
      "add one, or start this as another user",
  );
}

/**
 * The binaries where a user may run them: as they lie, or copied into `folder` when a folder above them is closed to others.
 *
 * @param binaries holds `bin`, `lib`, `share`
 */
export function binariesFor({ uid }: User, binaries: string, folder: string): string {
  if (uid === undefined || isOpenToAll(binaries)) return binaries;
  const copy = join(folder, "binaries");
  cpSync(binaries, copy, { recursive: true, filter: (path) => !path.endsWith(".a"), verbatimSymlinks: true });
  return copy;
}

function isOpenToAll(path: string): boolean {
  const canEnter = (statSync(path).mode & 0o005) === 0o005;
  return canEnter && (path === dirname(path) || isOpenToAll(dirname(path)));
}
