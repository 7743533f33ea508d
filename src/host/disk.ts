/**
 * One flat directory of files, as the journal and the snapshots need it.
 *
 * Three adapters: `NodeDisk` (a real directory), `MemoryDisk` (forgotten with the process) and
 * `FaultyDisk` (loses, garbles and refuses by seed). A name never contains a separator.
 *
 * A failed call rejects with a `DiskError`. After any rejection from a write, a sync or a rename the
 * caller must treat the directory as unknown and read it again in a new life: retrying a failed sync
 * reports success for bytes that are gone.
 */
export interface Disk {
  /** Where this is, for messages: an absolute path, or `memory`. */
  readonly where: string;
  /** Opens an existing file. Rejects with `ENOENT` when there is none. */
  open(name: string, access: "read" | "write"): Promise<DiskFile>;
  /** Creates an empty file, replacing one of that name; its name lasts only after `syncDirectory`. */
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

/** An open file. Positions and sizes are bytes from its start. */
export interface DiskFile {
  size(): Promise<number>;
  /** Fills `into` from `position`; may return fewer bytes than asked, and 0 only at the end of the file. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes to the operating system, not to the platter; may write fewer bytes than given, never 0 of some. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** Like `write`, but the bytes it counts survive a power cut once it resolves. One trip to the disk. */
  writeDurably(bytes: Uint8Array, position: number): Promise<number>;
  /** Cuts or extends with zeros. */
  truncate(size: number): Promise<void>;
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

/** Writes all of `bytes`, however short the disk's single writes are. */
export async function writeFully(file: DiskFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = await file.write(bytes, position);
  while (done < bytes.length) done += await file.write(bytes.subarray(done), position + done);
}

/** Writes all of `bytes` so that they survive a power cut. */
export async function writeFullyDurably(file: DiskFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = await file.writeDurably(bytes, position);
  while (done < bytes.length) done += await file.writeDurably(bytes.subarray(done), position + done);
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
