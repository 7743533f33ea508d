import type { LogHead } from "../commandLog.ts";
import { decodeFrame, frameHash, isIntact } from "../frame.ts";
import type { LogStore } from "./logStore.ts";

/** What the frames of a shared log are, each looked at by itself and in its place. */
export interface StoreSurvey {
  readonly frames: number;
  readonly commands: number;
  /** Every place where the frames are not what was written, in words; an intact log has none. */
  readonly damage: readonly string[];
}

interface Link {
  readonly hash: Uint8Array;
  readonly epoch: number;
}

/**
 * Reads a shared log up to a head, and goes on behind what is damaged. @param onCommand called with the last
 * command read
 */
export async function surveyStore(
  store: Pick<LogStore, "frames">,
  head: LogHead,
  onCommand: (seq: number) => void,
): Promise<StoreSurvey> {
  const damage: string[] = [];
  let [frames, commands] = [0, 0];
  let at = head.firstSeq;
  /** The frame before, unless that is damaged or missing. */
  let before: Link | undefined;
  let isKnown = true;
  while (at < head.nextSeq) {
    const from = at;
    // The first of a page may be the one before, where the next is not there; or the one that was found
    // damaged.
    const page = (await store.frames(at, head.nextSeq)).filter(({ firstSeq }) => firstSeq >= from);
    if (page.length === 0 && isKnown) {
      damage.push(`commands ${at} to ${head.nextSeq - 1} are missing`);
      return { frames, commands, damage };
    }
    for (const { firstSeq, bytes } of page) {
      if (firstSeq > at && isKnown) damage.push(`commands ${at} to ${firstSeq - 1} are missing`);
      if (firstSeq > at) before = undefined;
      const why = faultOf(bytes, firstSeq, before);
      isKnown = why === undefined;
      if (why !== undefined) damage.push(`the frame of command ${firstSeq} ${why}`);
      const { count, epoch } = decodeFrame(bytes);
      before = isKnown ? { hash: frameHash(bytes), epoch } : undefined;
      at = firstSeq + (isKnown ? count : 1);
      if (!isKnown) continue;
      frames++;
      commands += count;
      onCommand(at - 1);
    }
    if (at === from) at++;
  }
  if (isKnown && (at !== head.nextSeq || Buffer.compare(before?.hash ?? head.hash, head.hash) !== 0))
    damage.push(`the last frame is not the one that the head of the log names (command ${head.nextSeq - 1})`);
  return { frames, commands, damage };
}

/** What is wrong with stored bytes, as the end of a sentence; `undefined` if nothing is. */
function faultOf(bytes: Uint8Array, firstSeq: number, before: Link | undefined): string | undefined {
  if (!isIntact(bytes)) return "is not what was written: its checksum differs";
  const frame = decodeFrame(bytes);
  if (frame.firstSeq !== firstSeq) return `is that of command ${frame.firstSeq}`;
  if (before === undefined) return undefined;
  if (Buffer.compare(frame.previousHash, before.hash) !== 0) return "does not continue the one before";
  if (frame.epoch < before.epoch) return `has epoch ${frame.epoch}, after ${before.epoch}`;
  return undefined;
}
