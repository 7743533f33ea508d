import { expect, onTestFinished, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { HeldLog, openBed, TINY_SEGMENTS, turns } from "../../../test/simulation/engineBed.ts";
import { mix, slotValue, toyKind } from "../../../test/simulation/toyMachine.ts";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { FileLog } from "../journal/fileLog.ts";
import { FileSnapshots } from "../journal/fileSnapshots.ts";
import { Engine } from "./engine.ts";
import { Follow } from "./follow.ts";
import type { MachineKind } from "./machine.ts";
import { NotLeadingError } from "./port.ts";
import { VenueClock } from "./venueClock.ts";

/** A leader, and a follower of the same log with snapshots of its own. */
async function pair(options: { machine?: MachineKind; held?: boolean } = {}) {
  const { engine: leader, log } = await openBed(
    options.held === true ? { wrap: (file) => new HeldLog(file) } : {},
  );
  const halts: Error[] = [];
  const follower = await Engine.follow({
    log,
    snapshots: new FileSnapshots(new MemoryDisk()),
    machine: options.machine ?? toyKind(),
    clock: VenueClock.frozen(new SimulatedClock({ seed: 1 }), 1_000_000),
    onHalt: (reason) => halts.push(reason),
  });
  const errors: Error[] = [];
  const shared = {
    read: (from: number) => log.read(from),
    refresh: async () => log.head(),
    receive: () => undefined,
  };
  const follow = new Follow({ engine: follower, log: shared, onError: (error) => errors.push(error) });
  return { leader, follower, follow, log, errors, halts };
}

test("a follower executes what was announced, tells the same frames and updates, and nothing beyond", async () => {
  const { leader, follower, follow } = await pair();
  const told: number[][] = [];
  follower.subscribe(({ firstSeq, count }) => told.push([firstSeq, count]));
  await leader.submitAll([mix(1, 3), mix(1, 4)]);
  await leader.submit(mix(2, 5));
  await leader.submit(mix(2, 6));
  await follow.reach(3);
  expect([follower.headSeq, follower.durableSeq, told]).toEqual([
    3,
    3,
    [
      [1, 2],
      [3, 1],
    ],
  ]);
  await follow.reach(4);
  expect(follower.digest).toEqual(leader.digest);
  expect(await follower.query(slotValue(2))).toBe(await leader.query(slotValue(2)));
  expect(follow.reach(4)).toBeUndefined();
});

test("a follower takes no command", async () => {
  const { follower } = await pair();
  await expect(follower.submit(mix(1, 1))).rejects.toBeInstanceOf(NotLeadingError);
  await expect(follower.submitAll([mix(1, 1)])).rejects.toBeInstanceOf(NotLeadingError);
  expect([follower.state, follower.headSeq]).toEqual(["following", 0]);
});

test("who takes the lead executes the tail first; the one who led before writes nothing more", async () => {
  const { leader, follower, follow } = await pair();
  await leader.submit(mix(1, 3));
  await follow.reach(1);
  await leader.submit(mix(1, 4)); // not announced
  await follow.stop(new Error("it leads"));
  await follower.lead();
  expect([follower.state, follower.headSeq, follower.recovery.headSeq]).toEqual(["running", 2, 2]);
  expect((await follower.submit(mix(2, 9))).seq).toBe(3);
  await expect(leader.submit(mix(2, 7))).rejects.toThrow(
    /the market has stopped: epoch 1 does not hold the log/,
  );
  expect([leader.state, leader.durableSeq]).toEqual(["halted", 2]);
});

test("another outcome than the leader's halts the follower, which shows nothing of it", async () => {
  const { leader, follower, follow, errors, halts } = await pair({ machine: otherRules() });
  const told: number[] = [];
  follower.subscribe(({ firstSeq }) => told.push(firstSeq));
  await leader.submit(mix(1, 3));
  await leader.submit(mix(1, 4));
  await expect(follow.reach(2)).rejects.toThrow(/executing the journal again gave other events/);
  expect([follower.state, told, errors.length, halts.length]).toEqual(["halted", [1], 1, 1]);
});

/** The toy machine with a rule of its own: it forgets what each frame caused. */
function otherRules(): MachineKind {
  const kind = toyKind();
  return {
    format: kind.format,
    restore: (snapshot) => kind.restore(snapshot),
    genesis() {
      const machine = kind.genesis();
      const { execute } = machine;
      return Object.assign(machine, {
        execute(view: Parameters<typeof execute>[0], at: number) {
          execute.call(machine, view, at);
          machine.events.clear();
        },
      });
    },
  };
}

test("the newest frame waits until it is known to be durable; what a reader has is executed", async () => {
  const disk = new MemoryDisk();
  const { engine: leader } = await openBed({ disk });
  await leader.submit(mix(1, 3));
  await leader.submitAll([mix(1, 4), mix(1, 5)]);
  const log = await FileLog.open(disk, { format: toyKind().format, segmentSizes: TINY_SEGMENTS });
  onTestFinished(() => log.close());
  const options = {
    log,
    snapshots: new FileSnapshots(new MemoryDisk()),
    machine: toyKind(),
    clock: VenueClock.frozen(new SimulatedClock({ seed: 1 }), 1_000_000),
  };
  const told: number[] = [];
  const onRecoveredFrame = ({ firstSeq }: { firstSeq: number }) => void told.push(firstSeq);
  expect((await Engine.follow({ ...options, onRecoveredFrame })).headSeq).toBe(1);
  expect((await Engine.follow({ ...options, onRecoveredFrame, appliedSeq: 3 })).headSeq).toBe(3);
  expect(told).toEqual([1]);
});

test("a follow that was stopped executes nothing more, and says why to those who wait", async () => {
  const { leader, follower, follow } = await pair();
  await leader.submit(mix(1, 3));
  follower.slow(() => new Promise(() => undefined));
  const waits = follow.reach(1);
  const refused = expect(waits).rejects.toThrow("enough");
  void follow.stop(new Error("enough"));
  await refused;
  await turns();
  expect(follower.headSeq).toBe(0);
});
