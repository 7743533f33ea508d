import { Engine } from "../../src/kernel/engine/engine.ts";
import type { MachineKind } from "../../src/kernel/engine/machine.ts";
import type { Outcome } from "../../src/kernel/engine/port.ts";
import { LocalSnapshotter } from "../../src/kernel/engine/snapshotters.ts";
import { VenueClock } from "../../src/kernel/engine/venueClock.ts";
import type { Disk } from "../../src/kernel/host/disk.ts";
import type { DiskImage } from "../../src/kernel/host/memoryDisk.ts";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { CommandLog } from "../../src/kernel/journal/commandLog.ts";
import { LogError } from "../../src/kernel/journal/commandLog.ts";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../src/kernel/journal/fileSnapshots.ts";
import type { DiskFault, DiskOperation } from "../host/faultyDisk.ts";
import { FaultyDisk, seededPowerCut } from "../host/faultyDisk.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { copied, fingerprint } from "./diskImages.ts";
import { TINY_SEGMENTS, turns } from "./engineBed.ts";
import { leaveSteps, mix, toyKind } from "./toyMachine.ts";

/** What a run of engine crash trials has met; a counter at zero means that it tests less than it says. */
export interface EngineCrashCounts {
  crashPoints: number;
  /** Cuts with a frame under way, and what became of it. */
  inFlight: number;
  keptUnacknowledged: number;
  lostUnacknowledged: number;
  tornTails: number;
  /** Recoveries that began with a snapshot, and that had commands to replay behind it. */
  fromSnapshot: number;
  snapshotAndTail: number;
  cleanStops: number;
  /** Lives that ended because the disk refused a frame; snapshots that it refused. */
  halts: number;
  snapshotsRefused: number;
}

export function noEngineCrashes(): EngineCrashCounts {
  return {
    crashPoints: 0,
    inFlight: 0,
    keptUnacknowledged: 0,
    lostUnacknowledged: 0,
    tornTails: 0,
    fromSnapshot: 0,
    snapshotAndTail: 0,
    cleanStops: 0,
    halts: 0,
    snapshotsRefused: 0,
  };
}

/** What is put through the trials; a deliberately broken part must be found. */
export interface EngineUnderTest {
  readonly machine: MachineKind;
  /** Put around the log of every life. */
  readonly wrap: (log: CommandLog) => CommandLog;
}

export const soundEngine: EngineUnderTest = {
  machine: toyKind({ ticking: true }),
  wrap: (log) => log,
};

const LIVES = 3;
const ROUNDS = 30;

/** What the outside has been told: it must be true for ever. */
interface Told {
  /** Events of every acknowledged command, in hex, by sequence number. */
  readonly events: Map<number, string>;
  /** Events of every published frame, in hex, by its first sequence number. */
  readonly frames: Map<number, string>;
  highest: number;
}

interface Moment {
  readonly image: DiskImage;
  readonly inFlight: boolean;
  /** Highest acknowledged sequence number when the power went. */
  readonly acknowledged: number;
}

/**
 * One history by seed: lives in which clients submit, snapshots are taken, the disk is slow and sometimes
 * refuses, and the power is cut at every moment that changes what the disk would keep. After each cut the
 * engine must start and repeat everything that was acknowledged or published, event for event.
 *
 * @throws Error naming seed, life and moment at the first violation
 */
export async function engineHistory(
  under: EngineUnderTest,
  seed: number,
  counts: EngineCrashCounts,
): Promise<void> {
  const rng = new SeededRng(seed);
  const told: Told = { events: new Map(), frames: new Map(), highest: 0 };
  let image: DiskImage = new Map();
  for (let life = 0; life < LIVES; life++) {
    const moments = await live(under, rng, image, told, counts);
    const chosen = rng.below(moments.length);
    const tried = new Set<string>();
    for (const [index, moment] of moments.entries()) {
      const alike = `${fingerprint(moment.image)} ${moment.inFlight} ${moment.acknowledged}`;
      if (tried.has(alike)) continue;
      tried.add(alike);
      try {
        await verify(under, moment, told, counts);
      } catch (error) {
        throw new Error(`seed ${seed}, life ${life}, moment ${index}: ${String(error)}`, { cause: error });
      }
    }
    const next = moments[chosen]!;
    image = next.image;
    forget(told, next.acknowledged);
  }
}

