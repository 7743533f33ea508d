import type { AccountUpdate, Answer, Command, Query, TimeMs } from "../core/index.ts";
import { assert } from "../core/index.ts";
import type { Clock, Timer } from "../host/clock.ts";
import type { Disk } from "../host/disk.ts";
import type { CommandLog, Frame } from "../journal/commandLog.ts";
import type { SnapshotMeta } from "../journal/snapshotStore.ts";
import type { BackgroundAuditStatus } from "./backgroundAudit.ts";
import { BackgroundAudit } from "./backgroundAudit.ts";
import type { Batch, Reject } from "./batch.ts";
import { CommandQueue, QUEUE_COMMANDS_MAX } from "./commandQueue.ts";
import { Flight } from "./flight.ts";
import type { BrokenFrame } from "./haltDump.ts";
import { haltDump, writeHaltDump } from "./haltDump.ts";
import type { Machine, MachineKind } from "./machine.ts";
import type { EnginePort, FrameListener, Outcome } from "./port.ts";
import { EngineHaltedError, NotLeadingError } from "./port.ts";
import type { RecoveryOptions, RecoveryReport, Restored } from "./recovery.ts";
import { catchUp, recover } from "./recovery.ts";
import type { Replay } from "./replay.ts";
import type { SnapshotPolicyOptions } from "./snapshotPolicy.ts";
import { SnapshotPolicy } from "./snapshotPolicy.ts";
import type { Snapshotter } from "./snapshots.ts";
import { writeSnapshot } from "./snapshots.ts";
import { Subscribers } from "./subscribers.ts";
import type { VenueClock } from "./venueClock.ts";
import { replayCost } from "./work.ts";

export interface EngineOptions extends RecoveryOptions, SnapshotPolicyOptions {
  readonly clock: VenueClock;
  /** The most commands that wait; default: {@link QUEUE_COMMANDS_MAX}. */
  readonly queueMax?: number;
  /** Audits the whole state after every command: for tests, since it costs far more than the command. */
  readonly auditEvery?: boolean;
  /** Audits the state in slices while the engine runs, paced by this clock; without it, on demand only. */
  readonly backgroundAudit?: Clock;
  /** Takes snapshots while the engine runs; without it one is taken at the clean stop only. */
  readonly snapshotter?: Snapshotter;
  /** Where a dump goes when an invariant breaks. */
  readonly dumps?: Disk;
  /** Default: what is here is always current; see {@link EnginePort.current}. */
  readonly current?: () => Promise<void> | undefined;
  /** What whoever submits a command hears while it follows. Default: {@link NotLeadingError}. */
  readonly whileFollowing?: () => Error;
  /** Called once when the venue stops because of an error. */
  readonly onHalt?: (reason: Error) => void;
}

/** See the drawing at {@link Engine}. */
export type EngineState = "running" | "following" | "halted" | "stopped";

/** A whole state, as a snapshot holds it. */
export interface CapturedState {
  readonly meta: SnapshotMeta;
  readonly bytes: Uint8Array;
}

/**
 * Slows the engine: returns a promise to wait for before the next frame is cut, or `undefined` to go on at
 * once.
 */
export type Brake = () => Promise<void> | undefined;

/**
 * Sequences commands: the one writer of the log and the one caller of the machine.
 *
 * ```
 *           open                 settle, drain, snapshot
 * (recover) ────▶ running ──stop()──▶ stopped
 *     │ follow      ▲ │                 ▲
 *     │         lead│ └─ append failed, invariant broken, listener threw ──▶ halted
 *     └────────▶ following ──stop()─────┘    (or another outcome than the log's)
 * ```
 *
 * A following engine takes no commands. It executes the frames that another node writes to the log, and gives
 * out what they cause, in the same way, until it leads itself.
 *
 * Commands gather in a batch while the previous frame is being written to disk (group commit, one append in
 * flight). Once that frame is durable, the batch becomes the next frame: it is stamped with one time,
 * appended, and executed while the append is under way. Nothing of a frame is given out before it is durable.
 * docs/reference/engine.md
 *
 * The file is long because frames and engine are one state machine: each step is only right together with the
 * others.
 */
export class Engine implements EnginePort {
  readonly #options: EngineOptions;
  #recovery: RecoveryReport;
  readonly #log: CommandLog;
  readonly #clock: VenueClock;
  readonly #kind: MachineKind;
  readonly #machine: Machine;
  readonly #queue: CommandQueue;
  readonly #subscribers: Subscribers;
  readonly #brakes = new Set<Brake>();
  readonly #snapshotPolicy: SnapshotPolicy | undefined;
  readonly #backgroundAudit: BackgroundAudit | undefined;

