import type { Disk } from "../host/disk.ts";
import type { CommandLog, Frame, FrameInput, LogHead } from "./commandLog.ts";
import { LogError } from "./commandLog.ts";
import { checkFrame, FRAME_HEADER_BYTES, FrameEncoder, frameHash } from "./frame.ts";
import { writeOrigin } from "./origin.ts";
import { readFrames } from "./readFrames.ts";
import type { LogRecoveryOptions } from "./recovery.ts";
import { recoverLog } from "./recovery.ts";
import { listSegments, SPARE_NAME } from "./segment.ts";
import type { SegmentSizes } from "./segmentWriter.ts";
import { SEGMENT_SIZES, SegmentWriter } from "./segmentWriter.ts";
import type { LogReport } from "./survey.ts";

export interface FileLogOptions extends LogRecoveryOptions {
  /** The format tag of the engine. */
  readonly format: number;
  /** Smaller segments than usual, for tests. */
  readonly segmentSizes?: SegmentSizes;
}

/** Where the newest frame was written, and its first bytes. */
export interface NewestFrame {
  readonly name: string;
  readonly offset: number;
  readonly head: Uint8Array;
}

/**
 * The command log as files of a directory: frames in preallocated segments (docs/reference/journal.md).
 *
 * The directory must belong to this process alone (`lockDirectory`); a `FileLog` trusts that nobody else
 * writes there. One write to the disk per frame, from one buffer, off this thread.
 */
export class FileLog implements CommandLog {
  /** What opening found: segments, frames, and how many torn bytes were cut. */
  readonly recovery: LogReport;
  readonly #disk: Disk;
  readonly #format: number;
  readonly #knownDurableSeq: number;
  readonly #writer: SegmentWriter;
  readonly #encoder = new FrameEncoder();
  /** Segments that are held, oldest first. */
  #names: string[];
  #newest: NewestFrame | undefined;
  #head: LogHead;
  #epoch: number;
  #takenOver: Promise<void> | undefined;
  #appending: Promise<void> | undefined;
  #trimming: Promise<void> = Promise.resolve();
  /** Why this log can write nothing any more. */
  #end: LogError | undefined;

  private constructor(disk: Disk, options: FileLogOptions, recovery: LogReport) {
    this.recovery = recovery;
    this.#disk = disk;
    this.#format = options.format;
    this.#knownDurableSeq = options.knownDurableSeq ?? 0;
    this.#writer = new SegmentWriter(disk, options.segmentSizes ?? SEGMENT_SIZES, options.format);
    this.#names = recovery.segments.map(({ name }) => name);
    this.#head = recovery.head;
    this.#epoch = recovery.head.epoch;
  }

  /**
   * Recovers the log of a directory; an empty one is a log that begins with command `firstSeq` (1).
   *
   * @throws LogError `damaged`, `behind` or `unsupported`: the venue must not start, and nothing was changed
   */
  static async open(disk: Disk, options: FileLogOptions): Promise<FileLog> {
    return new FileLog(disk, options, await recoverLog(disk, options));
  }

