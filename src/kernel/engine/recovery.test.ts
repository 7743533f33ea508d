import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { HeldLog, openBed } from "../../../test/simulation/engineBed.ts";
import { mix, slotValue, toyKind } from "../../../test/simulation/toyMachine.ts";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { NodeDisk } from "../host/nodeDisk.ts";
import type { Engine } from "./engine.ts";
import type { DurableFrame } from "./port.ts";
import { replayLog } from "./replay.ts";
import { LocalSnapshotter, WorkerSnapshotter } from "./snapshotters.ts";
import { VenueClock } from "./venueClock.ts";

/** Submits `count` commands, a frame each. */
async function submitEach(engine: Engine, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await engine.submit(mix(i % 5, i));
}

test("a start without a clean stop replays every frame to the same state", async () => {
  const { engine, disk } = await openBed();
  await submitEach(engine, 20);
  const told: [number, number][] = [];
  const again = await openBed({ disk, progress: (done, total) => told.push([done, total]) });
  expect(again.engine.recovery).toMatchObject({ snapshotSeq: 0, frames: 20, commands: 20, headSeq: 20 });
  expect(again.engine.digest).toEqual(engine.digest);
  expect(await again.engine.query(slotValue(3))).toBe(await engine.query(slotValue(3)));
  expect((await again.engine.submit(mix(1, 1))).seq).toBe(21);
  expect(told).toEqual([[20, 20]]);
});

test("market time goes on where history ends, however early the clock was", async () => {
  const { engine, disk } = await openBed();
  await submitEach(engine, 1);
  const clock = VenueClock.frozen(new SimulatedClock({ seed: 1 }), 5);
  const again = await openBed({ disk, clock });
  expect([clock.now(), again.engine.now(), again.engine.recovery.headTime]).toEqual([
    1_000_000, 1_000_000, 1_000_000,
  ]);
});

test("the running digest covers every event since the beginning", async () => {
  const { engine } = await openBed();
  let digest = new Uint8Array(32);
  engine.subscribe(({ events }) => {
    digest = Uint8Array.from(createHash("sha256").update(digest).update(events).digest());
  });
  await submitEach(engine, 3);
  expect(Buffer.compare(engine.digest, digest)).toBe(0);
});

test("a snapshot and its tail give what the whole log gives", async () => {
  const first = await openBed();
  await submitEach(first.engine, 10);
  await first.engine.stop();
  const second = await openBed({ disk: first.disk });
  await submitEach(second.engine, 7);
  const third = await openBed({ disk: first.disk });
  expect(third.engine.recovery).toMatchObject({ snapshotSeq: 10, commands: 7, headSeq: 17 });
  const { log } = third;
  const whole = await replayLog({ machine: toyKind(), log, toSeq: 17 });
  expect([whole.digest, whole.snapshotSeq]).toEqual([third.engine.digest, 0]);
  const tail = await replayLog({ machine: toyKind(), log, snapshots: third.snapshots, toSeq: 17 });
  expect([tail.snapshotSeq, tail.commands]).toEqual([10, 7]);
  expect(tail.machine.snapshot()).toEqual(whole.machine.snapshot());
});

test("a replay may stop inside a frame, and not behind the log", async () => {
  const { engine, log } = await openBed();
  await engine.submitAll([mix(1, 1), mix(1, 2), mix(1, 3)]);
  const part = await replayLog({ machine: toyKind(), log, toSeq: 2 });
  expect([part.machine.seq, part.frames, part.commands]).toEqual([2, 0, 2]);
  await expect(replayLog({ machine: toyKind(), log, toSeq: 4 })).rejects.toThrow("ends with command 3");
});

test("rules that changed without a new version are refused", async () => {
  const { engine, disk } = await openBed();
  await submitEach(engine, 3);
  await expect(openBed({ disk, machine: toyKind({ drift: 1 }) })).rejects.toMatchObject({
    reason: "diverged",
    message: expect.stringContaining("before command 2"),
  });
});

test("data of another format are refused, clean or not, with both formats and the ways on", async () => {
  const { engine, disk } = await openBed();
  await submitEach(engine, 3);
  const machine = toyKind({ format: 2 });
  const refusal = {
    reason: "otherFormat",
    message: expect.stringMatching(/command \d .*00000001.*00000002.*"outcry dump".*"outcry load"/),
  };
  await expect(openBed({ disk, machine })).rejects.toMatchObject(refusal);
  const again = await openBed({ disk });
  await again.engine.stop();
  await expect(openBed({ disk, machine })).rejects.toMatchObject(refusal);
});

test("readers get every frame after what they applied, and recovery starts early enough for it", async () => {
  const first = await openBed();
  await submitEach(first.engine, 4);
  await first.engine.stop();
  const frames: DurableFrame[] = [];
  const again = await openBed({
    disk: first.disk,
    appliedSeq: 2,
    onRecoveredFrame: async (frame) => {
      frames.push(frame);
    },
  });
  expect(frames.map(({ firstSeq, count }) => [firstSeq, count])).toEqual([
    [3, 1],
    [4, 1],
  ]);
  expect(again.engine.recovery.snapshotSeq).toBe(0);
});

