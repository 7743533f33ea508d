import { closeSync, openSync, statSync } from "node:fs";

/**
 * What an error of the system says of the thing that was asked for. Only `gone` is a finding about it: by any
 * other nobody could look, and what was looked for may be whole.
 *
 * - `gone`: it is not there
 * - `refused`: this user may not
 * - `exhausted`: process or machine have no more of something: descriptors, memory, room on the disk
 * - `transient`: another attempt may not meet it
 * - `failing`: the device does not do it
 */
export type SystemErrorKind = "gone" | "refused" | "exhausted" | "transient" | "failing";

const CODES: Readonly<Record<SystemErrorKind, string>> = {
  gone: "ENOENT ENOTDIR ECONNREFUSED ENOTFOUND",
  refused: "EACCES EPERM EROFS",
  exhausted: "EMFILE ENFILE ENOMEM ENOBUFS ENOSPC EDQUOT EADDRNOTAVAIL",
  transient:
    "EINTR EAGAIN EBUSY ETXTBSY ESTALE ETIMEDOUT ECONNRESET ECONNABORTED EPIPE EHOSTUNREACH ENETUNREACH ENETDOWN EAI_AGAIN",
  failing: "EIO ENXIO ENODEV",
};

const BY_CODE = new Map(
  Object.entries(CODES).flatMap(([kind, codes]) =>
    codes.split(" ").map((code) => [code, kind as SystemErrorKind] as const),
  ),
);

/**
 * What kind of error of the system an error is.
 *
 * @returns undefined for an error that is not the system's: a slip of the program, or a finding of ours
 */
export function systemErrorKind(error: unknown): SystemErrorKind | undefined {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" ? BY_CODE.get(code) : undefined;
}

/** For a `catch`: nothing where the thing is gone; any other error is thrown on. */
export function undefinedIfGone(error: unknown): undefined {
  if (systemErrorKind(error) !== "gone") throw error;
  return undefined;
}

/** Whether something is at a path. @throws where that cannot be seen */
export function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    undefinedIfGone(error);
    return false;
  }
}

/** SQLite's primary result codes that tell of the system and not of the file. */
const SYSTEM_CODES = new Map([
  [3, "EACCES"],
  [5, "EBUSY"],
  [6, "EBUSY"],
  [7, "ENOMEM"],
  [8, "EROFS"],
  [10, "EIO"],
  [13, "ENOSPC"],
]);
const CANNOT_OPEN = 14;
/** An error of reading that says that the file is too short. */
const SHORT_READ = 10 | (2 << 8);
const PRIMARY = 0xff;

/**
 * The error of the system behind an error of SQLite, which keeps most of it to itself; undefined where SQLite
 * speaks of the file, as of damage, or of a statement.
 *
 * @param path of the database
 */
export function systemErrorOf(error: unknown, path: string): NodeJS.ErrnoException | undefined {
  const { errcode, message } = (error ?? {}) as { readonly errcode?: unknown; readonly message?: string };
  if (typeof errcode !== "number") return systemErrorKind(error) && (error as NodeJS.ErrnoException);
  const primary = errcode & PRIMARY;
  const code = primary === CANNOT_OPEN ? whyNotOpened(path) : SYSTEM_CODES.get(primary);
  return code === undefined || errcode === SHORT_READ
    ? undefined
    : Object.assign(new Error(`${code}: ${message}`, { cause: error }), { code, path, syscall: "sqlite" });
}

/** The system's word for why a file cannot be opened; one that can be by now could not for a moment. */
function whyNotOpened(path: string): string | undefined {
  try {
    closeSync(openSync(path, "r+"));
    return "EAGAIN";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
