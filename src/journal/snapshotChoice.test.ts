import { expect, test } from "vitest";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { FileSnapshots, snapshotName } from "./fileSnapshots.ts";
import { toPrune } from "./snapshotChoice.ts";
import type { SnapshotEntry } from "./snapshotStore.ts";

const HOUR = 3_600_000;
const spacing = { commands: 100, ms: HOUR };

/** Newest first, as a store lists them. */
const listed = (...taken: readonly (readonly [seq: number, hour: number])[]): SnapshotEntry[] =>
  taken
    .map(([seq, hour]): SnapshotEntry => {
      const info = { seq, time: hour * HOUR, format: 1, digest: new Uint8Array(32), length: 1 };
      return { type: "intact", name: String(seq), info };
    })
    .reverse();

test.each([
  [
    "without spacing all old ones go",
    undefined,
    [
      [1, 0],
      [500, 9],
      [600, 10],
      [601, 10],
    ],
    [500, 1],
  ],
  [
    "far apart in commands, they stay",
    spacing,
    [
      [1, 0],
      [101, 0],
      [201, 0],
      [301, 0],
      [302, 0],
    ],
    [],
  ],
  [
    "far apart in time, they stay",
    spacing,
    [
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 3],
    ],
    [],
  ],
  [
    "of those near each other, one is left",
    spacing,
    [
      [1, 0],
      [2, 0],
      [3, 0],
      [150, 0],
      [151, 0],
      [152, 0],
    ],
    [2],
  ],
  [
    "what is left is never farther apart than that",
    spacing,
    [
      [1, 0],
      [60, 0],
      [90, 0],
      [130, 0],
      [131, 0],
      [132, 0],
    ],
    [60, 130],
  ],
] as const)("%s", (_, chosen, taken, gone) => {
  expect(toPrune(listed(...taken), 2, 0, chosen)).toEqual(gone);
});

test("the newest that a reader goes on from stays", () => {
  const taken = listed([10, 0], [20, 0], [30, 0], [40, 0], [50, 0]);
  expect(toPrune(taken, 2, 25, spacing)).toEqual([30]);
  expect(toPrune(taken, 2, 0, spacing)).toEqual([20, 30]);
});

test("those before a command are let go of with the journal that led from them", async () => {
  const snapshots = new FileSnapshots(new MemoryDisk(), spacing);
  for (const seq of [10, 20, 30])
    await snapshots.write({ seq, time: 0, format: 1, digest: new Uint8Array(32) }, new Uint8Array(8));
  await snapshots.drop(20);
  expect((await snapshots.list()).map(({ name }) => name)).toEqual([snapshotName(30), snapshotName(20)]);
});