test("readers are told of nothing before the log was taken, which makes what it holds durable", async () => {
  const { engine, disk } = await openBed();
  await submitEach(engine, 2);
  const order: string[] = [];
  await openBed({
    disk,
    wrap: (log) =>
      Object.assign(new HeldLog(log), {
        acquire: async () => {
          const taken = await log.acquire();
          order.push("taken");
          return taken;
        },
      }),
    appliedSeq: 0,
    onRecoveredFrame: ({ firstSeq }) => void order.push(`command ${firstSeq}`),
  });
  expect(order).toEqual(["taken", "command 1", "command 2"]);
});

test("a log that ends before what a reader or a snapshot holds is refused", async () => {
  const { engine, disk } = await openBed();
  await submitEach(engine, 2);
  await expect(openBed({ disk, appliedSeq: 3 })).rejects.toThrow("the history holds command 3");
  await engine.stop();
  const image = new Map((disk as MemoryDisk).image());
  for (const name of image.keys()) if (!name.endsWith(".snapshot")) image.delete(name);
  await expect(openBed({ disk: new MemoryDisk(image) })).rejects.toThrow("a snapshot holds command 2");
});

test("a damaged newest snapshot costs a longer replay and is reported", async () => {
  const first = await openBed();
  await submitEach(first.engine, 3);
  await first.engine.stop();
  const second = await openBed({ disk: first.disk });
  await submitEach(second.engine, 3);
  await second.engine.stop();
  const image = (first.disk as MemoryDisk).image();
  const newest = image.get("0000000000000006.snapshot")!;
  newest[600]! ^= 1;
  const third = await openBed({ disk: first.disk });
  expect(third.engine.recovery).toMatchObject({
    snapshotSeq: 3,
    commands: 3,
    passedOver: [{ name: "0000000000000006.snapshot" }],
  });
  expect(third.engine.digest).toEqual(second.engine.digest);
});

test("snapshots beside the running engine are proven by the next frame; three are kept", async () => {
  const disk = new MemoryDisk();
  const machine = toyKind();
  const { snapshots, log, engine: idle } = await openBed({ disk });
  const snapshotter = new LocalSnapshotter(machine, log, snapshots);
  expect(await snapshotter.take(1)).toBeUndefined();
  for (let i = 0; i < 5; i++) {
    await submitEach(idle, 4);
    expect((await snapshotter.take(idle.durableSeq + 1))?.seq).toBe(4 * i + 3);
  }
  expect((await snapshots.list()).length).toBe(3);
  expect(await snapshotter.take(20)).toBeUndefined();
  const drifted = new LocalSnapshotter(toyKind({ drift: 1 }), log, snapshots);
  await submitEach(idle, 4);
  await expect(drifted.take(idle.durableSeq + 1)).rejects.toMatchObject({ reason: "diverged" });
});

test("what comes of the commands counts as well as they do, what a start had to replay too", async () => {
  const disk = new MemoryDisk();
  const never = Number.POSITIVE_INFINITY;
  const taken: number[] = [];
  const snapshotter = {
    take: async (until: number) => {
      taken.push(until);
      return undefined;
    },
    close: async () => undefined,
  };
  const open = (work: number) =>
    openBed({ disk, snapshotter, snapshotEvery: { commands: never, bytes: never, work: () => work } });
  const { engine } = await open(never);
  await submitEach(engine, 10);
  expect(taken).toEqual([]);
  await engine.stop({ snapshot: false });
  // Half of it again, which with what was replayed is enough.
  const { engine: again } = await open(30); // a command and an event each
  await submitEach(again, 4);
  expect(taken).toEqual([]);
  await submitEach(again, 16);
  expect(taken).toEqual([16, 31]);
  await again.stop({ snapshot: false });
});

test("a thread takes the snapshot from the files while the engine goes on", async () => {
  const directory = temporaryDirectory();
  const disk = await NodeDisk.open(directory);
  const machineUrl = new URL("../../../test/simulation/toyMachine.ts", import.meta.url);
  const errors: unknown[] = [];
  const { engine, snapshots } = await openBed({
    disk,
    snapshotter: new WorkerSnapshotter(directory, machineUrl),
    snapshotEvery: { commands: 10, bytes: Number.POSITIVE_INFINITY },
    onSnapshotError: (error) => errors.push(error),
  });
  while ((await snapshots.list()).length === 0 && errors.length === 0) await submitEach(engine, 1);
  expect(errors).toEqual([]);
  const first = (await snapshots.list()).at(-1); // another one may be there already
  expect(first).toMatchObject({ type: "intact", info: { seq: 9 } }); // the tenth command's frame proves it
  await engine.stop();
  const again = await openBed({ disk });
  expect(Buffer.compare(again.engine.digest, engine.digest)).toBe(0);
});
