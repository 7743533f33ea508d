import type { CommandLog, Frame } from "../commandLog.ts";
import { FrameEncoder, frameHash } from "../frame.ts";
import { LogError } from "../logError.ts";
import type { LogStore, StoredFrame } from "./logStore.ts";

/** Frames that are stored together, in bytes and in number. */
const PAGE_BYTES = 4 * 1024 * 1024;
const PAGE_FRAMES = 1_000;

/**
 * Makes a store that is empty, and that nobody has led, hold another log as it is: bytes, epochs and chain. Nobody can lead until the lease of
 * the log's epoch is released, which is the caller's to do once everything is there.
 *
 * @throws LogError `busy` where the store holds frames; `damaged` if it ends up with another log
 */
export async function adoptLog(
  store: LogStore,
  log: Pick<CommandLog, "head" | "read">,
  onCommand: (seq: number) => void,
): Promise<void> {
  const head = log.head();
  if (!(await store.begin(head))) {
    throw new LogError(
      "busy",
      `${store.where} is not empty: it holds a market, or what is left of an attempt that was broken off. Name an empty database, or drop the ` +
        'schema "outcry" there if nobody needs it',
    );
  }
  for await (const page of pagesOf(log.read(head.firstSeq))) {
    await store.adopt(head.epoch, page);
    onCommand(page.at(-1)!.nextSeq - 1);
  }
  const stored = await store.head(0);
  if (stored.nextSeq !== head.nextSeq || Buffer.compare(stored.hash, head.hash) !== 0)
    throw new LogError("damaged", `${store.where} does not hold what was copied there`);
}

async function* pagesOf(frames: AsyncIterable<Frame>): AsyncGenerator<readonly StoredFrame[]> {
  const encoder = new FrameEncoder();
  let page: StoredFrame[] = [];
  let pageBytes = 0;
  for await (const frame of frames) {
    const bytes = encoder.encode(frame, frame).slice();
    const { firstSeq, count, time } = frame;
    page.push({ bytes, firstSeq, nextSeq: firstSeq + count, time, hash: frameHash(bytes) });
    pageBytes += bytes.length;
    if (pageBytes < PAGE_BYTES && page.length < PAGE_FRAMES) continue;
    yield page;
    [page, pageBytes] = [[], 0];
  }
  if (page.length > 0) yield page;
}
