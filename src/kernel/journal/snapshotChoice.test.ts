import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { FileSnapshots, snapshotName } from "./fileSnapshots.ts";
import { toPrune } from "./snapshotChoice.ts";
import type { SnapshotEntry } from "./snapshotStore.ts";

const EVERY = 100;
const spacing = () => EVERY;

/** Newest first, as a store lists them, each of the command whose number is its work. */
const listed = (...works: readonly number[]): SnapshotEntry[] =>
  works
    .map((work): SnapshotEntry => {
      const info = { seq: work, work, time: 0, format: 1, digest: new Uint8Array(32), length: 1 };
      return { type: "intact", name: String(work), info };
    })
    .reverse();

test.each([
  ["without spacing all old ones go", undefined, [1, 500, 600, 601], [500, 1]],
  ["far apart, they stay", spacing, [1, 102, 203, 304, 305], []],
  ["of those near each other, one is left", spacing, [1, 2, 3, 150, 151, 152], [2]],
  ["what is left is never farther apart than that", spacing, [1, 60, 90, 130, 131, 132], [60, 130]],
  ["a gap that was there is left as it is", spacing, [1, 900, 950, 1_800, 1_801], []],
] as const)("%s", (_, chosen, taken, gone) => {
  expect(toPrune(listed(...taken), 2, 0, chosen)).toEqual(gone);
});

test("whatever is pruned when, no gap grows past the spacing, and of three in a row the outer ones lie farther apart", () => {
  const steps = fc.array(fc.integer({ min: 1, max: 2 * EVERY }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 4 }), (gaps, keep) => {
      const taken: number[] = [];
      let kept: number[] = [];
      for (const gap of gaps) {
        const work = (taken.at(-1) ?? 0) + gap;
        taken.push(work);
        kept.push(work);
        const gone = new Set(toPrune(listed(...kept), keep, 0, spacing));
        kept = kept.filter((each) => !gone.has(each));
      }
      for (const [i, work] of kept.entries()) {
        const next = kept[i + 1];
        if (next === undefined) continue;
        const wasGap = taken[taken.indexOf(work) + 1] === next;
        expect(wasGap || next - work <= EVERY).toBe(true);
        const isOld = i + 2 < kept.length - keep + 1;
        if (isOld) expect(kept[i + 2]! - work).toBeGreaterThan(EVERY);
      }
      expect(kept[0]).toBe(taken[0]);
    }),
  );
});

test("a large state is kept at larger distances", () => {
  const byLength = (bytes: number) => bytes * EVERY;
  expect(toPrune(listed(1, 90, 180, 190, 191), 2, 0, byLength)).toEqual([180]);
  const larger = listed(1, 90, 180, 190, 191).map((entry) =>
    entry.type === "intact" ? { ...entry, info: { ...entry.info, length: 2 } } : entry,
  );
  expect(toPrune(larger, 2, 0, byLength)).toEqual([90, 180]);
});

test("the newest that a reader goes on from stays", () => {
  const taken = listed(10, 20, 30, 40, 50);
  expect(toPrune(taken, 2, 25, spacing)).toEqual([30]);
  expect(toPrune(taken, 2, 0, spacing)).toEqual([20, 30]);
});

test("those before a command are let go of with the journal that led from them", async () => {
  const snapshots = new FileSnapshots(new MemoryDisk(), spacing);
  for (const seq of [10, 20, 30])
    await snapshots.write(
      { seq, work: seq, time: 0, format: 1, digest: new Uint8Array(32) },
      new Uint8Array(8),
    );
  await snapshots.drop(20);
  expect((await snapshots.list()).map(({ name }) => name)).toEqual([snapshotName(30), snapshotName(20)]);
});
