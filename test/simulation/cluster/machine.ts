import type { Clock, Timer } from "../../../src/kernel/host/clock.ts";
import type { Disk } from "../../../src/kernel/host/disk.ts";
import type { DiskImage } from "../../../src/kernel/host/memoryDisk.ts";
import type { SeededRng } from "../../../src/kernel/host/seededRng.ts";
import type { DiskFault, DiskOperation } from "../../host/faultyDisk.ts";
import { FaultyDisk, seededPowerCut } from "../../host/faultyDisk.ts";
import type { SimulatedClock } from "../../host/simulatedClock.ts";

/** How a machine's disk behaves. */
export interface DiskWeather {
  /** How long an operation takes, ms. */
  readonly latencyMs: () => number;
  readonly fault: (operation: DiskOperation) => DiskFault | undefined;
}

/** One process on a machine, from its start to its end: what would reach it after its end does not. */
export class Life {
  readonly clock: Clock;
  readonly disk: Disk;
  readonly machine: Machine;

  constructor(machine: Machine, clock: Clock, disk: Disk) {
    this.machine = machine;
    this.clock = clock;
    this.disk = disk;
  }

  get isOver(): boolean {
    return this.machine.life !== this;
  }

  /** Does what reaches the process: now, once it goes on again, or never. */
  enter(work: () => void): void {
    this.machine.enter(this, work);
  }
}

/**
 * A computer of the simulation: a clock that is off, a disk that outlives its processes, and one process,
 * which may stand still.
 */
export class Machine {
  readonly name: string;
  /** How far its wall clock is ahead, ms. */
  offMs: number;
  /** The last command that its history has committed: what a process that starts here knows to be durable. */
  appliedSeq = 0;
  life: Life | undefined;
  isPaused = false;
  readonly #clock: SimulatedClock;
  readonly #weather: DiskWeather;
  #disk: FaultyDisk | undefined;
  #image: DiskImage = new Map();
  #waiting: (() => void)[] = [];

  constructor(name: string, offMs: number, clock: SimulatedClock, weather: DiskWeather) {
    this.name = name;
    this.offMs = offMs;
    this.#clock = clock;
    this.#weather = weather;
  }

  /** Begins a process. */
  start(): Life {
    const { latencyMs, fault } = this.#weather;
    const disk = new FaultyDisk({
      image: this.#image,
      fault,
      schedule: (complete) => void life.clock.setTimer(latencyMs(), complete),
    });
    this.#disk = disk;
    const life: Life = new Life(
      this,
      this.#clockOf(() => life),
      disk,
    );
    this.life = life;
    return life;
  }

  /** The process ends as by kill -9; what it wrote is there. */
  kill(): void {
    this.#end(() => this.#disk!.image());
  }

  /** The power goes: what was not synced is kept, lost or garbled. */
  cutPower(rng: SeededRng): void {
    this.#end(() => this.#disk!.afterPowerCut(seededPowerCut(rng)));
  }

  pause(): void {
    this.isPaused = this.life !== undefined;
  }

  resume(): void {
    this.isPaused = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const work of waiting) work();
  }

  enter(life: Life, work: () => void): void {
    if (life.isOver) return;
    if (this.isPaused) this.#waiting.push(() => this.enter(life, work));
    else work();
  }

  #end(imageOf: () => DiskImage): void {
    if (this.life === undefined) return;
    this.#image = imageOf();
    this.life = undefined;
    this.isPaused = false;
    this.#waiting = [];
  }

  #clockOf(life: () => Life): Clock {
    return {
      wallMs: () => this.#clock.wallMs() + this.offMs,
      monotonicMs: () => this.#clock.monotonicMs(),
      setTimer: (afterMs: number, fire: () => void): Timer => {
        let isCleared = false;
        const timer = this.#clock.setTimer(afterMs, () => {
          // One that is cleared while the process stands still does not go off when it goes on.
          life().enter(() => {
            if (!isCleared) fire();
          });
        });
        return {
          clear: () => {
            isCleared = true;
            timer.clear();
          },
        };
      },
    };
  }
}
