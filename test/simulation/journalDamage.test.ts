import { afterAll, beforeAll, expect, test } from "vitest";
import {
  cutEverywhere,
  cutSectors,
  flipBytes,
  flipOrigin,
  flipSampledBytes,
  misplace,
  TIMES,
} from "./journalDamage.ts";
import { journal } from "./journalUnderTest.ts";

/** Tens of thousands of refusals: their stacks would take most of the time. */
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test("frames cut at every byte: exactly the whole ones come back", async () => {
  const counts = await cutEverywhere(journal);
  expect(counts.torn).toBeGreaterThan(3_000 * TIMES);
  expect(counts.clean).toBeGreaterThan(600 * TIMES);
  expect(counts.refused).toBeGreaterThan(60 * TIMES);
});

test("every fate of every sector of the last two frames", async () => {
  for (const count of Object.values(await cutSectors(journal))) expect(count).toBeGreaterThan(0);
});

test("every byte of a journal changed in turn: refused or repaired, never silent", async () => {
  const { refused, repaired, lastFrame, bytes } = await flipBytes(journal);
  expect(refused + repaired + lastFrame).toBe(bytes);
  expect(repaired).toBeGreaterThan(100);
  expect(lastFrame).toBeGreaterThan(100);
});

test("the same in one large segment of many frames, at a sample of its bytes", async () => {
  const { refused, repaired } = await flipSampledBytes(journal);
  expect(refused).toBeGreaterThan(100);
  expect(repaired).toBeGreaterThan(10);
});

test("good bytes in the wrong place are refused", async () => {
  expect(await misplace(journal)).toBe(8);
});

test("every bit of the record of where the journal begins changed in turn: refused", async () => {
  expect(await flipOrigin(journal)).toBe(26 * 8);
});
