import type { DiskFile } from "../host/disk.ts";
import { DiskError, readFully } from "../host/disk.ts";
import type { Frame } from "./commandLog.ts";
import {
  claimedSeq,
  decodeFrame,
  FRAME_HEADER_BYTES,
  frameHash,
  frameLength,
  isIntact,
  SECTOR_BYTES,
  storedBytes,
} from "./frame.ts";

const WINDOW_BYTES = 1024 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);

/**
 * Where in the chain a scan stands. `hash` is unknown behind a damaged place, and where nobody asks for it.
 */
export interface ChainPosition {
  readonly nextSeq: number;
  readonly epoch: number;
  readonly time: number;
  readonly hash: Uint8Array | undefined;
}

/** Why there is no frame at a place: nothing was ever written, or bytes that are no valid next frame. */
export type NoFrame = "end" | "unreadable" | "outOfChain";

/** An intact frame behind a damaged place. */
export interface FoundFrame {
  readonly position: number;
  readonly firstSeq: number;
}

/**
 * What a frame is checked by, beside its number and epoch: its checksum, and its place in the chain of hashes
 * unless that was proven before. Hashing costs three times what the checksum does.
 */
export type FrameCheck = "chain" | "checksum";

/** Reads one segment's frames in order, verifying each, through a window that slides over the file. */
export class SegmentScanner {
  readonly #file: DiskFile;
  readonly #size: number;
  #window: Uint8Array;
  #windowStart = 0;
  #windowEnd = 0;
  #position: number;
  #chain: ChainPosition;
  readonly #proof: FrameCheck;

  /**
   * @param size of the file, in bytes
   * @param position where the first frame starts, in bytes
   */
  constructor(
    file: DiskFile,
    size: number,
    position: number,
    chain: ChainPosition,
    proof: FrameCheck = "chain",
  ) {
    this.#proof = proof;
    this.#file = file;
    this.#size = size;
    this.#position = position;
    this.#chain = chain;
    this.#window = new Uint8Array(Math.min(WINDOW_BYTES, size));
  }

  /** Where the last returned frame ends, in bytes from the file's start. */
  get position(): number {
    return this.#position;
  }

  /** The chain up to and including the last frame returned. */
  get chain(): ChainPosition {
    return this.#chain;
  }

  /** The next frame, valid until the next call; or why there is none, and the scan stays where it is. */
  async next(): Promise<Frame | NoFrame> {
    const stored = await this.#storedAt(this.#position);
    if (stored === undefined) return (await this.#isZeroAt(this.#position)) ? "end" : "unreadable";
    if (!isIntact(stored)) return "unreadable";
    const frame = decodeFrame(stored);
    const { nextSeq, epoch, hash } = this.#chain;
    if (frame.firstSeq !== nextSeq || frame.count < 1 || frame.epoch < epoch) return "outOfChain";
    const isChained = this.#proof === "chain";
    if (isChained && hash !== undefined && Buffer.compare(frame.previousHash, hash) !== 0)
      return "outOfChain";
    this.#position += stored.length;
    this.#chain = {
      nextSeq: nextSeq + frame.count,
      epoch: frame.epoch,
      time: frame.time,
      hash: isChained ? frameHash(stored) : undefined,
    };
    return frame;
  }

  /** Forgets what was read ahead: someone may have written since. */
  reread(): void {
    this.#windowEnd = this.#windowStart;
  }

  /**
   * Looks past a place without a frame at everything up to the end of the file. `later` is an intact frame
   * that claims the next sequence number or a later one, which proves that the log went on; stale or random
   * bytes cannot look like one, as their checksum or number is wrong. `bytes` is how far anything but zeros
   * reaches.
   */
  async lookAhead(): Promise<{ readonly later: FoundFrame | undefined; readonly bytes: number }> {
    let end = this.#position;
    for await (const position of this.#writtenSectors()) {
      end = Math.min(position + SECTOR_BYTES, this.#size);
      const stored = await this.#storedAt(position);
      if (stored === undefined || claimedSeq(stored) < this.#chain.nextSeq || !isIntact(stored)) continue;
      const { firstSeq, count } = decodeFrame(stored);
      if (count > 0) return { later: { position, firstSeq }, bytes: position - this.#position };
    }
    return { later: undefined, bytes: end - this.#position };
  }

  /** Continues behind a damaged place. The chain cannot be checked across it. */
  resumeAt(found: FoundFrame): void {
    this.#position = found.position;
    this.#chain = { nextSeq: found.firstSeq, epoch: 0, time: this.#chain.time, hash: undefined };
  }

  /**
   * The sectors from here on that hold anything but zeros; long stretches of zeros are passed over quickly.
   */
  async *#writtenSectors(): AsyncGenerator<number> {
    for (let position = this.#position; position < this.#size; ) {
      const stretch = this.#buffered(position, ZEROS.length) ?? (await this.#fill(position, ZEROS.length));
      if (isZero(stretch)) {
        position += stretch.length;
        continue;
      }
      const end = position + stretch.length;
      for (; position < end; position += SECTOR_BYTES) {
        if (!(await this.#isZeroAt(position))) yield position;
      }
    }
  }

  async #isZeroAt(position: number): Promise<boolean> {
    return isZero(this.#buffered(position, SECTOR_BYTES) ?? (await this.#fill(position, SECTOR_BYTES)));
  }

  /** The stored bytes of a frame that starts here if its length makes sense, intact or not. */
  async #storedAt(position: number): Promise<Uint8Array | undefined> {
    const header =
      this.#buffered(position, FRAME_HEADER_BYTES) ?? (await this.#fill(position, FRAME_HEADER_BYTES));
    const length = storedBytes(frameLength(header, this.#size - position));
    if (length === 0) return undefined;
    return this.#buffered(position, length) ?? (await this.#fill(position, length));
  }

  /**
   * Up to `length` bytes, fewer at the end of the file, if the window holds them; valid until the next fill.
   */
  #buffered(position: number, length: number): Uint8Array | undefined {
    const end = Math.min(position + length, this.#size);
    if (position < this.#windowStart || end > this.#windowEnd) return undefined;
    return this.#window.subarray(position - this.#windowStart, end - this.#windowStart);
  }

  /** Moves the window to `position`, widening it if need be, and returns the bytes asked for. */
  async #fill(position: number, length: number): Promise<Uint8Array> {
    const end = Math.min(position + length, this.#size);
    if (end - position > this.#window.length) this.#window = new Uint8Array(end - position);
    const target = this.#window.subarray(0, Math.min(this.#window.length, this.#size - position));
    this.#windowStart = position;
    this.#windowEnd = position + (await readFully(this.#file, target, position));
    if (this.#windowEnd < end) throw new DiskError("EIO", "a segment became shorter while it was read");
    return this.#window.subarray(0, end - position);
  }
}

function isZero(bytes: Uint8Array): boolean {
  return ZEROS.subarray(0, bytes.length).equals(bytes);
}
