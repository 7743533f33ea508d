import type { Disk, DiskAccess, DiskFile } from "../../src/kernel/host/disk.ts";
import { DiskError } from "../../src/kernel/host/disk.ts";
import type { DiskImage } from "../../src/kernel/host/memoryDisk.ts";
import type { SeededRng } from "../../src/kernel/host/seededRng.ts";

/** The unit that survives, is lost or is garbled as a whole when the power goes. */
export const SECTOR_BYTES = 512;

/** One call that reaches the disk, as a fault script sees it. */
export interface DiskOperation {
  readonly kind:
    | "open"
    | "create"
    | "list"
    | "rename"
    | "unlink"
    | "syncDirectory"
    | "read"
    | "write"
    | "allocate"
    | "sync";
  readonly name: string;
  /** How many operations came before, since the disk was made. */
  readonly index: number;
  /** Bytes of a read or a write; 0 for others. */
  readonly bytes: number;
}

/** What goes wrong with an operation. */
export type DiskFault =
  /**
   * Rejects; a write may have left its first `applied` bytes behind. A failed sync never becomes good by
   * repeating.
   */
  | { readonly type: "error"; readonly code: "EIO" | "ENOSPC"; readonly applied?: number }
  /** A read or write takes only so many bytes. */
  | { readonly type: "short"; readonly bytes: number }
  /** A write lands durably at another position of the same file, and says it went well. */
  | { readonly type: "misdirected"; readonly position: number }
  /** A write says it went well and reaches nothing. */
  | { readonly type: "lost" };

/** Decides what a power cut leaves of everything that was not synced. */
export interface PowerCut {
  sector(name: string, sector: number): "kept" | "lost" | "garbled";
  /** Whether a create, rename or unlink that no directory sync has covered happened. */
  directoryChange(): boolean;
  /** Whether an unsynced new length of a file happened. */
  length(name: string): boolean;
  /** Fills a garbled sector. */
  garble(into: Uint8Array): void;
}

/** A power cut that loses everything that was not synced. */
export const LOSES_ALL: PowerCut = {
  sector: () => "lost",
  directoryChange: () => false,
  length: () => false,
  garble() {},
};

/** A power cut drawn from a seed; one in four keeps everything, one in four loses everything. */
export function seededPowerCut(rng: SeededRng): PowerCut {
  const mood = rng.below(4);
  const keeps = mood === 0 ? () => true : mood === 1 ? () => false : () => rng.oneIn(2);
  return {
    sector: () => (mood > 1 && rng.oneIn(4) ? "garbled" : keeps() ? "kept" : "lost"),
    directoryChange: keeps,
    length: keeps,
    garble: (into) => into.set(rng.bytes(into.length)),
  };
}

export interface FaultyDiskOptions {
  /** Files that are there, durably, from the start; copied. */
  readonly image?: DiskImage;
  /** Asked before each operation. */
  readonly fault?: (operation: DiskOperation) => DiskFault | undefined;
  /** Told after each change of what a power cut would leave: every moment worth cutting at. */
  readonly observe?: () => void;
  /**
   * When an operation completes; by default at once, in order. A simulated clock's timers make it late and
   * unordered.
   */
  readonly schedule?: (complete: () => void) => void;
}

type Inode = {
  /** What reads return: the operating system's memory. */
  current: Uint8Array;
  /** What is on the platter. */
  durable: Uint8Array;
  /** Sectors that differ perhaps, and that a sync would save. */
  readonly dirty: Set<number>;
  /** Sectors a failed sync has given up: later syncs skip them, as the operating system does. */
  readonly abandoned: Set<number>;
};
type DirectoryChange = (names: Map<string, Inode>) => void;

/**
 * A disk in memory that does the worst a disk may do, and no worse.
 *
 * Until synced, each sector written, each new length and each change of the directory is kept, lost or (a
 * sector) garbled on its own, in any order. Faults come from a script, so an exhaustive test can place one
 * at every operation and a random test can draw them from a seed.
 */
