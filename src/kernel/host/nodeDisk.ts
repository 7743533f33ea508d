import * as fs from "node:fs";
import { join, resolve } from "node:path";
import type { Disk, DiskAccess, DiskFile } from "./disk.ts";
import { DiskError } from "./disk.ts";
import { makeDirectory, OWNER_FILE } from "./ownerOnly.ts";
import { sync } from "./sync.ts";

/** Zeros are written this many bytes at a time. */
const ZEROS = new Uint8Array(1024 * 1024);

/**
 * O_DSYNC makes write and sync one trip through the thread pool instead of two. Linux alone promises that
 * such a write has reached the platter; elsewhere a durable write is a write and an fdatasync (which
 * macOS turns into F_FULLFSYNC).
 */
const WRITES_THROUGH = process.platform === "linux";
const { O_RDONLY, O_RDWR, O_CREAT, O_TRUNC, O_DSYNC } = fs.constants;

/** A directory of the real file system. All calls go through the thread pool. */
export class NodeDisk implements Disk {
  readonly where: string;

  private constructor(where: string) {
    this.where = where;
  }

  /** Opens a directory, making it and its parents first and durably when missing. */
  static async open(directory: string): Promise<NodeDisk> {
    const where = resolve(directory);
    try {
      makeDirectory(where);
    } catch (error) {
      throw diskError(`make ${where}`, error as NodeJS.ErrnoException);
    }
    return new NodeDisk(where);
  }

  async open(name: string, access: DiskAccess): Promise<DiskFile> {
    const through = access === "durable" && WRITES_THROUGH;
    const flags = access === "read" ? O_RDONLY : through ? O_RDWR | O_DSYNC : O_RDWR;
    return new NodeFile(
      await this.#descriptor(name, flags),
      this.#path(name),
      access === "durable" && !through,
    );
  }

  async create(name: string): Promise<DiskFile> {
    return new NodeFile(await this.#descriptor(name, O_RDWR | O_CREAT | O_TRUNC), this.#path(name), false);
  }

  async list(): Promise<string[]> {
    const entries = await fs.promises
      .readdir(this.where, { withFileTypes: true })
      .catch(rejectAs(`list ${this.where}`));
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  }

  async rename(from: string, to: string): Promise<void> {
    await fs.promises
      .rename(this.#path(from), this.#path(to))
      .catch(rejectAs(`rename ${this.#path(from)} to ${to}`));
  }

  async unlink(name: string): Promise<void> {
    await fs.promises.unlink(this.#path(name)).catch(rejectAs(`remove ${this.#path(name)}`));
  }

  syncDirectory(): Promise<void> {
    return sync(this.where).catch(rejectAs(`sync ${this.where}`));
  }

  #path(name: string): string {
    return join(this.where, name);
  }

  #descriptor(name: string, flags: number): Promise<number> {
    return new Promise((resolve, reject) => {
      fs.open(this.#path(name), flags, OWNER_FILE, (error, descriptor) => {
        if (error === null) resolve(descriptor);
        else reject(diskError(`open ${this.#path(name)}`, error));
      });
    });
  }
}

class NodeFile implements DiskFile {
  readonly #descriptor: number;
  readonly #path: string;
  readonly #syncsEachWrite: boolean;

  constructor(descriptor: number, path: string, syncsEachWrite: boolean) {
    this.#descriptor = descriptor;
    this.#path = path;
    this.#syncsEachWrite = syncsEachWrite;
  }

  size(): Promise<number> {
    return new Promise((resolve, reject) => {
      fs.fstat(this.#descriptor, (error, stats) => {
        if (error === null) resolve(stats.size);
        else reject(diskError(`stat ${this.#path}`, error));
      });
    });
  }

  read(into: Uint8Array, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      fs.read(this.#descriptor, into, 0, into.length, position, (error, count) => {
        if (error === null) resolve(count);
        else reject(diskError(`read ${this.#path}`, error));
      });
    });
  }

  async write(bytes: Uint8Array, position: number): Promise<number> {
    const count = await this.#write(bytes, bytes.length, position);
    if (this.#syncsEachWrite) await this.sync();
    return count;
  }

  async allocate(size: number): Promise<void> {
    for (let end = await this.size(); end < size; ) {
      end += await this.#write(ZEROS, Math.min(ZEROS.length, size - end), end);
    }
  }

  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fs.fdatasync(this.#descriptor, (error) => {
        if (error === null) resolve();
        else reject(diskError(`sync ${this.#path}`, error));
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      fs.close(this.#descriptor, (error) => {
        if (error === null || error === undefined) resolve();
        else reject(diskError(`close ${this.#path}`, error));
      });
    });
  }

  #write(bytes: Uint8Array, length: number, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      fs.write(this.#descriptor, bytes, 0, length, position, (error, count) => {
        if (error !== null) reject(diskError(`write ${this.#path}`, error));
        else if (count === 0 && length > 0)
          reject(new DiskError("EIO", `write ${this.#path}: nothing was taken`));
        else resolve(count);
      });
    });
  }
}

function rejectAs(what: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw diskError(what, error);
  };
}

function diskError(what: string, cause: NodeJS.ErrnoException): DiskError {
  return new DiskError(cause.code ?? "EIO", what, { cause });
}
