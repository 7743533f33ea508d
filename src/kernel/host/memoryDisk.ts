import type { Disk, DiskAccess, DiskFile } from "./disk.ts";
import { DiskError } from "./disk.ts";

/** The files of a directory, by name. */
export type DiskImage = ReadonlyMap<string, Uint8Array>;

/** A directory in memory that ends with the process. Its calls settle without leaving the thread. */
export class MemoryDisk implements Disk {
  readonly where = "memory";
  readonly #files = new Map<string, MemoryFile>();

  /** @param image files to start with; the arrays are taken over, not copied */
  constructor(image: DiskImage = new Map()) {
    for (const [name, bytes] of image) this.#files.set(name, new MemoryFile(bytes));
  }

  /** The directory's present files; the bytes are shared, not copied. */
  image(): DiskImage {
    return new Map([...this.#files].map(([name, file]) => [name, file.bytes()]));
  }

  async open(name: string, _access: DiskAccess): Promise<DiskFile> {
    return this.#existing(name);
  }

  async create(name: string): Promise<DiskFile> {
    const file = new MemoryFile(new Uint8Array(0));
    this.#files.set(name, file);
    return file;
  }

  async list(): Promise<string[]> {
    return [...this.#files.keys()];
  }

  async rename(from: string, to: string): Promise<void> {
    const file = this.#existing(from);
    this.#files.delete(from);
    this.#files.set(to, file);
  }

  async unlink(name: string): Promise<void> {
    this.#existing(name);
    this.#files.delete(name);
  }

  async syncDirectory(): Promise<void> {}

  #existing(name: string): MemoryFile {
    const file = this.#files.get(name);
    if (file === undefined) throw new DiskError("ENOENT", `${name} in memory`);
    return file;
  }
}

class MemoryFile implements DiskFile {
  #buffer: Uint8Array;
  #size: number;

  constructor(bytes: Uint8Array) {
    this.#buffer = bytes;
    this.#size = bytes.length;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size);
  }

  async size(): Promise<number> {
    return this.#size;
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    const end = Math.min(position + into.length, this.#size);
    if (end <= position) return 0;
    into.set(this.#buffer.subarray(position, end));
    return end - position;
  }

  async write(bytes: Uint8Array, position: number): Promise<number> {
    this.#grow(position + bytes.length);
    this.#buffer.set(bytes, position);
    return bytes.length;
  }

  async allocate(size: number): Promise<void> {
    this.#grow(size);
  }

  async sync(): Promise<void> {}

  async close(): Promise<void> {}

  #grow(size: number): void {
    if (size > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#buffer.length));
      larger.set(this.bytes());
      this.#buffer = larger;
    }
    this.#size = Math.max(this.#size, size);
  }
}
