import type { CommandLog, Frame, LogHead } from "../commandLog.ts";
import { LogError } from "../commandLog.ts";
import { FrameEncoder, frameHash } from "../frame.ts";
import type { LogStore, StoredFrame } from "./logStore.ts";
import { COPYING } from "./logStore.ts";

/** Frames that are stored together, in bytes and in number. */
const PAGE_BYTES = 4 * 1024 * 1024;
const PAGE_FRAMES = 1_000;

/**
 * Makes a store that is empty, and that nobody has led, hold another log as it is: bytes, epochs and chain.
 * Nobody can lead until the lease of the log's epoch is released, which is the caller's to do once everything
 * is there. A copy that was broken off goes on where it ends.
 *
 * @throws LogError `busy` where the store holds a market, or part of another log; `damaged` if it ends up
 * with another log
 */
export async function adoptLog(
  store: LogStore,
  log: Pick<CommandLog, "head" | "read">,
  onCommand: (seq: number) => void,
): Promise<void> {
  const head = log.head();
  const from = (await store.begin(head)) ? head.firstSeq : await broken(store, log);
  for await (const page of pagesOf(log.read(from))) {
    await store.adopt(head.epoch, page);
    onCommand(page.at(-1)!.nextSeq - 1);
  }
  const stored = await store.head(0);
  if (stored.nextSeq !== head.nextSeq || Buffer.compare(stored.hash, head.hash) !== 0)
    throw new LogError("damaged", `${store.where} does not hold what was copied there`);
}

const EMPTY_IT = "psql postgres://… --command 'drop schema outcry cascade'";

/** Where a copy of a log that was broken off goes on. @throws LogError where it is none */
async function broken(store: LogStore, log: Pick<CommandLog, "head" | "read">): Promise<number> {
  const { epoch, holder } = await store.lease.look();
  const stored = await store.head(0);
  if (holder?.node !== COPYING)
    throw new LogError(
      "busy",
      `${store.where} is not empty: it holds a market, which ends with command ${stored.nextSeq - 1}. Name an empty database; if nobody needs ` +
        `that market, stop its nodes and empty this one: ${EMPTY_IT}`,
    );
  const head = log.head();
  if (epoch === head.epoch && stored.firstSeq === head.firstSeq && (await continues(log, stored)))
    return stored.nextSeq;
  throw new LogError(
    "busy",
    `${store.where} holds part of another market, whose copy was broken off after command ${stored.nextSeq - 1}: finish that with the ` +
      `command that began it, or empty the database: ${EMPTY_IT}`,
  );
}

/**
 * Whether a log holds, up to where it stands, what a store holds; one without frames has the hash of the
 * log's head.
 */
async function continues(log: Pick<CommandLog, "head" | "read">, stored: LogHead): Promise<boolean> {
  const { firstSeq, nextSeq, hash } = log.head();
  const isSame = (other: Uint8Array): boolean => Buffer.compare(other, stored.hash) === 0;
  if (stored.nextSeq === firstSeq || stored.nextSeq === nextSeq) return isSame(hash);
  if (stored.nextSeq > nextSeq) return false;
  for await (const next of log.read(stored.nextSeq))
    return next.firstSeq === stored.nextSeq && isSame(next.previousHash);
  return false;
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
