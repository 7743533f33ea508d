import type { TimeMs } from "../core/index.ts";
import type { Clock } from "../host/clock.ts";
import type { Schedule } from "./schedule.ts";
import type { VenueClock } from "./venueClock.ts";
import { requireWholeMs } from "./wholeMs.ts";

/** Default of {@link FastOptions.thinkMs}, ms of the host. */
const THINK_MS = 20;

export interface WatchOptions {
  /** How long a client that does not acknowledge must have been quiet before time goes on, ms of the host. */
  readonly thinkMs: number;
  /** Time stands still while fewer clients than this acknowledge. */
  readonly clients: number;
}

/** Looks after the clients while market time runs as fast as it can. */
export interface ClientWatch {
  begin(options: WatchOptions): void;
  /** The run is over: stops waiting for anybody. */
  end(): void;
  /**
   * Time has reached `time`, and what happened there is pushed. Returns what to wait for before time may go
   * on, undefined for nothing.
   */
  stopped(time: TimeMs): Promise<void> | undefined;
  /** The first time at which a client wants time to stop; Infinity if none does. */
  readonly nextStop: TimeMs;
  /**
   * Whether time went on although a client that does not acknowledge might still have acted: then another run
   * may go differently.
   */
  readonly varies: boolean;
}

export interface FastOptions extends Partial<WatchOptions> {
  /** Where the run stops; default: nowhere. */
  readonly until?: TimeMs | undefined;
}

/** A run of market time as fast as the machine can, under way or over. */
export interface FastRun {
  readonly from: TimeMs;
  /** The time that the run has reached, or ended at. */
  readonly time: TimeMs;
  readonly until: TimeMs | undefined;
  /** Instants at which something happened. */
  readonly steps: number;
  /** How long the run took, ms of the host. */
  readonly tookMs: number;
  /** How much of `tookMs` was spent waiting for clients. */
  readonly waitedMs: number;
  readonly varies: boolean;
  readonly isOver: boolean;
}

interface Running {
  readonly from: TimeMs;
  readonly until: TimeMs | undefined;
  readonly sinceMs: number;
  steps: number;
  waitedMs: number;
  /** What the run came to; set once it is over. */
  ended: FastRun | undefined;
}

/** An open market, whose time a run moves; a reset puts another market in its place. */
export interface TimedSession {
  readonly clock: VenueClock;
  readonly schedule: Pick<Schedule, "visit">;
}

/**
 * Lets market time run as fast as the machine can: from instant to instant, waiting at each until every
 * client has dealt with what it was told ({@link ClientWatch}).
 *
 * ```
 * stopped at an instant ──nobody to wait for──▶ next instant (beats, what is due) ──▶ stopped …
 *        └──freeze, run, reset, stop, `until` reached──▶ over
 * ```
 */
export class FastTime {
  readonly #session: () => TimedSession;
  readonly #watch: ClientWatch;
  readonly #host: Clock;
  readonly #onError: (error: unknown) => void;
  #run: Running | undefined;

  constructor(
    session: () => TimedSession,
    options: {
      readonly watch: ClientWatch;
      readonly host: Clock;
      readonly onError: (error: unknown) => void;
    },
  ) {
    this.#session = session;
    this.#watch = options.watch;
    this.#host = options.host;
    this.#onError = options.onError;
  }

  /**
   * Runs from now on; any other change of the clock's mode ends the run.
   *
   * @returns resolves with the run once it is over
   * @throws RangeError when `until` is not in the future, or any option no whole number
   */
  start({ until, thinkMs = THINK_MS, clients = 0 }: FastOptions = {}): Promise<FastRun> {
    if (until !== undefined) requireWholeMs("a run's until", until);
    requireWholeMs("a run's thinkMs", thinkMs);
    requireWholeMs("a run's clients", clients);
    const { clock, schedule } = this.#session();
    const from = clock.now();
    if (until !== undefined && until < from)
      throw new RangeError(`market time is ${from} already, not before ${until}`);
    const run: Running = {
      ...{ from, until, sinceMs: this.#host.monotonicMs(), steps: 0, waitedMs: 0 },
      ended: undefined,
    };
    clock.runFreely(() => this.#end(run, clock));
    this.#run = run;
    this.#watch.begin({ thinkMs, clients });
    const visited = schedule.visit(() => this.#gate(run, clock));
    return visited
      .catch((error: unknown) => this.#onError(error))
      .then(() => {
        if (run.ended === undefined && clock.mode().type === "max") clock.freeze();
        return run.ended ?? this.#view(run, clock);
      });
  }

  /** The run under way, or the last one; undefined before the first. */
  get run(): FastRun | undefined {
    const run = this.#run;
    return run && (run.ended ?? this.#view(run, this.#session().clock));
  }

  #gate(run: Running, clock: VenueClock): TimeMs | undefined | Promise<TimeMs | undefined> {
    if (run.ended !== undefined) return undefined;
    const time = clock.now();
    const wait = this.#watch.stopped(time);
    if (wait === undefined) return this.#limit(run, time);
    const sinceMs = this.#host.monotonicMs();
    return wait.then(() => {
      run.waitedMs += this.#host.monotonicMs() - sinceMs;
      return this.#limit(run, time);
    });
  }

  /** How far time may go now. */
  #limit(run: Running, time: TimeMs): TimeMs | undefined {
    if (run.ended !== undefined) return undefined;
    if (run.until !== undefined && time >= run.until) return undefined;
    run.steps++;
    return Math.min(run.until ?? Number.POSITIVE_INFINITY, this.#watch.nextStop);
  }

  #end(run: Running, clock: VenueClock): void {
    if (run.ended !== undefined) return;
    run.ended = { ...this.#view(run, clock), isOver: true };
    this.#watch.end();
  }

  #view(run: Running, clock: VenueClock): FastRun {
    const { from, until, steps, sinceMs, waitedMs } = run;
    const tookMs = Math.round(this.#host.monotonicMs() - sinceMs);
    const { varies } = this.#watch;
    return {
      ...{ from, until, steps, tookMs, varies },
      time: clock.now(),
      waitedMs: Math.round(waitedMs),
      isOver: false,
    };
  }
}
