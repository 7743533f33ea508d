import type { EngineOptions } from "../../src/kernel/engine/engine.ts";
import { Engine } from "../../src/kernel/engine/engine.ts";
import type { MachineKind } from "../../src/kernel/engine/machine.ts";
import { VenueClock } from "../../src/kernel/engine/venueClock.ts";
import type { Clock } from "../../src/kernel/host/clock.ts";
import type { Disk } from "../../src/kernel/host/disk.ts";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import type { CommandLog, Frame, FrameInput, LogHead } from "../../src/kernel/journal/commandLog.ts";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../src/kernel/journal/fileSnapshots.ts";
import type { SegmentSizes } from "../../src/kernel/journal/segmentWriter.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { toyKind } from "./toyMachine.ts";

/** Tiny segments, so that rolling happens all the time. */
export const TINY_SEGMENTS: SegmentSizes = { bytesMin: 8 * 1024, bytesMax: 16 * 1024 };

export interface BedOptions extends Partial<Omit<EngineOptions, "log" | "snapshots" | "machine">> {
  readonly disk?: Disk;
  readonly host?: Clock;
  readonly machine?: MachineKind;
  /** Default: on the disk, and old ones are not kept. */
  readonly snapshots?: FileSnapshots;
  /** Put around the file log, to hold appends up or plant bugs. */
  readonly wrap?: (log: CommandLog) => CommandLog;
}

export interface Bed {
  readonly engine: Engine;
  readonly disk: Disk;
  readonly clock: VenueClock;
  readonly log: CommandLog;
  readonly snapshots: FileSnapshots;
}

/**
 * An engine on a toy machine over the real file log; in memory, frozen at 1 000 000 unless told otherwise.
 */
export async function openBed(options: BedOptions = {}): Promise<Bed> {
  const {
    disk = new MemoryDisk(),
    host = new SimulatedClock({ seed: 1 }),
    machine = toyKind(),
    snapshots = new FileSnapshots(disk),
    wrap,
    ...rest
  } = options;
  const file = await FileLog.open(disk, { format: machine.format, segmentSizes: TINY_SEGMENTS });
  const log = wrap?.(file) ?? file;
  const clock = options.clock ?? VenueClock.frozen(host, 1_000_000);
  const engine = await Engine.open({ ...rest, log, snapshots, clock, machine });
  return { engine, disk, clock, log, snapshots };
}

/** A log whose appends end when the test says so. */
export class HeldLog implements CommandLog {
  readonly #log: CommandLog;
  readonly #waiting: (() => void)[] = [];
  /** Commands of every frame that was handed over. */
  readonly counts: number[] = [];
  isHeld = true;

  constructor(log: CommandLog) {
    this.#log = log;
  }

  async append(epoch: number, expectedSeq: number, frame: FrameInput): Promise<void> {
    this.counts.push(frame.count);
    if (this.isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await this.#log.append(epoch, expectedSeq, frame);
  }

  /** Lets the append under way reach the disk. */
  release(): void {
    this.#waiting.shift()?.();
  }

  acquire(): Promise<{ readonly epoch: number; readonly head: LogHead }> {
    return this.#log.acquire();
  }
  read(from: number): AsyncIterable<Frame> {
    return this.#log.read(from);
  }
  head(): LogHead {
    return this.#log.head();
  }
  trim(before: number): Promise<void> {
    return this.#log.trim(before);
  }
  close(): Promise<void> {
    return this.#log.close();
  }
}

/**
 * Resolves after the loop has turned a few times: everything that needs no disk and no timer has happened.
 */
export async function turns(count = 5): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Moves a simulated clock on in pieces of a millisecond, letting everything settle that needs no timer. */
export async function pass(host: SimulatedClock, ms: number): Promise<void> {
  for (let i = 0; i < ms; i++) {
    await turns();
    await host.advance(1);
  }
  await turns();
}
