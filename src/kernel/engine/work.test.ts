import fc from "fast-check";
import { expect, test } from "vitest";
import { openBed } from "../../../test/simulation/engineBed.ts";
import { leaveSteps, mix, toyKind } from "../../../test/simulation/toyMachine.ts";
import type { Command } from "../core/index.ts";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { FileSnapshots } from "../journal/fileSnapshots.ts";
import { replayLog } from "./replay.ts";
import { LocalSnapshotter } from "./snapshotters.ts";
import { replayWork } from "./work.ts";

/**
 * How far any command lies behind the nearest snapshot, in work; of the toy, whose mixing is a command and an
 * event.
 */

const EVERY = 40;
const FRAME_MAX = 12;
const spacing = () => EVERY;
const never = Number.POSITIVE_INFINITY;
const frame = (commands: number): Command[] => Array.from({ length: commands }, (_, i) => mix(i % 64, i));
const frames = fc.array(fc.integer({ min: 1, max: FRAME_MAX }), { minLength: 20, maxLength: 80 });

/**
 * Work between neighbours of what is stored, from the beginning on; each snapshot says its own, which is
 * twice its command.
 */
async function gapsOf(snapshots: FileSnapshots): Promise<number[]> {
  const works = (await snapshots.list()).map((entry) => {
    expect(entry.type).toBe("intact");
    if (entry.type !== "intact") return 0;
    expect(entry.info.work).toBe(2 * entry.info.seq);
    return entry.info.work;
  });
  const inOrder = [0, ...works.reverse()];
  return inOrder.slice(1).map((work, i) => work - inOrder[i]!);
}

test("whatever the frames, and however often the engine stops, no command lies farther behind a snapshot than the bound and a frame", async () => {
  await fc.assert(
    fc.asyncProperty(frames, fc.integer({ min: 3, max: 30 }), fc.boolean(), async (sizes, life, isClean) => {
      const disk = new MemoryDisk();
      const snapshots = new FileSnapshots(disk, spacing);
      const errors: unknown[] = [];
      for (let from = 0; from < sizes.length; from += life) {
        const { engine, log } = await openBed({
          disk,
          snapshots,
          snapshotter: { take: (...args) => taker().take(...args), close: async () => {} },
          snapshotEvery: { commands: never, bytes: never, work: spacing },
          onSnapshotError: (error) => errors.push(error),
        });
        const taker = () => new LocalSnapshotter(toyKind(), log, snapshots);
        for (const size of sizes.slice(from, from + life)) await engine.submitAll(frame(size));
        await engine.stop({ snapshot: isClean });
      }
      expect(errors).toEqual([]);
      for (const gap of await gapsOf(snapshots)) expect(gap).toBeLessThan(EVERY + 4 * FRAME_MAX);
    }),
    { numRuns: 30 },
  );
});

test("a snapshot that was long not taken makes up for those that are missing, each proven by the frame after it", async () => {
  const disk = new MemoryDisk();
  const { engine, log } = await openBed({ disk });
  for (let i = 0; i < 100; i++) await engine.submitAll(frame(1 + (i % FRAME_MAX)));
  const snapshots = new FileSnapshots(disk, spacing);
  const last = await new LocalSnapshotter(toyKind(), log, snapshots).take(engine.durableSeq + 1);
  const gaps = await gapsOf(snapshots);
  expect(gaps.length).toBeGreaterThan(engine.durableSeq / EVERY);
  for (const gap of gaps) expect(gap).toBeLessThan(EVERY + 2 * FRAME_MAX);
  const from = await replayLog({ machine: toyKind(), log, snapshots, toSeq: engine.headSeq });
  const anew = await replayLog({ machine: toyKind(), log, toSeq: engine.headSeq });
  expect([from.snapshotSeq, from.digest]).toEqual([last?.seq, anew.digest]);
  await engine.stop({ snapshot: false });
});

test("what a machine does without an event counts as a command, and a large state lies farther apart", async () => {
  const disk = new MemoryDisk();
  const { engine, snapshots } = await openBed({ disk });
  await engine.submitAll([...frame(3), leaveSteps(0), mix(64, 0)]); // the last is refused, which is an event
  await engine.stop();
  const [entry] = await snapshots.list();
  expect(entry).toMatchObject({ type: "intact", info: { seq: 5, work: 9 } });
  expect([0, 16e6, 160e6].map(replayWork)).toEqual([1e6, 1e6, 10e6]);
});
