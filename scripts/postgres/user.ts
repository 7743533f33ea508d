import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

/** Whom a process runs as; empty for the present user. */
export interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root; then it runs as the first of these that the machine has. */
const INSTEAD_OF_ROOT = ["postgres", "nobody"];

/**
 * The user to run PostgreSQL as. @throws Error when this is root and the machine has no other user to run as
 */
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
 * The binaries where a user may run them: as they lie, or linked into `folder` when a folder above them is
 * closed to others.
 *
 * @param binaries holds `bin`, `lib`, `share`
 */
export function binariesFor({ uid }: User, binaries: string, folder: string): string {
  if (uid === undefined || isOpenToAll(binaries)) return binaries;
  const there = join(folder, "binaries");
  for (const entry of readdirSync(binaries, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || entry.name.endsWith(".a")) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(there, relative(binaries, from));
    mkdirSync(dirname(to), { recursive: true });
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else link(from, to);
  }
  return there;
}

/** A second name of the file; another file system has a copy. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function isOpenToAll(path: string): boolean {
  const canEnter = (statSync(path).mode & 0o005) === 0o005;
  return canEnter && (path === dirname(path) || isOpenToAll(dirname(path)));
}
