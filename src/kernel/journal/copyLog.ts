import type { Disk } from "../host/disk.ts";
import type { CommandLog, LogHead } from "./commandLog.ts";
import { FrameEncoder, frameHash } from "./frame.ts";
import { writeOrigin } from "./origin.ts";
import { SPARE_NAME } from "./segment.ts";
import { SEGMENT_SIZES, SegmentWriter } from "./segmentWriter.ts";

/**
 * Writes a log as the journal of an empty directory, its frames as they are: bytes, epochs and chain, so both
 * end in the same hash.
 *
 * @param format the format tag of the engine that wrote it
 * @param onCommand called with the last command written
 * @returns where the journal ends
 */
export async function copyLog(
  log: Pick<CommandLog, "head" | "read">,
  disk: Disk,
  format: number,
  onCommand: (seq: number) => void,
): Promise<LogHead> {
  const writer = new SegmentWriter(disk, SEGMENT_SIZES, format);
  const encoder = new FrameEncoder();
  const { firstSeq } = log.head();
  let head: LogHead = { ...log.head(), nextSeq: firstSeq };
  try {
    for await (const frame of log.read(firstSeq)) {
      const { count, epoch, time } = frame;
      if (head.nextSeq === firstSeq) head = { ...head, epoch, time, hash: frame.previousHash.slice() };
      const bytes = encoder.encode(frame, frame);
      if (!writer.fits(bytes.length)) await writer.roll(head, bytes.length);
      await writer.append(bytes);
      head = { firstSeq, nextSeq: head.nextSeq + count, epoch, time, hash: frameHash(bytes) };
      onCommand(head.nextSeq - 1);
    }
    if (head.nextSeq === firstSeq) await writer.roll(head, 0);
    await writeOrigin(disk, firstSeq);
  } finally {
    await writer.close();
    await writer.closeSpare();
  }
  if ((await disk.list()).includes(SPARE_NAME)) await disk.unlink(SPARE_NAME);
  return head;
}