  async acquire(): Promise<{ readonly epoch: number; readonly head: LogHead }> {
    this.#refuseIfEnded();
    this.#takenOver ??= this.#finally(this.#takeOver());
    await this.#takenOver;
    this.#epoch++;
    return { epoch: this.#epoch, head: this.#head };
  }

  async append(epoch: number, expectedSeq: number, frame: FrameInput): Promise<void> {
    this.#refuseIfEnded();
    if (this.#takenOver === undefined || epoch !== this.#epoch) {
      throw new LogError("fenced", `epoch ${epoch} does not hold the log; epoch ${this.#epoch} does`);
    }
    if (this.#appending !== undefined) throw new LogError("busy", "an append is under way");
    const { nextSeq } = this.#head;
    if (expectedSeq !== nextSeq) {
      throw new LogError("outOfOrder", `the next frame starts with command ${nextSeq}, not ${expectedSeq}`);
    }
    checkFrame(frame, nextSeq);
    this.#appending = this.#finally(this.#append(epoch, frame));
    try {
      await this.#appending;
    } finally {
      this.#appending = undefined;
    }
  }

  /** Opening has proven the chain of the segments that it read; what came behind them this process wrote. */
  async *read(from: number): AsyncGenerator<Frame> {
    if (this.#end?.reason === "closed") throw this.#end;
    const provenFrom = this.recovery.segments[0]?.firstSeq ?? this.recovery.head.nextSeq;
    const proof = from >= provenFrom ? "checksum" : "chain";
    yield* readFrames(this.#disk, from, this.#head.nextSeq, proof);
  }

  head(): LogHead {
    return this.#head;
  }

  /** The files that hold the log, oldest first, and the frame that this process wrote last. */
  files(): { readonly names: readonly string[]; readonly newest: NewestFrame | undefined } {
    return { names: this.#names, newest: this.#newest };
  }

  trim(before: number): Promise<void> {
    const trimmed = this.#trimming.then(async () => {
      this.#refuseIfEnded();
      await this.#finally(this.#trim(before));
    });
    this.#trimming = trimmed.catch(() => undefined); // the caller has the rejection
    return trimmed;
  }

  async close(): Promise<void> {
    if (this.#end?.reason === "closed") return;
    this.#end ??= new LogError("closed", "the log is closed");
    await this.#appending?.catch(() => undefined); // the caller of that append has the reason
    await this.#trimming;
    await this.#writer.close();
    await this.#writer.closeSpare();
  }

  /**
   * What opening has read may be in the operating system's memory alone: of a write or sync that failed in
   * the life before, the disk need not have anything, and nothing would write it again. So the names are
   * synced, and the newest segment is written anew unless its last frame is known to have been acknowledged;
   * all frames before that one were.
   */
  async #takeOver(): Promise<void> {
    if ((await this.#disk.list()).includes(SPARE_NAME)) await this.#disk.unlink(SPARE_NAME);
    await this.#disk.syncDirectory();
    const last = this.recovery.segments.at(-1);
    if (last === undefined) await this.#roll(this.#head, 0);
    else if (this.#head.nextSeq > this.#knownDurableSeq + 1)
      await this.#writer.renew(last.name, last.usedBytes);
    else await this.#writer.continue(last.name, last.usedBytes);
    if (this.recovery.frames === 0) await writeOrigin(this.#disk, this.#head.firstSeq);
  }

  async #append(epoch: number, frame: FrameInput): Promise<void> {
    const head = this.#head;
    const stored = this.#encoder.encode(
      { firstSeq: head.nextSeq, epoch, previousHash: head.hash, format: this.#format },
      frame,
    );
    if (!this.#writer.fits(stored.length)) await this.#roll(head, stored.length);
    const { end: offset } = this.#writer;
    const written = this.#writer.append(stored);
    const hash = frameHash(stored); // computed while the disk works
    await written;
    this.#newest = { name: this.#names.at(-1)!, offset, head: stored.slice(0, FRAME_HEADER_BYTES) };
    this.#head = {
      firstSeq: this.#head.firstSeq,
      nextSeq: head.nextSeq + frame.count,
      epoch,
      time: frame.time,
      hash,
    };
  }

  async #roll(head: LogHead, storedBytes: number): Promise<void> {
    const name = await this.#writer.roll(head, storedBytes);
    if (this.#names.at(-1) !== name) this.#names = [...this.#names, name];
  }

  /**
   * Records the new beginning, then deletes oldest first and syncs after each: a power cut may undo any
   * unsynced deletion on its own, and a log with a hole would be refused.
   */
  async #trim(before: number): Promise<void> {
    const segments = await listSegments(this.#disk);
    const first = segments.findLast(({ firstSeq }) => firstSeq <= before) ?? segments[0];
    const ended = segments.filter(({ firstSeq }) => first !== undefined && firstSeq < first.firstSeq);
    if (first === undefined || ended.length === 0) return;
    await writeOrigin(this.#disk, first.firstSeq);
    this.#names = this.#names.filter((name) => ended.every((segment) => segment.name !== name));
    for (const { name } of ended) {
      await this.#disk.unlink(name);
      await this.#disk.syncDirectory();
    }
    this.#head = { ...this.#head, firstSeq: first.firstSeq };
  }

  /** Any failure while writing is final: what the disk holds is not known until it is read again. */
  async #finally<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      this.#end ??= new LogError(
        "failed",
        `the journal in ${this.#disk.where} cannot be written (${String(cause)}). Nothing more is acknowledged; ` +
          "free or repair the disk, then start again.",
        { cause },
      );
      throw this.#end;
    }
  }

  #refuseIfEnded(): void {
    if (this.#end !== undefined) throw this.#end;
  }
}