async function live(
  under: EngineUnderTest,
  rng: SeededRng,
  image: DiskImage,
  told: Told,
  counts: EngineCrashCounts,
): Promise<Moment[]> {
  const moments: Moment[] = [];
  const host = new SimulatedClock({ seed: rng.uint32() });
  let engine: Engine | undefined;
  let waiting = 0;
  const disk = new FaultyDisk({
    image,
    schedule: (complete) => void host.setTimer(rng.below(20) / 10, complete),
    fault: faultScript(rng, () => engine !== undefined),
    observe: () =>
      moments.push({
        image: disk.afterPowerCut(seededPowerCut(new SeededRng(rng.uint32()))),
        inFlight: waiting > 0,
        acknowledged: told.highest,
      }),
  });
  moments.push({ image, inFlight: false, acknowledged: told.highest });
  const refused = (): void => {
    counts.snapshotsRefused++;
  };
  engine = await until(host, open(under, disk, VenueClock.wall(host), refused));
  engine.subscribe((frame) => told.frames.set(frame.firstSeq, hex(frame.events)));
  for (let round = 0; round < ROUNDS && engine.state === "running"; round++) {
    for (let i = rng.below(6); i > 0; i--) {
      waiting++;
      const command = rng.oneIn(12) ? leaveSteps(rng.below(30)) : mix(rng.below(70), rng.below(1_000));
      void engine.submit(command).then(
        (outcome) => {
          waiting--;
          tell(told, outcome);
        },
        () => undefined,
      );
    }
    await host.advance(rng.below(30) / 10 + (rng.oneIn(10) ? 1_000 : 0));
  }
  if (engine.state === "halted") {
    counts.halts++;
    // The process exits; the machine may keep its power.
    moments.push({ image: disk.image(), inFlight: waiting > 0, acknowledged: told.highest });
  } else if (rng.oneIn(2)) {
    await until(host, engine.stop()).then(
      () => counts.cleanStops++,
      () => counts.snapshotsRefused++,
    );
  }
  return moments;
}

/** A disk that refuses one operation in half of the lives, once the engine runs. */
function faultScript(
  rng: SeededRng,
  isRunning: () => boolean,
): (operation: DiskOperation) => DiskFault | undefined {
  let left = rng.oneIn(2) ? rng.below(60) : Number.POSITIVE_INFINITY;
  return ({ kind, bytes }) => {
    if (!isRunning() || kind === "read" || kind === "open" || kind === "list") return undefined;
    left--;
    if (left !== 0) return undefined;
    return { type: "error", code: rng.oneIn(2) ? "EIO" : "ENOSPC", applied: rng.below(bytes + 1) };
  };
}

async function open(
  under: EngineUnderTest,
  disk: Disk,
  clock: VenueClock,
  onSnapshotError: () => void,
): Promise<Engine> {
  const { machine, wrap } = under;
  const file = await FileLog.open(disk, { format: machine.format, segmentSizes: TINY_SEGMENTS });
  const log = wrap(file);
  const snapshots = new FileSnapshots(disk);
  return await Engine.open({
    log,
    snapshots,
    clock,
    machine,
    snapshotter: new LocalSnapshotter(machine, log, snapshots),
    snapshotEvery: { commands: 25, bytes: Number.POSITIVE_INFINITY },
    auditEvery: true,
    onSnapshotError,
  });
}

/**
 * Starts from what a power cut left and compares with what the outside was told, then with a replay from
 * genesis.
 */
