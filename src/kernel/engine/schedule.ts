import type { TimeMs } from "../core/index.ts";
import type { Timer } from "../host/clock.ts";
import type { VenueClock } from "./venueClock.ts";
import { requireWholeMs } from "./wholeMs.ts";

/**
 * What happens on a beat; awaited before the next task. `time` is the beat, which market time has reached.
 */
export type BeatTask = (time: TimeMs) => Promise<void>;

/** A running schedule that has fallen further behind than this skips the beats between, as after downtime. */
const LATE_MAX_MS = 5_000;

/** A task of certain times that failed is run again after this. */
const RETRY_MS = 1_000;

/** The part of the engine that a schedule needs. */
export interface ScheduledEngine {
  /** When the core next needs market time; Infinity if never. */
  nextDue(): TimeMs;
  /** Resolves when nothing is queued, in flight or due. */
  settle(): Promise<void>;
}

/**
 * Where in its interval a beat lies, in ms: 0 up to the interval's length; a function of the beat's number.
 */
export type Offset = (beat: number) => number;

/**
 * How a task of {@link Schedule.every} differs from one that acts on the interval's multiples, whatever
 * happens.
 */
export interface TaskOptions {
  readonly offset?: Offset;
  /** Called when the task was switched on or off, after the beat under way. */
  readonly onSwitch?: (isOn: boolean) => Promise<void>;
  /**
   * Whether its beats would do nothing until something else acts, as those of prices that stand: a step goes
   * past such beats.
   */
  readonly isQuiet?: () => boolean;
}

const AT_ONCE: Offset = () => 0;
const DONE = Promise.resolve();

/** A step of market time, under way or over. */
export interface StepView {
  readonly from: TimeMs;
  /** Market time at which the step is to end. */
  readonly to: TimeMs;
  /** Market time that the step has reached. */
  readonly time: TimeMs;
  readonly isOver: boolean;
}

/** A step was ended before its time. The message says what it reached, and why it ended. */
export class StepEndedError extends Error {
  override readonly name = "StepEndedError";
  /** The market time that it reached: what fell due up to there is done and durable. */
  readonly time: TimeMs;

  constructor({ time, to }: StepView, why: string) {
    super(`the step was ended at market time ${time}, ${to - time} ms before its end: ${why}`);
    this.time = time;
  }
}

interface Step {
  readonly from: TimeMs;
  readonly to: TimeMs;
  /** Market time at which the step ended; set once it is over. */
  ended: TimeMs | undefined;
}

/** A step that was asked for. */
interface Asked {
  /** Why the step is to end before its time. */
  why: string | undefined;
}

interface Task {
  readonly name: string;
  readonly intervalMs: number;
  readonly run: BeatTask;
  /** The first beat after a time. */
  readonly after: (time: TimeMs) => TimeMs;
  /** Whether its beats are alike, so that a later one stands for those before it. */
  readonly isPeriodic: boolean;
  readonly onSwitch: (isOn: boolean) => Promise<void>;
  readonly isQuiet: () => boolean;
  next: TimeMs;
  isOn: boolean;
  /** Its beat under way, or its last one. */
  beat: Promise<void>;
}

/** A task as control shows it. */
export interface TaskView {
  readonly name: string;
  /** Length of the task's interval, ms; 0 for a task at times of its own. */
  readonly intervalMs: number;
  readonly isOn: boolean;
}

export interface ScheduleOptions {
  readonly clock: VenueClock;
  readonly engine: ScheduledEngine;
  /** Called when a task of a running schedule failed; the schedule goes on. A step rejects instead. */
  readonly onTaskError: (error: unknown, name: string) => void;
  /** Called when a running schedule that was late skips the beats in (from, to). */
  readonly onSkip?: (from: TimeMs, to: TimeMs) => void;
}

