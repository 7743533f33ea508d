import { expect, test } from "vitest";
import { RecordBuffer } from "../core/index.ts";
import { DIGEST_ZERO, Digester, digestEvents } from "./digest.ts";

/** So many words of events that differ from frame to frame. */
function eventsOf(words: number, seed: number): RecordBuffer {
  const records = new RecordBuffer(Math.max(words, 1));
  for (let at = 0; at < words; at++) records.words[at] = seed + at;
  records.length = words;
  return records;
}

test("a replay's digests are the live run's, whatever the sizes of frames and of those before them", () => {
  const digester = new Digester();
  let live = DIGEST_ZERO;
  let replayed = DIGEST_ZERO;
  for (const [seed, words] of [1, 0, 55, 8_188, 8_189, 3, 200_000, 7].entries()) {
    const events = eventsOf(words, seed);
    live = digestEvents(live, events).digest;
    replayed = digester.next(replayed, events);
    expect(Buffer.compare(replayed, live)).toBe(0);
  }
});
