import { afterAll, beforeAll, expect, test } from "vitest";
import { cutEverywhere, cutSectors, flipBytes, flipOrigin, misplace, referenceRun } from "./journalDamage.ts";
import { journal } from "./journalUnderTest.ts";

/**
 * What a damage does depends on where it is (header, payload or padding of a frame that is first, last or between in its
 * segment; a segment's header; the zeros behind), and a few segments have all of these: every byte of those, and of a
 * journal sixteen times as long where there is time.
 */
const TIMES = process.env.OUTCRY_LONG === undefined ? 1 : 16;

/** Tens of thousands of refusals: their stacks would take most of the time. */
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test("frames cut at every byte: exactly the whole ones come back", async () => {
  const run = await referenceRun(journal, {
    seed: 1,
    segmentBytes: 3072,
    payloadBytesMax: 600,
    frames: 12 * TIMES,
  });
  const counts = await cutEverywhere(journal, run);
  expect(counts.torn).toBeGreaterThan(3_000 * TIMES);
  expect(counts.clean).toBeGreaterThan(600 * TIMES);
  expect(counts.refused).toBeGreaterThan(60 * TIMES);
});

test("every fate of every sector of the last two frames", async () => {
  const run = await referenceRun(journal, {
    seed: 5,
    segmentBytes: 128 * 1024,
    payloadBytesMax: 1900,
    frames: 20,
  });
  const counts = await cutSectors(journal, run);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
});

test("every byte of a journal changed in turn: refused or repaired, never silent", async () => {
  const totalBytes = 16 * 1024 * TIMES;
  const run = await referenceRun(journal, {
    seed: 2,
    segmentBytes: 4096,
    payloadBytesMax: 2500,
    totalBytes,
  });
  const counts = await flipBytes(journal, run, 1);
  expect(counts.refused + counts.repaired + counts.lastFrame).toBe(totalBytes);
  expect(counts.repaired).toBeGreaterThan(100);
  expect(counts.lastFrame).toBeGreaterThan(100);
});

test("the same in one large segment of many frames, at a sample of its bytes", async () => {
  const run = await referenceRun(journal, {
    seed: 4,
    segmentBytes: 256 * 1024,
    payloadBytesMax: 2500,
    frames: 100,
  });
  const counts = await flipBytes(journal, run, TIMES === 1 ? 1021 : 251);
  expect(counts.refused).toBeGreaterThan(100);
  expect(counts.repaired).toBeGreaterThan(10);
});

test("good bytes in the wrong place are refused", async () => {
  const shape = { segmentBytes: 4096, payloadBytesMax: 400, frames: 30, count: 1 };
  // Frames of one sector and one command each, so that the second history fits into the first.
  const run = await referenceRun(journal, { ...shape, seed: 6 });
  const other = await referenceRun(journal, { ...shape, seed: 7 });
  await misplace(journal, run, other);
});

test("every bit of the record of where the journal begins changed in turn: refused", async () => {
  const run = await referenceRun(journal, { seed: 8, segmentBytes: 4096, payloadBytesMax: 400, frames: 30 });
  expect(await flipOrigin(journal, run)).toBe(26 * 8);
});
