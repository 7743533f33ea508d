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
  EIO: "the disk does not read or write it: check the disk; a backup or another copy may be intact",
  EMFILE: "the process has too many files open: raise its limit (ulimit -n)",
  ENOENT: "it is missing: restore it from a copy",
};

const UNKNOWN = "look at the disk and at who may use it, or name another directory";

/**
 * An error of the file system about a data directory as a sentence: what could not be done, where, and what to do.
 * Any other error is returned unchanged.
 */
export function dataErrorInWords(data: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  const isDisk = error.name === "DiskError";
  const remedy = REMEDIES[error.code] ?? (isDisk ? UNKNOWN : undefined);
  if (remedy === undefined || !(isDisk || "syscall" in error)) return error;
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
