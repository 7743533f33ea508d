import { systemErrorKind } from "../../kernel/host/systemErrors.ts";

/** A data directory that cannot be used; the message says what is wrong, where, and what to do. */
export class DataUnusableError extends Error {
  override readonly name = "DataUnusableError";
}

/** The file system's error codes in words, with a remedy. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES:
    "this user may not: give the directory and what is in it to the user that runs the venue (chown), or name another one",
  EPERM:
    "this user may not: give the directory and what is in it to the user that runs the venue (chown), or name another one",
  EROFS: "the disk is read-only: mount it for writing, or name a directory on another one",
  ENOSPC: "the disk is full: free space on it, then start again",
  EDQUOT: "this user's share of the disk is used up: free space, then start again",
  EEXIST: "a file lies where a directory is needed: name another directory, or move the file away",
  ENOTDIR: "a file lies where a directory is needed: name another directory, or move the file away",
  EISDIR: "a directory lies where a file is needed: move it away",
  ELOOP: "links lead in a circle: name the directory itself",
  ENAMETOOLONG: "the name is too long: name another directory",
  ENOMEM: "the machine has no more memory: free some, then start again",
  ENFILE: "the machine has too many files open: close some, or raise its limit (sysctl fs.file-max)",
  EIO: "the disk does not read or write it: check the disk; a backup or another copy may be intact",
  EMFILE: "the process has too many files open: raise its limit (ulimit -n)",
  ENOENT: "it is missing: name another, or restore it from a copy",
};

const TRANSIENT = "this may pass: try again";
const UNKNOWN = "look at the disk and at who may use it, or name another directory";

/**
 * What to do about an error of the file system, or about one that another was caused by; undefined if it is
 * none.
 */
export function remedyOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  const isOfFiles = error.name === "DiskError" || (syscall !== undefined && path !== undefined);
  if (typeof code !== "string" || !(isOfFiles || (syscall !== undefined && code in REMEDIES)))
    return remedyOf(error.cause);
  return REMEDIES[code] ?? (systemErrorKind(error) === "transient" ? TRANSIENT : UNKNOWN);
}

/**
 * An error of the file system about a data directory as a sentence: what could not be done, where, and what
 * to do. Any other error is returned unchanged.
 */
export function dataErrorInWords(data: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const remedy = remedyOf(error);
  if (remedy === undefined) return error;
  return new DataUnusableError(`${data} cannot be used (${error.message}): ${remedy}`, { cause: error });
}

/** Does work on a data directory; errors of the file system are put into words. */
export function withDataErrors<T>(data: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw dataErrorInWords(data, error);
  }
}

/** As {@link withDataErrors}, for asynchronous work. */
export async function withDataErrorsAsync<T>(data: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw dataErrorInWords(data, error);
  }
}