async function verify(
  under: EngineUnderTest,
  { image, inFlight, acknowledged }: Moment,
  told: Told,
  counts: EngineCrashCounts,
): Promise<void> {
  counts.crashPoints++;
  if (inFlight) counts.inFlight++;
  const { machine } = under;
  const disk = new MemoryDisk(copied(image));
  const log = await FileLog.open(disk, { format: machine.format, segmentSizes: TINY_SEGMENTS });
  if (log.recovery.tornTail !== undefined) counts.tornTails++;
  const clock = VenueClock.frozen(new SimulatedClock({ seed: 1 }), 0);
  const snapshots = new FileSnapshots(disk);
  const tail = await Engine.open({ log, snapshots, clock, machine });
  const { recovery } = tail;
  if (recovery.snapshotSeq > 0) counts.fromSnapshot++;
  if (recovery.snapshotSeq > 0 && recovery.commands > 0) counts.snapshotAndTail++;
  expectTrue(
    recovery.headSeq >= acknowledged,
    `${acknowledged} was acknowledged, the log ends ${recovery.headSeq}`,
  );
  if (inFlight) counts[recovery.headSeq > acknowledged ? "keptUnacknowledged" : "lostUnacknowledged"]++;

  const bySeq = new Map<number, string>();
  const full = await Engine.open({
    log,
    snapshots,
    clock,
    machine,
    appliedSeq: 0,
    onRecoveredFrame: ({ firstSeq, events }) => {
      const published = told.frames.get(firstSeq);
      const isTold = firstSeq <= acknowledged && published !== undefined;
      expectTrue(!isTold || published === hex(events), `frame ${firstSeq} differs`);
      for (const { index, record } of recordsIn(events)) {
        bySeq.set(firstSeq + index, (bySeq.get(firstSeq + index) ?? "") + record);
      }
    },
  });
  expectTrue(
    full.recovery.snapshotSeq === 0 && full.headSeq === recovery.headSeq,
    "the whole log was replayed",
  );
  expectTrue(hex(full.digest) === hex(tail.digest), "snapshot and tail give the digest of the whole log");
  for (const [seq, events] of told.events) {
    if (seq <= acknowledged) expectTrue((bySeq.get(seq) ?? "") === events, `command ${seq} had other events`);
  }
}

/** Runs the simulated clock until `work` is done. */
async function until<T>(host: SimulatedClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined); // thrown below
  for (let idle = 0; !isDone && idle < 100; ) {
    idle = (await host.step()) ? 0 : idle + 1;
    if (idle > 0) await turns(1);
  }
  if (!isDone) throw new Error("the engine hangs");
  return await done;
}

function tell(told: Told, { seq, events }: Outcome): void {
  told.events.set(seq, [...recordsIn(events.bytes)].map(({ record }) => record).join(""));
  told.highest = Math.max(told.highest, seq);
}

/** The next life continues from a cut: what was only said after it never happened. */
function forget(told: Told, acknowledged: number): void {
  for (const seq of told.events.keys()) if (seq > acknowledged) told.events.delete(seq);
  for (const seq of told.frames.keys()) if (seq > acknowledged) told.frames.delete(seq);
  told.highest = acknowledged;
}

/**
 * Records in hex without their place in the frame, and that place: the index of the command that caused each.
 */
function* recordsIn(events: Uint8Array): Generator<{ readonly index: number; readonly record: string }> {
  const text = hex(events);
  for (let at = 0; at < events.length; ) {
    const words = events[at + 4]! | (events[at + 5]! << 8);
    const index = events[at + 6]! | (events[at + 7]! << 8);
    const end = at + 8 * words;
    yield { index, record: text.slice(2 * at, 2 * at + 12) + text.slice(2 * at + 16, 2 * end) };
    at = end;
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");
}

function expectTrue(condition: boolean, rule: string): void {
  if (!condition) throw new Error(rule);
}

/** Acknowledges as soon as a frame is handed over, like an engine that forgot to wait for the disk. */
export function eagerLog(log: CommandLog): CommandLog {
  let last: Promise<void> = Promise.resolve();
  return {
    acquire: () => log.acquire(),
    append: async (epoch, expectedSeq, frame) => {
      const copy = { ...frame, payload: frame.payload.slice() };
      last = last.then(() => log.append(epoch, expectedSeq, copy)).catch(() => undefined);
    },
    read: (from) => log.read(from),
    head: () => log.head(),
    trim: (before) => log.trim(before),
    close: () => log.close(),
  };
}

/** Says that a frame is on disk although the disk refused it. */
export function deafLog(log: CommandLog): CommandLog {
  return {
    ...eagerLog(log),
    append: async (epoch, expectedSeq, frame) => {
      try {
        await log.append(epoch, expectedSeq, frame);
      } catch (error) {
        if (!(error instanceof LogError)) throw error;
      }
    },
  };
}
