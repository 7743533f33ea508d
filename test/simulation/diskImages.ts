import { createHash } from "node:crypto";
import type { DiskImage } from "../../src/kernel/host/memoryDisk.ts";

/** Its own bytes: recovery repairs in place, and the next life must find what a power cut left. */
export function copied(image: DiskImage): DiskImage {
  return new Map([...image].map(([name, bytes]) => [name, bytes.slice()]));
}

/**
 * The same text for images that hold the same, as many a power cut leaves: what was tried with one need not
 * be with the other.
 */
export function fingerprint(image: DiskImage): string {
  const all = createHash("sha1");
  for (const [name, bytes] of [...image].sort(([a], [b]) => (a < b ? -1 : 1))) {
    all.update(`${name} ${bytes.length} `).update(bytes);
  }
  return all.digest("base64");
}