/**
 * Beats on the venue clock. A task's beats are the multiples of its interval since 1970, so that a beat's
 * number does not depend on when the venue started. At one instant tasks run one after the other in the order
 * in which they were registered: feeds first, then participants, who act on the feeds' prices.
 *
 * With a frozen clock nothing happens except by a step, and a step is a barrier: it visits every instant up
 * to its target in order (beats, and whatever falls due in the core) and returns when all of it is durable.
 * Between two instants others have their turn, and the step can be ended. With a scaled clock market time
 * waits at each instant until its work is done, so that the speed changes how fast things happen but not what
 * happens. With the wall clock time does not wait: late beats run one after the other, and beats more than
 * {@link LATE_MAX_MS} late are skipped.
 */
export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #tasks: Task[] = [];
  /** The instant or step under way; others queue behind it. */
  #turn: Promise<void> = Promise.resolve();
  #alarm: Timer | undefined;
  #isRunning = false;
  /** Steps that were asked for and are not over. */
  readonly #asked = new Set<Asked>();
  #step: Step | undefined;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  /** Registers a task; its beats are the multiples of `intervalMs` after now, or moved on by an offset. */
  every(
    intervalMs: number,
    run: BeatTask,
    name: string,
    { offset = AT_ONCE, onSwitch = async () => {}, isQuiet = () => false }: TaskOptions = {},
  ): void {
    if (!Number.isSafeInteger(intervalMs) || intervalMs <= 0)
      throw new RangeError("an interval is whole ms, above 0");
    const after = (time: TimeMs) => beatAfter(time, intervalMs, offset);
    const next = after(this.#options.clock.now());
    const kind = { isPeriodic: true, onSwitch, isQuiet };
    this.#add({ name, intervalMs, run, after, ...kind, next, isOn: true, beat: DONE });
  }

  /**
   * Registers a task that is run at certain times, once for each, however late; where it failed, again
   * {@link RETRY_MS} later.
   *
   * @param times ascending
   */
  at(times: readonly TimeMs[], run: BeatTask, name: string): void {
    const after = (time: TimeMs) => times.find((each) => each > time) ?? Number.POSITIVE_INFINITY;
    const next = times[0] ?? Number.POSITIVE_INFINITY;
    const kind = { isPeriodic: false, onSwitch: async () => {}, isQuiet: () => false };
    this.#add({ name, intervalMs: 0, run, after, ...kind, next, isOn: true, beat: DONE });
  }

  #add(task: Task): void {
    this.#tasks.push(task);
    if (this.#isRunning) this.#arm();
  }

  /** The tasks, in their order. */
  get tasks(): readonly TaskView[] {
    return this.#tasks.map(({ name, intervalMs, isOn }) => ({ name, intervalMs, isOn }));
  }

  /**
   * Switches a task on or off; resolves when a beat under way is done. @throws RangeError for an unknown task
   */
  async switchTask(name: string, isOn: boolean): Promise<void> {
    const task = this.#tasks.find((each) => each.name === name);
    if (task === undefined) throw new RangeError(`no task '${name}'`);
    task.isOn = isOn;
    // Only its own beat: whatever switches it may be a beat of another task.
    if (task.isPeriodic) await task.beat;
    await task.onSwitch(isOn);
  }

  /**
   * Moves a frozen clock on by `ms`, and resolves with the time that it reached.
   *
   * @param signal ends the step where it is, with its reason
   * @throws RangeError for anything but whole ms, 0 or more; StepEndedError
   */
  async step(ms: number, signal?: AbortSignal): Promise<TimeMs> {
    requireWholeMs("a step's ms", ms);
    return this.#stepUpTo(() => this.#options.clock.now() + ms, signal);
  }

  /**
   * Moves a frozen clock on to `time`, and resolves with it.
   *
   * @param signal ends the step where it is, with its reason
   * @throws RangeError for anything but whole ms; TimeReversalError if the clock is past that; StepEndedError
   */
  async stepTo(time: TimeMs, signal?: AbortSignal): Promise<TimeMs> {
    requireWholeMs("a step's time", time);
    return this.#stepUpTo(() => time, signal);
  }

  /** The step under way, or the last one; undefined before the first. */
  get lastStep(): StepView | undefined {
    const step = this.#step;
    if (step === undefined) return undefined;
    const { from, to, ended } = step;
    return { from, to, time: ended ?? this.#options.clock.now(), isOver: ended !== undefined };
  }

  /**
   * Ends the steps that were asked for so far, each where it is; resolves once they are over. Whoever asked
   * for one hears {@link StepEndedError}.
   */
  async endSteps(why: string): Promise<void> {
    if (this.#asked.size === 0) return;
    for (const each of this.#asked) each.why ??= why;
    await this.#turn;
  }

  /**
   * Moves a frozen clock on to the next beat or due time and returns that; without one, stays where it is.
   */
  async nextEvent(): Promise<TimeMs> {
    let time = 0;
    await this.#exclusively(async () => {
      const { clock } = this.#options;
      const next = this.#nextInstant();
      time = next === Number.POSITIVE_INFINITY ? clock.now() : Math.max(next, clock.now());
      await this.#visitUpTo(time);
    });
    return time;
  }

  /**
   * Moves a freely running clock from instant to instant, each as a step does.
   *
   * @param gate called before each instant: how far time may go at most, or undefined to end
   */
  visit(gate: () => TimeMs | undefined | Promise<TimeMs | undefined>): Promise<void> {
    return this.#exclusively(async () => {
      while (this.#isRunning) {
        const answer = gate();
        const most = answer instanceof Promise ? await answer : answer;
        if (most === undefined) return;
        const next = Math.min(most, this.#nextInstant());
        if (next === Number.POSITIVE_INFINITY) return;
        await this.#visitUpTo(Math.max(next, this.#options.clock.now()));
      }
    });
  }

  /** Runs beats as market time reaches them, from now on. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const now = this.#options.clock.now();
    for (const task of this.#tasks) if (task.isPeriodic && task.next < now) task.next = task.after(now);
    this.#arm();
  }

  /** Runs no further beats; resolves when the beat under way is done. A step ends before its next instant. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    void this.endSteps("the market is closed");
    this.#alarm?.clear();
    const { clock } = this.#options;
    clock.limit(Number.POSITIVE_INFINITY);
    if (clock.mode().type === "max") clock.freeze(); // whoever moves the clock through instants would go on
    await this.#turn;
  }

  #exclusively(visit: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(visit);
    this.#turn = turn.catch(() => undefined).then(() => this.#arm()); // the caller has the error
    return turn;
  }

  /** Carries a step out once it has its turn. @param target asked for then */
  async #stepUpTo(target: () => TimeMs, signal: AbortSignal | undefined): Promise<TimeMs> {
    const asked: Asked = { why: undefined };
    const end = (): void => {
      asked.why ??= messageOf(signal!.reason);
    };
    signal?.addEventListener("abort", end);
    if (signal?.aborted === true) end();
    this.#asked.add(asked);
    try {
      let time = 0;
      await this.#exclusively(async () => {
        time = await this.#takeStep(target(), asked);
      });
      return time;
    } finally {
      this.#asked.delete(asked);
      signal?.removeEventListener("abort", end);
    }
  }

  async #takeStep(to: TimeMs, asked: Asked): Promise<TimeMs> {
    const { clock } = this.#options;
    const step: Step = { from: clock.now(), to, ended: undefined };
    this.#step = step;
    try {
      await this.#visitUpTo(to, () => asked.why !== undefined);
    } finally {
      step.ended = clock.now();
    }
    if (asked.why !== undefined && step.ended < to) throw new StepEndedError(this.lastStep!, asked.why);
    return step.ended;
  }

  /**
   * Visits every instant up to a time. @param isEnded asked before each instant: whether to stay at the one
   * before
   */
  async #visitUpTo(target: TimeMs, isEnded: () => boolean = () => false): Promise<void> {
    const { clock, engine } = this.#options;
    for (let time = this.#nextChange(); time <= target; time = this.#nextChange()) {
      if (isEnded()) return;
      this.#passQuiet(time);
      clock.moveTo(Math.max(time, clock.now()));
      if (engine.nextDue() <= time) await engine.settle();
      await this.#runBeat(time, (error) => {
        throw error;
      });
    }
    if (isEnded()) return;
    this.#passQuiet(target + 1);
    if (clock.now() !== target) clock.moveTo(target);
    await engine.settle();
  }

  /** Leaves out the beats before `time` of tasks that would do nothing at them. */
  #passQuiet(time: TimeMs): void {
    for (const task of this.#tasks) if (task.next < time && task.isQuiet()) task.next = task.after(time - 1);
  }

  /** Runs the tasks of one instant, then waits until everything they did is durable. */
  async #runBeat(time: TimeMs, onError: (error: unknown, name: string) => void): Promise<void> {
    for (const task of this.#tasks) {
      if (task.next > time) continue;
      task.next = task.after(time);
      if (!task.isOn) continue;
      try {
        const beat = task.run(time);
        task.beat = beat.catch(() => undefined); // whoever waits for it is not told
        await beat;
      } catch (error) {
        if (!task.isPeriodic) task.next = Math.min(task.next, time + RETRY_MS);
        onError(error, task.name);
      }
    }
    await this.#options.engine.settle();
  }

  #nextBeat(): TimeMs {
    return this.#tasks.reduce((next, task) => Math.min(next, task.next), Number.POSITIVE_INFINITY);
  }

  #nextInstant(): TimeMs {
    return Math.min(this.#nextBeat(), this.#options.engine.nextDue());
  }

  /** The next instant at which something may change. */
  #nextChange(): TimeMs {
    let next = this.#options.engine.nextDue();
    for (const task of this.#tasks) if (task.next < next && !task.isQuiet()) next = task.next;
    return next;
  }

  /** Waits for the next instant of a running schedule. */
  #arm(): void {
    this.#alarm?.clear();
    this.#alarm = undefined;
    if (!this.#isRunning) return;
    const { clock } = this.#options;
    const time = this.#nextInstant();
    clock.limit(time);
    if (time === Number.POSITIVE_INFINITY) return;
    this.#alarm = clock.alarm(time, () => {
      this.#alarm = undefined;
      this.#exclusively(() => this.#beatWhileRunning(time)).catch((error: unknown) => {
        this.#isRunning = false; // the engine has stopped
        this.#options.onTaskError(error, "schedule");
      });
    });
  }

  async #beatWhileRunning(time: TimeMs): Promise<void> {
    if (!this.#isRunning || time < this.#nextInstant()) return; // a step has passed this instant already
    const { clock, engine, onTaskError } = this.#options;
    const now = clock.now();
    if (clock.mode().type === "wall" && now - time > LATE_MAX_MS) this.#skipTo(now);
    await engine.settle();
    await this.#runBeat(Math.max(time, Math.min(this.#nextBeat(), now)), onTaskError);
  }

  /** Drops every beat that a later beat of the same task has overtaken. */
  #skipTo(now: TimeMs): void {
    const from = this.#nextBeat();
    for (const task of this.#tasks) {
      if (task.isPeriodic) task.next = Math.max(task.next, task.after(now - task.intervalMs));
    }
    if (this.#nextBeat() > from) this.#options.onSkip?.(from, now);
  }
}

/** The first multiple of an interval, moved on by its offset, after `time`. */
function beatAfter(time: TimeMs, intervalMs: number, offset: Offset): TimeMs {
  const beat = Math.floor(time / intervalMs);
  const now = beat * intervalMs + offset(beat);
  return now > time ? now : (beat + 1) * intervalMs + offset(beat + 1);
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
