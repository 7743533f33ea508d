import { expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import type { Bed } from "../../../test/simulation/engineBed.ts";
import { HeldLog, openBed, turns } from "../../../test/simulation/engineBed.ts";
import { leaveSteps, mix, poison, slotValue, toyKind } from "../../../test/simulation/toyMachine.ts";
import type { Command } from "../core/index.ts";
import { decodeEvents } from "../core/index.ts";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { AUDIT_EVERY_MS, AUDIT_REST_MS } from "./backgroundAudit.ts";
import { readHaltDump, replayDump } from "./haltDump.ts";
import type { DurableFrame } from "./port.ts";
import { EngineBusyError, EngineHaltedError } from "./port.ts";

/** A bed whose appends wait for `release`. */
async function heldBed(options: Parameters<typeof openBed>[0] = {}): Promise<Bed & { held: HeldLog }> {
  let held: HeldLog | undefined;
  const bed = await openBed({
    ...options,
    wrap: (log) => {
      held = new HeldLog(log);
      return held;
    },
  });
  return { ...bed, held: held! };
}

test("a command is answered with its number, time, id and events", async () => {
  const { engine } = await openBed();
  const first = await engine.submit(mix(3, 5));
  const second = await engine.submit(mix(99, 5));
  expect([first.seq, first.time, first.id, first.rejection]).toEqual([1, 1_000_000, 1, undefined]);
  expect([...decodeEvents(first.events)].map(({ event }) => event.type)).toEqual(["indexChanged"]);
  expect([second.seq, second.id, second.rejection?.type]).toEqual([2, 0, "unknownContract"]);
  expect([...decodeEvents(second.events)].map(({ event }) => event.type)).toEqual(["commandRejected"]);
  expect(engine.durableSeq).toBe(2);
});

test("commands that arrive together share a frame, those that arrive while it is written share the next", async () => {
  const { engine, held } = await heldBed();
  const first = [mix(1, 1), mix(1, 2), mix(1, 3)].map((command) => engine.submit(command));
  await turns();
  const second = [mix(2, 1), mix(2, 2)].map((command) => engine.submit(command));
  await turns();
  expect(held.counts).toEqual([3]);
  held.release();
  await Promise.all(first);
  await turns();
  expect(held.counts).toEqual([3, 2]);
  held.release();
  expect((await Promise.all(second)).map(({ seq }) => seq)).toEqual([4, 5]);
});

test("a lone command needs no timer", async () => {
  const { engine, held } = await heldBed();
  void engine.submit(mix(1, 1));
  await turns(1);
  expect(held.counts).toEqual([1]);
});

test("nothing leaves before it is durable: outcomes, answers, frames", async () => {
  const { engine, held } = await heldBed();
  const left: string[] = [];
  engine.subscribe((frame) => left.push(`frame ${frame.firstSeq}`));
  void engine.submit(mix(1, 7)).then(({ seq }) => left.push(`outcome ${seq}`));
  await turns();
  void engine.query(slotValue(1)).then((value) => left.push(`answer ${value > 0}`));
  await turns();
  expect([engine.headSeq, engine.durableSeq, left]).toEqual([1, 0, []]);
  held.release();
  await engine.settle();
  expect(left).toEqual(["frame 1", "outcome 1", "answer true"]);
  expect(engine.durableSeq).toBe(1);
});

test("a query is answered at once when its head is durable", async () => {
  const { engine, held } = await heldBed();
  expect(await engine.query(slotValue(1))).toBe(0);
  void engine.submit(mix(1, 7));
  expect(await engine.query(slotValue(1))).toBe(0); // the frame is not cut yet
  held.release();
});

test("outcomes are released in order of sequence", async () => {
  const { engine } = await openBed();
  const released: number[] = [];
  const all: Promise<unknown>[] = [];
  for (let i = 0; i < 500; i++) {
    all.push(engine.submit(mix(i % 8, i)).then(({ seq }) => released.push(seq)));
    if (i % 7 === 0) await turns(1);
  }
  await Promise.all(all);
  expect(released).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
});

test("submitAll takes consecutive numbers in one frame, or nothing at all", async () => {
  const { engine, held } = await heldBed({ queueMax: 10 });
  held.isHeld = false;
  const outcomes = await engine.submitAll([mix(1, 1), mix(2, 2), mix(3, 3)]);
  expect([outcomes.map(({ seq }) => seq), held.counts]).toEqual([[1, 2, 3], [3]]);
  await expect(engine.submitAll(Array.from({ length: 11 }, () => mix(1, 1)))).rejects.toThrow(
    EngineBusyError,
  );
  const tooLong = { type: "openAccount", kind: 0, name: "x".repeat(1_000_000) } as const;
  await expect(engine.submitAll([mix(1, 1), tooLong])).rejects.toThrow("words");
  await engine.settle();
  expect([engine.headSeq, await engine.submitAll([])]).toEqual([3, []]);
});

test("a full queue refuses, and what it refused did not happen", async () => {
  const { engine, held } = await heldBed({ queueMax: 3 });
  const taken = [1, 2, 3].map((value) => engine.submit(mix(1, value)));
  await expect(engine.submit(mix(1, 4))).rejects.toThrow(EngineBusyError);
  held.isHeld = false;
  await turns();
  await Promise.all(taken);
  expect((await engine.submit(mix(1, 5))).seq).toBe(4);
});

test("leftover steps are worked off by the engine; what stood behind them is executed after, once", async () => {
  const { engine, held } = await heldBed();
  held.isHeld = false;
  const outcomes = await engine.submitAll([mix(1, 1), leaveSteps(20), mix(2, 2), mix(3, 3)]);
  expect(outcomes.map(({ rejection }) => rejection)).toEqual([undefined, undefined, undefined, undefined]);
  expect(outcomes.map(({ seq }) => seq)).toEqual([1, 2, 8, 9]); // 3 and 4 were refused, 5 to 7 proceeded
  expect(held.counts).toEqual([4, 1, 1, 1, 2]);
});

test("what stood behind leftover steps stays in front of what came later", async () => {
  const { engine, held } = await heldBed();
  const seqs: string[] = [];
  const submit = (name: string, command: Command): Promise<unknown> =>
    engine.submit(command).then(({ seq }) => seqs.push(`${name} ${seq}`));
  const first = submit("first", mix(1, 1));
  await turns();
  const rest = [submit("leave", leaveSteps(1)), submit("behind", mix(1, 2))];
  rest.push(first.then(() => submit("later", mix(1, 3)))); // queued between the cut and the execution of "behind"
  held.isHeld = false;
  held.release();
  await Promise.all(rest);
  expect(seqs).toEqual(["first 1", "leave 2", "behind 5", "later 6"]);
});

test("what falls due is logged in front of the next commands, or by itself", async () => {
  const { engine, clock } = await openBed({ machine: toyKind({ ticking: true }) });
  await engine.settle();
  expect([engine.headSeq, engine.nextDue()]).toEqual([1, 1_001_000]);
  const frames: DurableFrame[] = [];
  engine.subscribe((frame) => frames.push(frame));
  clock.moveTo(1_001_000);
  await engine.settle();
  clock.moveTo(1_002_500);
  expect((await engine.submit(mix(1, 1))).seq).toBe(4);
  expect(frames.map(({ firstSeq, count, time }) => [firstSeq, count, time])).toEqual([
    [2, 1, 1_001_000],
    [3, 2, 1_002_500],
  ]);
  expect(engine.nextDue()).toBe(1_003_000);
});

test("a broken invariant halts before the acknowledgement and leaves a dump that replays", async () => {
  const dumps = new MemoryDisk();
  const halts: Error[] = [];
  const { engine, log, snapshots, disk } = await openBed({ dumps, onHalt: (reason) => halts.push(reason) });
  await engine.submit(mix(1, 1));
  const results = await Promise.allSettled([
    engine.submit(mix(2, 2)),
    engine.submit(poison),
    engine.submit(mix(3, 3)),
  ]);
  for (const result of results) expect(result).toMatchObject({ reason: expect.any(EngineHaltedError) });
  expect([engine.state, engine.durableSeq, engine.haltReason?.message]).toEqual([
    "halted",
    1,
    "invariant: no poison is swallowed",
  ]);
  await expect(engine.submit(mix(1, 1))).rejects.toThrow(EngineHaltedError);
  await expect(engine.query(slotValue(1))).rejects.toThrow(EngineHaltedError);
  await expect(engine.settle()).rejects.toThrow(EngineHaltedError);
  await turns();
  expect(halts).toHaveLength(1);
  const dump = await readHaltDump(dumps, (await dumps.list())[0]!);
  expect([dump.seq, dump.firstSeq, dump.count]).toEqual([3, 2, 3]);
  expect(await replayDump(dump, toyKind(), log, snapshots)).toEqual(engine.haltReason);
  await engine.stop();
  await expect(openBed({ disk })).rejects.toMatchObject({
    reason: "broken",
    message: expect.stringContaining("command 3 breaks a rule"),
  });
});

/** Breaks an invariant that only an audit notices. */
const spoil = { ...poison, account: 1 } as Command;

test("every command is audited when asked; a broken rule is named at the command that broke it", async () => {
  const { engine } = await openBed({ auditEvery: true });
  await engine.submit(mix(1, 1));
  await expect(engine.submit(spoil)).rejects.toThrow("never negative");
});

test("an audit on request halts on a broken rule, and leaves a dump that replays", async () => {
  const dumps = new MemoryDisk();
  const { engine, log, snapshots } = await openBed({ dumps });
  await engine.submit(mix(1, 1));
  engine.audit();
  await engine.submit(spoil);
  expect(() => engine.audit()).toThrow("never negative");
  expect(engine.state).toBe("halted");
  await turns();
  const dump = await readHaltDump(dumps, (await dumps.list())[0]!);
  expect([dump.seq, dump.firstSeq, dump.count]).toEqual([2, 3, 0]);
  expect(await replayDump(dump, toyKind(), log, snapshots)).toEqual(engine.haltReason);
});

test("a listener that throws has missed a frame, so the venue stops", async () => {
  const { engine } = await openBed();
  engine.subscribe(() => {
    throw new Error("lost it");
  });
  expect((await engine.submit(mix(1, 1))).seq).toBe(1);
  expect([engine.state, engine.haltReason?.message]).toEqual(["halted", "lost it"]);
});

test("a brake holds the next frame until it is let go", async () => {
  const { engine, held } = await heldBed();
  held.isHeld = false;
  let release = (): void => undefined;
  const room = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isFull = true;
  engine.slow(() => (isFull ? room : undefined));
  const outcome = engine.submit(mix(1, 1));
  await turns();
  expect(held.counts).toEqual([]);
  isFull = false;
  release();
  expect((await outcome).seq).toBe(1);
});

test("a stop for good drains and takes no snapshot; what was logged is still there", async () => {
  const { engine, snapshots, disk } = await openBed();
  const outcome = engine.submit(mix(1, 1));
  await engine.stop({ snapshot: false });
  expect((await outcome).seq).toBe(1);
  expect([engine.state, (await snapshots.newest()).snapshot]).toEqual(["stopped", undefined]);
  expect((await openBed({ disk })).engine.recovery).toMatchObject({ snapshotSeq: 0, headSeq: 1 });
});

test("a clean stop drains, snapshots at the head and takes nothing more", async () => {
  const { engine, snapshots, disk } = await openBed();
  const last = engine.submit(mix(1, 1));
  const stopped = engine.stop();
  await expect(engine.submit(mix(1, 2))).rejects.toThrow(EngineHaltedError);
  expect((await last).seq).toBe(1);
  await stopped;
  expect([engine.state, (await snapshots.newest()).snapshot?.info.seq]).toEqual(["stopped", 1]);
  const again = await openBed({ disk });
  expect(again.engine.recovery).toMatchObject({
    snapshotSeq: 1,
    commands: 0,
    headSeq: 1,
    headTime: 1_000_000,
  });
});

test("the background audit goes over the state in slices, again and again", async () => {
  const host = new SimulatedClock({ seed: 1 });
  const { engine } = await openBed({ host, backgroundAudit: host });
  expect(engine.backgroundAudit).toMatchObject({ passes: 0, lastPass: undefined });
  await engine.submit(mix(1, 1));
  await host.advance(AUDIT_EVERY_MS);
  expect(engine.backgroundAudit).toMatchObject({ passes: 1, lastPass: { seq: 1 }, at: undefined });
  await host.advance(AUDIT_REST_MS);
  expect(engine.backgroundAudit).toMatchObject({ passes: 2, broken: undefined });
  await engine.stop();
  expect(host.nextDueMs()).toBeUndefined();
});

test("a rule that the background audit finds broken halts the venue", async () => {
  const host = new SimulatedClock({ seed: 1 });
  const machine = toyKind();
  const broken = new Error("invariant: broken on purpose");
  const halts: Error[] = [];
  const dumps = new MemoryDisk();
  const { engine } = await openBed({
    host,
    dumps,
    backgroundAudit: host,
    onHalt: (reason) => halts.push(reason),
    machine: {
      ...machine,
      genesis: () =>
        Object.assign(machine.genesis(), {
          beginAudit: () => ({
            isDone: false,
            where: "",
            check: () => {
              throw broken;
            },
          }),
        }),
    },
  });
  await host.advance(AUDIT_EVERY_MS);
  expect([engine.state, engine.haltReason]).toEqual(["halted", broken]);
  await turns();
  expect(halts).toEqual([broken]);
  expect(await readHaltDump(dumps, (await dumps.list())[0]!)).toMatchObject({
    reason: broken.message,
    count: 0,
  });
  expect(engine.backgroundAudit?.broken).toBe(broken.message);
  await expect(engine.submit(mix(1, 1))).rejects.toThrow(EngineHaltedError);
  expect(host.nextDueMs()).toBeUndefined();
});
