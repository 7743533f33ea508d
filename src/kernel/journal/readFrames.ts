import type { Disk, DiskFile } from "../host/disk.ts";
import type { Frame } from "./commandLog.ts";
import { LogError } from "./commandLog.ts";
import type { SegmentName } from "./segment.ts";
import { listSegments, readSegmentHeader, SEGMENT_HEADER_BYTES } from "./segment.ts";
import type { FrameCheck } from "./segmentScanner.ts";
import { SegmentScanner } from "./segmentScanner.ts";
import { chainAt, firstToRead } from "./survey.ts";

/**
 * The frames from the one that holds command `from` up to the one that ends before `until`, each verified.
 * Only reads, so another thread or process may be appending meanwhile, as long as `until` is durable.
 *
 * @param proof "checksum" for whoever has proven the chain of these files before and has held the directory
 * since
 * @throws LogError `trimmed` when `from` is no longer held, `behind` when the log does not reach `until`,
 *   `damaged` when bytes are not what was written
 */
export async function* readFrames(
  disk: Disk,
  from: number,
  until: number,
  proof?: FrameCheck,
): AsyncGenerator<Frame> {
  if (from >= until) return;
  const all = await listSegments(disk);
  if (all.length === 0 || all[0]!.firstSeq > from) throw trimmed(disk, from, all[0]?.firstSeq);
  let nextSeq: number | undefined;
  for (const segment of all.slice(firstToRead(all, from))) {
    if (segment.firstSeq >= until) break;
    if (nextSeq !== undefined && nextSeq !== segment.firstSeq) throw unreadable(disk, segment, 0);
    const file = await openSegment(disk, segment, from);
    try {
      const header = await readSegmentHeader(disk, segment, file);
      if (header === undefined) throw unreadable(disk, segment, 0);
      const size = await file.size();
      const scanner = new SegmentScanner(file, size, SEGMENT_HEADER_BYTES, chainAt(segment, header), proof);
      while (scanner.chain.nextSeq < until) {
        const offset = scanner.position;
        const frame = await scanner.next();
        if (frame === "end") break;
        if (typeof frame !== "object") throw unreadable(disk, segment, offset);
        if (frame.firstSeq + frame.count > from) yield frame;
      }
      nextSeq = scanner.chain.nextSeq;
    } finally {
      await file.close();
    }
  }
  if (nextSeq === undefined || nextSeq < until) {
    throw new LogError("behind", `the journal in ${disk.where} does not reach command ${until - 1}`);
  }
}

/** A segment listed a moment ago may have been trimmed since. */
async function openSegment(disk: Disk, segment: SegmentName, from: number): Promise<DiskFile> {
  try {
    return await disk.open(segment.name, "read");
  } catch (error) {
    const oldest = (await listSegments(disk))[0]?.firstSeq;
    throw oldest === undefined || oldest > segment.firstSeq ? trimmed(disk, from, oldest) : error;
  }
}

function trimmed(disk: Disk, from: number, oldest: number | undefined): LogError {
  const begins = oldest === undefined ? "is empty" : `begins with command ${oldest}`;
  return new LogError("trimmed", `the journal in ${disk.where} ${begins}; command ${from} is not held`);
}

function unreadable(disk: Disk, { name }: SegmentName, offset: number): LogError {
  return new LogError(
    "damaged",
    `the journal in ${disk.where} is damaged: ${name} at byte ${offset} does not continue the frame before. ` +
      `"outcry journal verify ${disk.where}" lists every damaged place.`,
  );
}
