import { expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { openBed } from "../../../test/simulation/engineBed.ts";
import { machine, mix } from "../../../test/simulation/toyMachine.ts";
import { systemClock } from "../host/clock.ts";
import { NodeDisk } from "../host/nodeDisk.ts";
import type { ReexecutedFrame } from "./reexecution.ts";
import { reexecute } from "./reexecution.ts";
import { REEXECUTION_MAX_MS, Reexecutor, reexecuteInThread } from "./reexecutor.ts";

/** Bytes of one kind, whatever they were read with. */
function plain(frame: ReexecutedFrame): ReexecutedFrame {
  return { ...frame, events: Uint8Array.from(frame.events), commands: Uint8Array.from(frame.commands) };
}

/**
 * A log of one command a frame, some of it behind a snapshot, and what its frames led to when they were
 * executed.
 */
async function lived(disk?: NodeDisk) {
  const first = await openBed(disk && { disk });
  const frames: ReexecutedFrame[] = [];
  const live = async (engine: typeof first.engine, count: number): Promise<void> => {
    engine.subscribe((frame, commands) => frames.push(plain({ ...frame, commands })));
    for (let i = 0; i < count; i++) await engine.submit(mix(i % 5, i));
  };
  await live(first.engine, 40);
  await first.engine.stop();
  const second = await openBed({ disk: first.disk });
  await live(second.engine, 5);
  return { ...second, frames };
}

test("a command of the past leads to what it led to, from the beginning or a snapshot on", async () => {
  const { log, snapshots, frames } = await lived();
  for (const seq of [1, 17, 40, 41, 45])
    expect(plain(await reexecute(machine, log, snapshots, seq))).toEqual(frames[seq - 1]);
  await expect(reexecute(machine, log, snapshots, 46)).rejects.toThrow("the log ends before command 46");
});

test("a thread does the same with the files", async () => {
  const directory = temporaryDirectory();
  const { frames } = await lived(await NodeDisk.open(directory));
  const machineUrl = new URL("../../../test/simulation/toyMachine.ts", import.meta.url).href;
  const task = { journal: directory, shared: undefined, snapshots: directory, machineUrl };
  const reexecutor = new Reexecutor(
    reexecuteInThread(async () => task),
    systemClock,
  );
  expect(plain(await reexecutor.frameOf(17))).toEqual(frames[16]);
  expect(plain(await reexecutor.frameOf(43))).toEqual(frames[42]);
  await expect(reexecutor.frameOf(46)).rejects.toThrow("does not reach command 46");
});

test("one command at a time, each for a minute at most", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const asked: number[] = [];
  const reexecutor = new Reexecutor((seq, signal) => {
    asked.push(seq);
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  }, clock);
  const first = expect(reexecutor.frameOf(1)).rejects.toThrow("more than 60 s of execution behind");
  await expect(reexecutor.frameOf(2)).rejects.toThrow("another command is being executed again");
  await clock.advance(REEXECUTION_MAX_MS);
  await first;
  const third = expect(reexecutor.frameOf(3)).rejects.toThrow("the market is being closed");
  reexecutor.close();
  await third;
  expect(asked).toEqual([1, 3]);
});
