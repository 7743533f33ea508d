import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";

/**
 * File descriptors that the process may have at a time; Infinity where the system sets no limit, or does not
 * tell. Node.js raises the limit to the hard one when it starts.
 */
export function descriptorLimit(): number {
  if (process.platform === "linux") return limitIn(readFileSync("/proc/self/limits", "utf8"));
  Object.assign(process.report, { excludeNetwork: true }); // it would ask for the names of addresses
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly hard: number | string } };
  };
  return orInfinite(String(userLimits?.open_files?.hard));
}

/** The limit in the text of `/proc/self/limits`. */
export function limitIn(limits: string): number {
  return orInfinite(/^Max open files\s+(\S+)/m.exec(limits)?.[1]);
}

function orInfinite(text: string | undefined): number {
  return /^\d+$/.test(text ?? "") ? Number(text) : Number.POSITIVE_INFINITY;
}

/** Room on a disk. */
export interface DiskSpace {
  /** What an ordinary user may still write. */
  readonly freeBytes: number;
}

/** Asks for the room on the disk that a directory is on. */
export function diskSpaceOf(directory: string): () => Promise<DiskSpace> {
  return async () => {
    const { bavail, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize };
  };
}
