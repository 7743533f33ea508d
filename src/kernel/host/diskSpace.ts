import { statfs } from "node:fs/promises";

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
