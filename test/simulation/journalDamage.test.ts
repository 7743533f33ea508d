import { afterAll, beforeAll, expect, test } from "vitest";
import { cutEverywhere, cutSectors, flipBytes, flipOrigin, misplace, referenceRun } from "./journalDamage.ts";
import { journal } from "./journalUnderTest.ts";

/** A quarter of a million refusals: their stacks would take most of the time. */
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test("200 frames cut at every byte: exactly the whole ones come back", async () => {
  const run = await referenceRun(journal, { seed: 1, segmentBytes: 3072, payloadBytesMax: 600, frames: 200 });
  const counts = await cutEverywhere(journal, run);
  expect(counts.torn).toBeGreaterThan(50_000);
  expect(counts.clean).toBeGreaterThan(10_000);
  expect(counts.refused).toBeGreaterThan(1000);
});

test("200 frames, every fate of every sector of the last two", async () => {
  const run = await referenceRun(journal, {
    seed: 5,
    segmentBytes: 512 * 1024,
    payloadBytesMax: 1900,
    frames: 200,
  });
  const counts = await cutSectors(journal, run);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
});

test("every byte of a 256 KiB journal changed in turn: refused or repaired, never silent", async () => {
  const run = await referenceRun(journal, {
    seed: 2,
    segmentBytes: 4096,
    payloadBytesMax: 2500,
    totalBytes: 256 * 1024,
  });
  const counts = await flipBytes(journal, run, 1);
  expect(counts.refused + counts.repaired + counts.lastFrame).toBe(256 * 1024);
  expect(counts.repaired).toBeGreaterThan(100);
  expect(counts.lastFrame).toBeGreaterThan(100);
});

test("the same in one large segment of many frames, at a sample of its bytes", async () => {
  const run = await referenceRun(journal, {
    seed: 4,
    segmentBytes: 256 * 1024,
    payloadBytesMax: 2500,
    frames: 150,
  });
  const counts = await flipBytes(journal, run, 251);
  expect(counts.refused).toBeGreaterThan(500);
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
