import type { Disk } from "../host/disk.ts";
import type { LogHead } from "./commandLog.ts";
import { DIGEST_BYTES } from "./commandLog.ts";
import { ORIGIN_NAME, readOrigin } from "./origin.ts";
import type { SegmentHeader, SegmentName } from "./segment.ts";
import { listSegments, readSegmentHeader, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";
import type { ChainPosition, FoundFrame } from "./segmentScanner.ts";
import { SegmentScanner } from "./segmentScanner.ts";

/** What a log holds, frame by frame verified: checksum, sequence, chain. */
export interface LogReport {
  /** Where the directory is. */
  readonly where: string;
  readonly segments: readonly SegmentReport[];
  /** Where the log stands after the last intact frame. */
  readonly head: LogHead;
  readonly frames: number;
  readonly commands: number;
  /** Every place where acknowledged bytes are not what was written; an intact log has none. */
  readonly damage: readonly Damage[];
  /**
   * Bytes behind the last frame that are neither zeros nor a frame: a write that a power cut interrupted,
   * before it was acknowledged, or (nothing in the log can tell) a last frame that has rotted.
   */
  readonly tornTail: { readonly name: string; readonly offset: number; readonly bytes: number } | undefined;
}

export interface SegmentReport {
  readonly name: string;
  /** The segment's format tag; `undefined` when its header is damaged. */
  readonly format: number | undefined;
  readonly firstSeq: number;
  /** The sequence number after the segment's last frame; equals `firstSeq` when it has none. */
  readonly nextSeq: number;
  readonly frames: number;
  /** Size of the file. */
  readonly bytes: number;
  /** Bytes from the start up to behind the last frame. */
  readonly usedBytes: number;
  /** Market time of the segment's first frame; `undefined` when it has none. */
  readonly timeMin: number | undefined;
  /** Market time of the segment's last frame; `undefined` when it has none. */
  readonly timeMax: number | undefined;
}

/** A damaged place: from `offset` in `name` on, up to the next intact frame if there is one. */
export interface Damage {
  readonly name: string;
  readonly offset: number;
  readonly why: string;
  readonly nextGood: { readonly name: string; readonly offset: number; readonly seq: number } | undefined;
}

export interface SurveyOptions {
  /** Segments that end before this sequence number are not read. */
  readonly from?: number;
  /** Where a log that has no segment yet is to begin. */
  readonly firstSeq?: number;
  /** Called now and then, and at the end, with the bytes read so far and their total. */
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
}

/** Progress is reported after about this many bytes. */
const PROGRESS_BYTES = 4 * 1024 * 1024;

/**
 * Reads a log as it is stored, changing nothing. What to do about its findings is the caller's decision.
 * Another process may be appending meanwhile: then the report goes up to some frame that was written by now.
 */
export async function surveyLog(disk: Disk, options: SurveyOptions = {}): Promise<LogReport> {
  const all = await listSegments(disk);
  const origin = await readOrigin(disk, await disk.list());
  const names = all.slice(firstToRead(all, options.from ?? 0));
  const survey = new Survey(disk, options.firstSeq ?? 1, all[0]?.firstSeq, options.onProgress);
  for (const name of names) survey.totalBytes += await fileSize(disk, name);
  for (const name of names) await survey.readSegment(name, name === names.at(-1));
  survey.checkOrigin(origin);
  return survey.report();
}

/** The newest segment that begins at or before `from`, as an index; 0 when none does. */
export function firstToRead(segments: readonly SegmentName[], from: number): number {
  return Math.max(
    segments.findLastIndex((segment) => segment.firstSeq <= from),
    0,
  );
}

/** Where a chain begins: at a segment's header, or, when that is damaged, at its name. */
export function chainAt(segment: SegmentName, header: SegmentHeader | undefined): ChainPosition {
  return {
    nextSeq: segment.firstSeq,
    epoch: header?.epoch ?? 0,
    time: header?.time ?? 0,
    hash: header?.hash,
  };
}

class Survey {
  totalBytes = 0;
  readonly #disk: Disk;
  readonly #oldestSeq: number | undefined;
  readonly #firstSeq: number;
  readonly #onProgress: ((doneBytes: number, totalBytes: number) => void) | undefined;
  readonly #segments: SegmentReport[] = [];
  readonly #damage: Damage[] = [];
  #tornTail: LogReport["tornTail"];
  #chain: ChainPosition | undefined;
  #doneBytes = 0;
  #commands = 0;

  constructor(
    disk: Disk,
    firstSeq: number,
    oldestSeq: number | undefined,
    onProgress: ((doneBytes: number, totalBytes: number) => void) | undefined,
  ) {
    this.#disk = disk;
    this.#firstSeq = firstSeq;
    this.#oldestSeq = oldestSeq;
    this.#onProgress = onProgress;
  }

  report(): LogReport {
    const nextSeq = this.#chain?.nextSeq ?? this.#firstSeq;
    return {
      where: this.#disk.where,
      segments: this.#segments,
      head: {
        firstSeq: this.#oldestSeq ?? nextSeq,
        nextSeq,
        epoch: this.#chain?.epoch ?? 0,
        time: this.#chain?.time ?? 0,
        hash: Uint8Array.from(this.#chain?.hash ?? new Uint8Array(DIGEST_BYTES)),
      },
      frames: this.#segments.reduce((sum, segment) => sum + segment.frames, 0),
      commands: this.#commands,
      damage: this.#damage,
      tornTail: this.#tornTail,
    };
  }

  async readSegment(segment: SegmentName, isLast: boolean): Promise<void> {
    const file = await this.#disk.open(segment.name, "read");
    try {
      const size = await file.size();
      const header = await readSegmentHeader(this.#disk, segment, file);
      this.#checkJoint(segment, header);
      const start = Math.min(SEGMENT_HEADER_BYTES, size);
      const scanner = new SegmentScanner(file, size, start, chainAt(segment, header));
      await this.#readFrames(segment, header, scanner, { size, isLast });
      this.#chain = scanner.chain;
    } finally {
      await file.close();
    }
  }

  async #readFrames(
    segment: SegmentName,
    header: SegmentHeader | undefined,
    scanner: SegmentScanner,
    { size, isLast }: { readonly size: number; readonly isLast: boolean },
  ): Promise<void> {
    const { name } = segment;
    const startBytes = this.#doneBytes;
    let frames = 0;
    let timeMin: number | undefined;
    let timeMax: number | undefined;
    let suspect: { readonly offset: number; readonly later: FoundFrame } | undefined;
    for (;;) {
      const frame = await scanner.next();
      if (typeof frame === "object") {
        frames++;
        this.#commands += frame.count;
        timeMin ??= frame.time;
        timeMax = frame.time;
        this.#progress(startBytes + scanner.position, PROGRESS_BYTES);
        continue;
      }
      const offset = scanner.position;
      const { later, bytes } =
        suspect?.offset === offset ? { ...suspect, bytes: 0 } : await scanner.lookAhead();
      if (later !== undefined && suspect?.offset !== offset) {
        // What lies before a frame that is there now is written. It may not have been when it was read.
        suspect = { offset, later };
        scanner.reread();
        continue;
      }
      if (later !== undefined) {
        const nextGood = { name, offset: later.position, seq: later.firstSeq };
        this.#damage.push({ name, offset, why: WHY[frame], nextGood });
        scanner.resumeAt(later);
        continue;
      }
      if (bytes > 0 && isLast) this.#tornTail = { name, offset, bytes };
      else if (bytes > 0) this.#damage.push({ name, offset, why: WHY.unreadable, nextGood: undefined });
      break;
    }
    this.#segments.push({
      name,
      format: header?.format,
      firstSeq: segment.firstSeq,
      nextSeq: scanner.chain.nextSeq,
      frames,
      bytes: size,
      usedBytes: scanner.position,
      timeMin,
      timeMax,
    });
    this.#progress(startBytes + size, 1);
  }

  /**
   * The log must hold everything from the recorded beginning on; before its first frame nothing need be
   * recorded.
   */
  checkOrigin(origin: number | "none" | "damaged"): void {
    const oldest = this.#oldestSeq;
    const nextGood =
      oldest === undefined
        ? undefined
        : { name: segmentName(oldest), offset: SEGMENT_HEADER_BYTES, seq: oldest };
    const damaged = (name: string, why: string) => this.#damage.unshift({ name, offset: 0, why, nextGood });
    if (origin === "damaged") damaged(ORIGIN_NAME, "the record of where the journal begins is unreadable");
    else if (origin === "none" && this.#commands > 0)
      damaged(ORIGIN_NAME, "the record of where the journal begins is missing");
    else if (typeof origin === "number" && oldest === undefined)
      damaged(segmentName(origin), `everything from command ${origin} on is missing`);
    else if (typeof origin === "number" && oldest! > origin)
      damaged(segmentName(origin), `commands ${origin} to ${oldest! - 1} are missing`);
  }

  /** A segment must be readable, and continue exactly where the one before ended. */
  #checkJoint(segment: SegmentName, header: SegmentHeader | undefined): void {
    const { name, firstSeq } = segment;
    const nextGood = { name, offset: SEGMENT_HEADER_BYTES, seq: firstSeq };
    if (header === undefined) {
      this.#damage.push({ name, offset: 0, why: "the segment's header is unreadable", nextGood: undefined });
    }
    if (this.#chain === undefined) return;
    const { nextSeq, hash } = this.#chain;
    if (nextSeq !== firstSeq) {
      const why =
        nextSeq < firstSeq
          ? `commands ${nextSeq} to ${firstSeq - 1} are missing before it`
          : `it begins again at command ${firstSeq}, but the segment before goes up to ${nextSeq - 1}`;
      this.#damage.push({ name, offset: 0, why, nextGood });
    } else if (header !== undefined && hash !== undefined && Buffer.compare(hash, header.hash) !== 0) {
      this.#damage.push({
        name,
        offset: 0,
        why: "it continues another log than the segment before",
        nextGood,
      });
    }
  }

  #progress(doneBytes: number, stepBytes: number): void {
    if (doneBytes - this.#doneBytes < stepBytes) return;
    this.#doneBytes = doneBytes;
    this.#onProgress?.(doneBytes, this.totalBytes);
  }
}

const WHY = {
  end: "a frame is missing",
  unreadable: "the bytes there are not a frame",
  outOfChain: "the frame there does not continue the one before",
} as const;

async function fileSize(disk: Disk, { name }: SegmentName): Promise<number> {
  const file = await disk.open(name, "read");
  try {
    return await file.size();
  } finally {
    await file.close();
  }
}
