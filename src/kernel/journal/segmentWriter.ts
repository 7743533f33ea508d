import type { Disk, DiskFile } from "../host/disk.ts";
import { DiskError, readFully, writeFully } from "../host/disk.ts";
import { systemErrorKind } from "../host/systemErrors.ts";
import type { LogHead } from "./commandLog.ts";
import { encodeSegmentHeader, SEGMENT_HEADER_BYTES, SPARE_NAME, segmentName } from "./segment.ts";

/** How large segments are. */
export interface SegmentSizes {
  readonly bytesMin: number;
  readonly bytesMax: number;
}

export const SEGMENT_SIZES: SegmentSizes = { bytesMin: 1024 * 1024, bytesMax: 64 * 1024 * 1024 };

/** A spare is written and synced in pieces, so that the appends beside it never wait for more than one. */
const ALLOCATE_STEP_BYTES = 4 * 1024 * 1024;
const COPY_STEP_BYTES = 1024 * 1024;

type Spare = { readonly file: DiskFile; readonly bytes: number };

/** The segment being written, and the next one being prepared. */
export class SegmentWriter {
  readonly #disk: Disk;
  readonly #sizes: SegmentSizes;
  readonly #format: number;
  #file: DiskFile | undefined;
  #bytes = 0;
  #end = 0;
  #spare: Promise<Spare> | undefined;

  constructor(disk: Disk, sizes: SegmentSizes, format: number) {
    this.#disk = disk;
    this.#sizes = sizes;
    this.#format = format;
  }

  /** Where the next frame goes, if it fits. */
  get end(): number {
    return this.#end;
  }

  /** Goes on in an existing segment behind its last frame. */
  async continue(name: string, end: number): Promise<void> {
    await this.close();
    this.#file = await this.#disk.open(name, "durable");
    this.#bytes = await this.#file.size();
    this.#end = end;
  }

  /**
   * Goes on as {@link continue} does, where bytes may be in the operating system's memory alone: as a copy,
   * which takes the segment's name in one step when all of it is durable. No sector that may be acknowledged
   * is written to meanwhile.
   */
  async renew(name: string, end: number): Promise<void> {
    const old = await this.#disk.open(name, "read");
    const fresh = await this.#disk.create(SPARE_NAME);
    try {
      const bytes = await old.size();
      const piece = new Uint8Array(Math.min(COPY_STEP_BYTES, end));
      for (let at = 0; at < end; at += piece.length) {
        const part = piece.subarray(0, Math.min(piece.length, end - at));
        if ((await readFully(old, part, at)) < part.length)
          throw new DiskError("EIO", `${name} became shorter while it was copied`);
        await writeFully(fresh, part, at);
      }
      await fresh.allocate(bytes);
    } finally {
      await old.close();
    }
    await this.#enter(fresh, name, end);
  }

  /** Whether a stored frame of `storedBytes` goes into the present segment. */
  fits(storedBytes: number): boolean {
    return this.#file !== undefined && this.#end + storedBytes <= this.#bytes;
  }

  /** Writes a stored frame behind the last one; resolves when it would survive a power cut. It must fit. */
  async append(stored: Uint8Array): Promise<void> {
    const written = writeFully(this.#file!, stored, this.#end);
    this.#end += stored.length;
    if (this.#spare === undefined && 2 * this.#end > this.#bytes) this.#prepare(this.#nextBytes(0));
    await written;
  }

  /**
   * Begins the next segment, with room for a frame of `storedBytes`. It becomes part of the log in one step,
   * the rename, when all of it is durable; an empty segment of the same first command is replaced.
   */
  async roll(head: LogHead, storedBytes: number): Promise<string> {
    const bytes = this.#nextBytes(storedBytes);
    if (this.#spare === undefined) this.#prepare(bytes);
    const spare = await this.#spare!.catch((error) => {
      // Nothing was acknowledged in it: what was lacking may be there by now.
      if (systemErrorKind(error) !== "exhausted") throw error;
      return this.#allocate(bytes);
    });
    this.#spare = undefined;
    if (spare.bytes < bytes) await spare.file.allocate(bytes);
    await writeFully(spare.file, encodeSegmentHeader(this.#format, head), 0);
    const name = segmentName(head.nextSeq);
    await this.#enter(spare.file, name, SEGMENT_HEADER_BYTES);
    return name;
  }

  /** Closes the files; a spare segment that is not needed any more stays behind and is replaced next time. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async closeSpare(): Promise<void> {
    const spare = this.#spare;
    this.#spare = undefined;
    await spare?.then(({ file }) => file.close()).catch(() => undefined); // a spare that failed to be made needs no closing
  }

  /** Makes the spare a segment of the log, durably, and goes on in it. */
  async #enter(spare: DiskFile, name: string, end: number): Promise<void> {
    await spare.sync();
    await spare.close();
    await this.#disk.rename(SPARE_NAME, name);
    await this.#disk.syncDirectory();
    await this.continue(name, end);
  }

  /** Segments double from `bytesMin` to `bytesMax`; a frame that needs more gets more. */
  #nextBytes(storedBytes: number): number {
    const doubled = Math.min(Math.max(2 * this.#bytes, this.#sizes.bytesMin), this.#sizes.bytesMax);
    return Math.max(doubled, SEGMENT_HEADER_BYTES + storedBytes);
  }

  /** Makes the spare in the background. A failure is reported when the spare is needed. */
  #prepare(bytes: number): void {
    this.#spare = this.#allocate(bytes);
    this.#spare.catch(() => undefined); // awaited by the next roll
  }

  async #allocate(bytes: number): Promise<Spare> {
    const file = await this.#disk.create(SPARE_NAME);
    try {
      for (let end = 0; end < bytes; ) {
        end = Math.min(end + ALLOCATE_STEP_BYTES, bytes);
        await file.allocate(end);
        await file.sync();
      }
    } catch (error) {
      await file.close().catch(() => undefined); // the first error is the one to report
      throw error;
    }
    return { file, bytes };
  }
}
