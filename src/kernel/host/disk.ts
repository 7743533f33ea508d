/**
 * One flat directory of files, as the journal and the snapshots need it.
 *
 * Two adapters: `NodeDisk` (a real directory) and `MemoryDisk` (forgotten with the process). Tests have a
 * third, which loses, garbles and refuses on purpose. A name never contains a separator.
 *
 * A failed call rejects with a `DiskError`. After any rejection from a write, a sync or a rename the
 * caller must treat the directory as unknown and read it again in a new life: retrying a failed sync
 * reports success for bytes that are gone.
 */
export interface Disk {
  /** Where this is, for messages: an absolute path, or `memory`. */
  readonly where: string;
  /** Opens an existing file; rejects with `ENOENT` when there is none. */
  open(name: string, access: DiskAccess): Promise<DiskFile>;
  /**
   * Creates an empty file for writing, replacing one of that name; the name lasts only after `syncDirectory`.
   */
  create(name: string): Promise<DiskFile>;
  /** The names of all files, in no particular order. */
  list(): Promise<string[]>;
  /** Renames, replacing atomically; lasts only after `syncDirectory`. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a name; lasts only after `syncDirectory`. */
  unlink(name: string): Promise<void>;
  /** Makes every create, rename and unlink so far survive a power cut. */
  syncDirectory(): Promise<void>;
}

/**
 * `durable`: like `write`, but bytes that a write counts survive a power cut once it resolves, in one call to
 * the disk.
 */
export type DiskAccess = "read" | "write" | "durable";

/** An open file. Positions and sizes are bytes from its start. */
export interface DiskFile {
  size(): Promise<number>;
  /** Fills `into` from `position`; may return fewer bytes than asked, and 0 only at the end of the file. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes and returns how many bytes it took: at least one, but perhaps not all. See `writeFully`. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /**
   * Fills from the present end up to `size` with zeros, taking the space, so that later writes change no
   * length.
   */
  allocate(size: number): Promise<void>;
  /** Makes all earlier writes and the size survive a power cut (fdatasync). */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Why a disk refused: `code` is the system's word, such as `ENOSPC`, `EIO` or `ENOENT`. */
export class DiskError extends Error {
  override readonly name = "DiskError";
  readonly code: string;
  constructor(code: string, what: string, options?: ErrorOptions) {
    super(`${code}: ${what}`, options);
    this.code = code;
  }
}

/** Writes all of `bytes`, however little the disk takes at a time. */
export async function writeFully(file: DiskFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = await file.write(bytes, position);
  while (done < bytes.length) done += await file.write(bytes.subarray(done), position + done);
}

/** Reads until `into` is full or the file ends; returns the bytes read. */
export async function readFully(file: DiskFile, into: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < into.length) {
    const count = await file.read(into.subarray(done), position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