  #state: EngineState;
  /** The epoch under which this engine writes; 0 while it follows. */
  #epoch: number;
  /** Executes the log while this engine follows. */
  #replay: Replay | undefined;
  #haltReason: Error | undefined;
  #stopping: Promise<void> | undefined;
  #digest: Uint8Array;
  /** The work ({@link replayCost}) of everything up to `headSeq`. */
  #work: number;
  #durableSeq: number;

  #flight: Flight | undefined;
  #isTurnSet = false;
  #isBraked = false;
  #alarm: { readonly time: TimeMs; readonly timer: Timer } | undefined;
  #settlers: { readonly resolve: () => void; readonly reject: Reject }[] = [];

  #reporting: Promise<void> | undefined;

  private constructor(options: EngineOptions, { replay, report }: Restored, epoch: number) {
    this.#state = epoch === 0 ? "following" : "running";
    this.#replay = epoch === 0 ? replay : undefined;
    this.#options = options;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#kind = options.machine;
    this.#machine = replay.machine;
    this.#digest = replay.digest;
    this.#work = replay.work;
    this.#epoch = epoch;
    this.#durableSeq = report.headSeq;
    this.#subscribers = new Subscribers(this.#machine, (error) => this.#halt(error));
    this.#queue = new CommandQueue(options.queueMax ?? QUEUE_COMMANDS_MAX);
    this.#snapshotPolicy =
      options.snapshotter &&
      new SnapshotPolicy(options.snapshotter, options, {
        commands: report.commands,
        work: replay.work - replay.workBefore,
      });
    this.#backgroundAudit =
      options.backgroundAudit &&
      new BackgroundAudit(this.#machine, options.backgroundAudit, (error) => this.#haltAtRest(error));
    this.#recovery = report;
  }

  /**
   * Starts the engine by recovering: from whatever is stored to a running engine. Market time goes on from
   * where history ends or from the clock's now, whichever is later.
   *
   * @throws ReplayError, HistoryLostError, LogError: the venue must not start
   */
  static async open(options: EngineOptions): Promise<Engine> {
    const recovered = await recover(options);
    options.clock.notBefore(recovered.report.headTime);
    const engine = new Engine(options, recovered, recovered.epoch);
    engine.#takeTurn();
    return engine;
  }

  /**
   * Starts the engine as the follower of another node, with what is durable for certain; from then on it
   * executes what {@link apply} is given.
   *
   * @throws ReplayError, HistoryLostError, LogError: the node must not start
   */
  static async follow(options: EngineOptions): Promise<Engine> {
    return new Engine(options, await catchUp(options), 0);
  }

  /** What start-up, or taking the lead, found. */
  get recovery(): RecoveryReport {
    return this.#recovery;
  }

  get state(): EngineState {
    return this.#state;
  }

  get haltReason(): Error | undefined {
    return this.#haltReason;
  }

  /** Last executed sequence number; ahead of `durableSeq` by at most the frame in flight. */
  get headSeq(): number {
    return this.#machine.seq;
  }

  get durableSeq(): number {
    return this.#durableSeq;
  }

  /** The running digest of all events up to `headSeq`, 32 bytes. */
  get digest(): Uint8Array {
    return this.#digest;
  }

  now(): TimeMs {
    return Math.max(this.#machine.time, this.#clock.now());
  }

  /** When the machine next needs market time to be logged; Infinity if never. */
  nextDue(): TimeMs {
    return this.#machine.nextDue();
  }

  /** When the machine acts by itself next; Infinity if never. */
  nextAct(): TimeMs {
    return this.#machine.nextAct();
  }

  /** Whether anybody watches an account. */
  get isWatched(): boolean {
    return this.#subscribers.isWatching;
  }

  submit(command: Command): Promise<Outcome> {
    const refusal = this.#refusal(1);
    if (refusal !== undefined) return Promise.reject(refusal);
    const outcome = this.#queue.add(command);
    this.#takeTurn();
    return outcome;
  }

  submitAll(commands: readonly Command[]): Promise<readonly Outcome[]> {
    if (commands.length === 0) return Promise.resolve([]);
    const refusal = this.#refusal(commands.length);
    if (refusal !== undefined) return Promise.reject(refusal);
    const outcomes = this.#queue.addAll(commands);
    this.#takeTurn();
    return outcomes;
  }

  current(): Promise<void> | undefined {
    return this.#options.current?.();
  }

  query<Q extends Query>(query: Q): Promise<Answer<Q>> {
    if (!this.#isOpen) return Promise.reject(this.#halted());
    try {
      const answer = this.#machine.answer(query);
      const flight = this.#flight;
      if (flight?.isExecuted !== true) return Promise.resolve(answer);
      return new Promise((resolve, reject) => flight.hold(() => resolve(answer), reject));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  subscribe(listener: FrameListener): () => void {
    return this.#subscribers.subscribe(listener);
  }

  watch(account: number, listener: (update: AccountUpdate) => void): () => void {
    return this.#subscribers.watch(account, listener);
  }

  /**
   * Asks `brake` before each frame whether to wait, as a reader that has fallen behind wants; returns how to
   * remove it.
   */
  slow(brake: Brake): () => void {
    this.#brakes.add(brake);
    return () => this.#brakes.delete(brake);
  }

  /**
   * While this engine follows: executes the next frame of the log, which is durable, and gives out what it
   * causes.
   *
   * @throws ReplayError: the outcome is another than the leader's; the engine has halted
   */
  apply(frame: Frame): void {
    const replay = this.#replay;
    assert(replay !== undefined && this.#state === "following", "only a following engine executes the log");
    const { work } = replay;
    this.#snapshotPolicy?.logged(frame.count, frame.payload.length);
    try {
      replay.apply(frame);
    } catch (error) {
      const { firstSeq, count, time } = frame;
      const payload = frame.payload.slice();
      this.#halt(error as Error, { firstSeq, count, time, payload, brokenAt: replay.machine.seq });
      throw error;
    }
    this.#digest = replay.digest;
    this.#durableSeq = replay.machine.seq;
    this.#subscribers.publish(
      () => replay.applied(frame),
      () => frame.payload,
      replay.machine.takeUpdates(),
    );
    this.#work = replay.work;
    this.#snapshotPolicy?.executed(replay.work - work);
    this.#snapshotPolicy?.consider(this.#durableSeq + 1);
  }

  /**
   * Takes the log for writing, executes what it holds beyond this state, and takes commands from then on.
   *
   * @throws LogError `fenced`: another node was faster; ReplayError
   */
  async lead(): Promise<void> {
    const { epoch, head } = await this.#log.acquire();
    for await (const frame of this.#log.read(this.#machine.seq + 1)) {
      for (let released = this.brakeReleased(); released !== undefined; released = this.brakeReleased())
        await released;
      this.apply(frame);
    }
    const { seq, time } = this.#machine;
    assert(seq === head.nextSeq - 1, "a log that was taken holds every frame up to its head");
    if (this.#state !== "following" || this.#stopping !== undefined) throw this.#halted();
    const headTime = Math.max(time, head.time);
    this.#recovery = { ...this.#recovery, headSeq: seq, headTime };
    this.#clock.notBefore(headTime);
    this.#epoch = epoch;
    this.#replay = undefined;
    this.#state = "running";
    this.#takeTurn();
  }

  /**
   * Resolves when the brake of a reader that has fallen behind is released, for which the next frame waits;
   * undefined if no reader has.
   */
  brakeReleased(): Promise<void> | undefined {
    for (const brake of this.#brakes) {
      const released = brake();
      if (released !== undefined) return released;
    }
    return undefined;
  }

  /**
   * The state as it is now. Call it where nothing is in flight, such as right after {@link settle}; a brake
   * set before the next turn of the event loop keeps this state the head.
   */
  capture(): CapturedState {
    assert(
      this.#flight === undefined && this.#durableSeq === this.#machine.seq,
      "a captured state is durable",
    );
    const { seq, time } = this.#machine;
    const meta = { seq, time, format: this.#kind.format, digest: this.#digest, work: this.#work };
    return { meta, bytes: this.#machine.snapshot() };
  }

  /** Audits the state now; a broken rule halts the venue. */
  audit(): void {
    try {
      this.#machine.audit();
    } catch (error) {
      this.#haltAtRest(error as Error);
      throw error;
    }
  }

  /** Stops for good because something that it depends on is gone; nothing more is acknowledged. */
  halt(reason: Error): void {
    this.#halt(reason);
  }

  /** What the background audit has found so far; undefined if none runs. */
  get backgroundAudit(): BackgroundAuditStatus | undefined {
    return this.#backgroundAudit?.status;
  }

  /**
   * Resolves when nothing is queued or in flight, no internal step is left and nothing is due by now; at once
   * while this engine follows. Rejects with {@link EngineHaltedError} when the venue stops first.
   */
  settle(): Promise<void> {
    if (this.#state === "following") return Promise.resolve();
    if (this.#state !== "running") return Promise.reject(this.#halted());
    return new Promise((resolve, reject) => {
      this.#settlers.push({ resolve, reject });
      this.#takeTurn();
    });
  }

  /**
   * Stops cleanly: takes no new commands, executes those already taken, writes a snapshot at the head and
   * closes the log. A halted engine only closes its log. Rejects when the snapshot could not be written:
   * nothing is lost, but the stop was not clean, and the next start replays.
   *
   * @param options.snapshot false for a log that is about to be deleted: nobody would start from it
   */
  stop(options: { readonly snapshot?: boolean } = {}): Promise<void> {
    this.#stopping ??= this.#stop(options.snapshot ?? true);
    return this.#stopping;
  }

  async #stop(snapshot: boolean): Promise<void> {
    const settled = this.#state === "running" ? this.settle() : Promise.resolve();
    await settled.catch(() => undefined); // onHalt was told of a halt meanwhile
    this.#alarm?.timer.clear();
    this.#backgroundAudit?.stop();
    await this.#snapshotPolicy?.close();
    await this.#reporting;
    try {
      if (this.#isOpen) {
        this.#state = "stopped";
        if (snapshot) await this.#snapshotAtHead();
      }
    } finally {
      await this.#log.close();
    }
  }

  async #snapshotAtHead(): Promise<void> {
    const { snapshots } = this.#options;
    const [newest] = await snapshots.list();
    const storedSeq = newest?.type === "intact" ? newest.info.seq : 0;
    if (storedSeq === this.#machine.seq) return; // no command since the stored snapshot, or none ever
    const state = { machine: this.#machine, digest: this.#digest, kind: this.#kind, work: this.#work };
    await writeSnapshot(state, snapshots, this.#options.readerSeq?.());
  }

  /** Whether it shows a state: it runs or follows. */
  get #isOpen(): boolean {
    return this.#state === "running" || this.#state === "following";
  }

  #refusal(commands: number): Error | undefined {
    if (this.#state === "following" && this.#stopping === undefined)
      return this.#options.whileFollowing?.() ?? new NotLeadingError();
    if (this.#state !== "running" || this.#stopping !== undefined) return this.#halted();
    return this.#queue.refusal(commands);
  }

  #halted(): EngineHaltedError {
    return this.#haltReason === undefined
      ? new EngineHaltedError("the market has stopped")
      : new EngineHaltedError(`the market has stopped: ${this.#haltReason.message}`, {
          cause: this.#haltReason,
        });
  }

  /**
   * Looks for work after the event loop has handed over everything that arrived together, so that it shares a
   * frame.
   */
  #takeTurn(): void {
    if (this.#isTurnSet || this.#flight !== undefined || this.#state !== "running") return;
    this.#isTurnSet = true;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#isTurnSet = false;
    if (this.#state !== "running") return;
    if (this.#flight === undefined && !this.#isBraked) this.#launch();
    const flight = this.#flight;
    if (flight === undefined) this.#rest();
    else if (!flight.isExecuted) this.#execute(flight);
  };

  /** Cuts the next frame, if there is work and no brake, and starts its append. */
  #launch(): void {
    if (this.#brake()) return;
    const time = this.now();
    const batch = this.#nextFrame(time);
    if (batch === undefined) return;
    const firstSeq = this.#durableSeq + 1;
    const flight = new Flight(batch, firstSeq, time);
    this.#flight = flight;
    const input = { count: batch.count, time, digest: this.#digest, payload: batch.payload() };
    this.#snapshotPolicy?.logged(input.count, input.payload.length);
    this.#log.append(this.#epoch, firstSeq, input).then(
      () => {
        flight.isDurable = true;
        this.#land(flight);
      },
      (error: Error) => this.#halt(error),
    );
  }

  /** Cuts no frame while a brake is on. Returns whether one is. */
  #brake(): boolean {
    const released = this.brakeReleased();
    if (released === undefined) return false;
    this.#isBraked = true;
    released.then(
      () => {
        this.#isBraked = false;
        this.#takeTurn();
      },
      (error: Error) => this.#halt(error),
    );
    return true;
  }

  /**
   * The next frame: leftover steps alone; otherwise the waiting commands, preceded by the time if something
   * is due.
   */
  #nextFrame(time: TimeMs): Batch | undefined {
    if (this.#machine.pendingSteps() > 0) {
      const batch = this.#queue.fresh();
      batch.setPreamble("proceed");
      return batch;
    }
    const isDue = this.#machine.nextDue() <= time;
    if (this.#queue.size === 0 && !isDue) return undefined;
    const batch = this.#queue.take();
    if (isDue) batch.setPreamble("advanceTime");
    return batch;
  }

  #execute(flight: Flight): void {
    const machine = this.#machine;
    try {
      const digested = flight.execute(machine, this.#digest, this.#options.auditEvery === true);
      this.#digest = digested.digest;
      const work = replayCost(flight.count, machine.events);
      this.#work += work;
      this.#snapshotPolicy?.executed(work);
      assert(machine.seq === flight.lastSeq, "a frame's commands take consecutive sequence numbers");
      assert(
        flight.batch.preamble !== "advanceTime" ||
          machine.nextDue() > flight.time ||
          machine.pendingSteps() > 0,
        "what was due is not due again at the same time",
      );
    } catch (error) {
      const { firstSeq, count, time, batch, executing } = flight;
      const frame = { firstSeq, count, time, payload: batch.payload(), brokenAt: executing };
      this.#halt(error as Error, frame);
      return;
    }
    if (flight.postponed !== undefined) this.#queue.putFirst(flight.postponed);
    this.#land(flight);
  }

  /**
   * Once a frame is durable and executed: starts the next one's append, then gives out this one's answers.
   */
  #land(flight: Flight): void {
    if (!flight.isDurable || !flight.isExecuted || this.#state === "halted") return;
    this.#durableSeq = flight.lastSeq;
    this.#flight = undefined;
    this.#launch();
    const { batch, updates } = flight;
    this.#subscribers.publish(
      () => flight.frame(),
      () => batch.payload(),
      updates,
    );
    flight.answer();
    this.#queue.recycle(flight.batch);
    if (this.#flight !== undefined) setImmediate(this.#turn);
    else this.#takeTurn(); // rests only after the callers just answered could submit again
    this.#snapshotPolicy?.consider(this.#durableSeq + 1);
  }

  /** With no work left: waits for what falls due next, and resolves the promises of `settle`. */
  #rest(): void {
    if (this.#isBraked) return;
    this.#setAlarm();
    const settlers = this.#settlers;
    this.#settlers = [];
    for (const { resolve } of settlers) resolve();
  }

  /** Sets a timer for what falls due next. One that goes off early finds nothing due and is set again. */
  #setAlarm(): void {
    const time = this.#machine.nextDue();
    if (this.#state !== "running" || (this.#alarm !== undefined && this.#alarm.time <= time)) return;
    this.#alarm?.timer.clear();
    this.#alarm = undefined;
    if (time === Number.POSITIVE_INFINITY) return;
    const timer = this.#clock.alarm(time, () => {
      this.#alarm = undefined;
      this.#takeTurn();
    });
    this.#alarm = { time, timer };
  }

  /**
   * Stops for good: nothing that is not durable is given out, and every waiting caller hears that the outcome
   * is unknown.
   *
   * @param broken the frame during which a rule broke, to be dumped
   */
  #halt(reason: Error, broken?: BrokenFrame): void {
    if (!this.#isOpen) return;
    this.#state = "halted";
    this.#haltReason = reason;
    this.#alarm?.timer.clear();
    this.#backgroundAudit?.stop();
    const error = this.#halted();
    this.#flight?.fail(error);
    this.#queue.fail(error);
    for (const { reject } of this.#settlers) reject(error);
    this.#settlers = [];
    this.#reporting = this.#report(reason, broken);
  }

  /** Halts for a rule that was found broken between two frames; the dumped frame has no commands. */
  #haltAtRest(reason: Error): void {
    const { seq, time } = this.#machine;
    this.#halt(reason, { firstSeq: seq + 1, count: 0, time, payload: new Uint8Array(0), brokenAt: seq });
  }

  /** Writes the dump, if there is something to dump and a place for it, and calls `onHalt`. */
  async #report(reason: Error, broken: BrokenFrame | undefined): Promise<void> {
    const { dumps, onHalt } = this.#options;
    if (broken !== undefined && dumps !== undefined) {
      try {
        await writeHaltDump(dumps, haltDump(reason, broken, this.#kind.format));
      } catch (error) {
        onHalt?.(new AggregateError([reason, error], `${reason.message} (and no dump could be written)`));
        return;
      }
    }
    onHalt?.(reason);
  }
}