export class FaultyDisk implements Disk {
  readonly where = "faulty memory";
  readonly #options: FaultyDiskOptions;
  readonly #durableNames = new Map<string, Inode>();
  readonly #names = new Map<string, Inode>();
  #unsyncedChanges: DirectoryChange[] = [];
  #operations = 0;

  constructor(options: FaultyDiskOptions = {}) {
    this.#options = options;
    for (const [name, bytes] of options.image ?? []) {
      const inode = {
        current: bytes.slice(),
        durable: bytes.slice(),
        dirty: new Set<number>(),
        abandoned: new Set<number>(),
      };
      this.#names.set(name, inode);
      this.#durableNames.set(name, inode);
    }
  }

  /** Operations so far. */
  get operations(): number {
    return this.#operations;
  }

  /** What the files hold when the power stays on. */
  image(): DiskImage {
    return new Map([...this.#names].map(([name, inode]) => [name, inode.current.slice()]));
  }

  /** What the next life finds if the power goes now. This disk stays as it is. */
  afterPowerCut(cut: PowerCut): DiskImage {
    const names = new Map(this.#durableNames);
    for (const change of this.#unsyncedChanges) if (cut.directoryChange()) change(names);
    return new Map([...names].map(([name, inode]) => [name, survivor(name, inode, cut)]));
  }

  /** The sectors whose fate is open, for tests that try every combination. */
  unsyncedSectors(): { readonly name: string; readonly sector: number }[] {
    return [...this.#names].flatMap(([name, inode]) =>
      [...new Set([...inode.dirty, ...inode.abandoned])].map((sector) => ({ name, sector })),
    );
  }

  open(name: string, access: DiskAccess): Promise<DiskFile> {
    return this.#run("open", name, 0, () => this.#file(name, this.#existing(name), access === "durable"));
  }

  create(name: string): Promise<DiskFile> {
    return this.#run("create", name, 0, () => {
      const inode: Inode = {
        current: new Uint8Array(0),
        durable: new Uint8Array(0),
        dirty: new Set(),
        abandoned: new Set(),
      };
      this.#change((names) => names.set(name, inode));
      return this.#file(name, inode, false);
    });
  }

  list(): Promise<string[]> {
    return this.#run("list", "", 0, () => [...this.#names.keys()]);
  }

  rename(from: string, to: string): Promise<void> {
    return this.#run("rename", from, 0, () => {
      const inode = this.#existing(from);
      this.#change((names) => {
        if (names.get(from) === inode) names.delete(from);
        names.set(to, inode);
      });
    });
  }

  unlink(name: string): Promise<void> {
    return this.#run("unlink", name, 0, () => {
      const inode = this.#existing(name);
      this.#change((names) => {
        if (names.get(name) === inode) names.delete(name);
      });
    });
  }

  syncDirectory(): Promise<void> {
    return this.#run("syncDirectory", "", 0, () => {
      for (const change of this.#unsyncedChanges) change(this.#durableNames);
      this.#unsyncedChanges = [];
      this.#options.observe?.();
    });
  }

  #file(name: string, inode: Inode, durable: boolean): DiskFile {
    return {
      size: async () => inode.current.length,
      read: (into, position) =>
        this.#run("read", name, into.length, (fault) => {
          const wanted = fault?.type === "short" ? Math.min(fault.bytes, into.length) : into.length;
          const found = inode.current.subarray(position, position + wanted);
          into.set(found);
          return found.length;
        }),
      write: (bytes, position) =>
        this.#run(
          "write",
          name,
          bytes.length,
          (fault) => {
            if (fault?.type === "lost") return bytes.length;
            const taken = fault?.type === "short" ? bytes.subarray(0, fault.bytes) : bytes;
            const at = fault?.type === "misdirected" ? fault.position : position;
            const sectors = this.#write(inode, taken, at);
            if (durable || fault?.type === "misdirected") this.#save(inode, sectors);
            return taken.length;
          },
          (applied) => {
            const sectors = this.#write(inode, bytes.subarray(0, applied), position);
            if (durable) abandon(inode, sectors);
          },
        ),
      allocate: (size) =>
        this.#run("allocate", name, 0, () => {
          const end = inode.current.length;
          if (size > end) this.#write(inode, new Uint8Array(size - end), end);
        }),
      sync: () =>
        this.#run(
          "sync",
          name,
          0,
          () => this.#save(inode, [...inode.dirty]),
          () => abandon(inode, [...inode.dirty]),
        ),
      close: async () => {},
    };
  }

  /** Runs one operation, or fails it as the script says, and completes it when the schedule says. */
  #run<T>(
    kind: DiskOperation["kind"],
    name: string,
    bytes: number,
    apply: (fault: DiskFault | undefined) => T,
    fail?: (applied: number) => void,
  ): Promise<T> {
    const fault = this.#options.fault?.({ kind, name, bytes, index: this.#operations });
    this.#operations++;
    return new Promise((resolve, reject) => {
      const complete = (): void => {
        if (fault?.type === "error") {
          fail?.(fault.applied ?? 0);
          reject(new DiskError(fault.code, `${kind} ${name} on the faulty disk`));
          return;
        }
        try {
          resolve(apply(fault));
        } catch (error) {
          reject(error);
        }
      };
      if (this.#options.schedule === undefined) complete();
      else this.#options.schedule(complete);
    });
  }

  #existing(name: string): Inode {
    const inode = this.#names.get(name);
    if (inode === undefined) throw new DiskError("ENOENT", `${name} on the faulty disk`);
    return inode;
  }

  #change(change: DirectoryChange): void {
    change(this.#names);
    this.#unsyncedChanges.push(change);
    this.#options.observe?.();
  }

  #write(inode: Inode, bytes: Uint8Array, position: number): number[] {
    if (bytes.length === 0) return [];
    const end = position + bytes.length;
    if (end > inode.current.length) inode.current = lengthened(inode.current, end);
    inode.current.set(bytes, position);
    const sectors: number[] = [];
    for (let sector = Math.floor(position / SECTOR_BYTES); sector * SECTOR_BYTES < end; sector++) {
      sectors.push(sector);
      inode.dirty.add(sector);
    }
    this.#options.observe?.();
    return sectors;
  }

  #save(inode: Inode, sectors: readonly number[]): void {
    if (inode.durable.length < inode.current.length)
      inode.durable = lengthened(inode.durable, inode.current.length);
    for (const sector of sectors) {
      const start = sector * SECTOR_BYTES;
      inode.durable.set(inode.current.subarray(start, start + SECTOR_BYTES), start);
      inode.dirty.delete(sector);
      inode.abandoned.delete(sector);
    }
    this.#options.observe?.();
  }
}

function survivor(name: string, inode: Inode, cut: PowerCut): Uint8Array {
  const grew = inode.current.length > inode.durable.length;
  const bytes =
    grew && cut.length(name) ? lengthened(inode.durable, inode.current.length) : inode.durable.slice();
  for (const sectors of [inode.dirty, inode.abandoned]) {
    for (const sector of sectors) {
      const start = sector * SECTOR_BYTES;
      if (start >= bytes.length) continue;
      const fate = cut.sector(name, sector);
      if (fate === "kept")
        bytes.set(inode.current.subarray(start, Math.min(start + SECTOR_BYTES, bytes.length)), start);
      if (fate === "garbled") cut.garble(bytes.subarray(start, start + SECTOR_BYTES));
    }
  }
  return bytes;
}

function abandon(inode: Inode, sectors: readonly number[]): void {
  for (const sector of sectors) {
    inode.dirty.delete(sector);
    inode.abandoned.add(sector);
  }
}

function lengthened(bytes: Uint8Array, length: number): Uint8Array {
  const longer = new Uint8Array(length);
  longer.set(bytes);
  return longer;
}
