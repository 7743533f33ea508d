import type { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { CommandLog, Frame, FrameInput } from "../../src/kernel/journal/commandLog.ts";

/** A frame of random content, so that no two are alike: what a reader returns can be told apart by bytes. */
export function randomFrame(rng: SeededRng, payloadBytesMax: number): FrameInput {
  return {
    count: 1 + rng.below(5),
    time: 1_767_225_600_000 + rng.below(1_000_000),
    digest: rng.bytes(32),
    payload: rng.bytes(1 + rng.below(payloadBytesMax)),
  };
}

/** What identifies a frame's content, as text: equal texts, equal frames. */
export function frameText({ count, time, digest, payload }: FrameInput): string {
  return `${count} ${time} ${Buffer.from(digest).toString("hex")} ${Buffer.from(payload).toString("base64")}`;
}

/** All frames from a sequence number on, copied out of the reader's buffers. */
export async function readAll(log: Pick<CommandLog, "read">, from: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of log.read(from)) {
    frames.push({
      ...frame,
      digest: frame.digest.slice(),
      previousHash: frame.previousHash.slice(),
      payload: frame.payload.slice(),
    });
  }
  return frames;
}
