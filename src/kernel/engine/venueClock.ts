import type { TimeMs } from "../core/index.ts";
import type { Clock, Timer } from "../host/clock.ts";
import { requireWholeMs } from "./wholeMs.ts";

/**
 * How market time runs:
 *
 * ```
 * wall ──freeze──▶ frozen ──run(n)──▶ scaled        freeze, run and runFreely lead from each to each;
 *   ▲                 │  └─runFreely─▶ max          moveTo moves a frozen clock on, and one that runs freely
 *   └───resumeWall────┴──────────────────┘          (never back: refused while ahead of the wall)
 * ```
 */
export type ClockMode =
  | { readonly type: "wall" }
  | { readonly type: "frozen" }
  /** `speed` milliseconds of market time in one of the host. */
  | { readonly type: "scaled"; readonly speed: number }
  /** As fast as the machine: it stands still except when moved by hand (FastTime). */
  | { readonly type: "max" };

/** How market time runs at a moment, for a clock that is to run alike. */
export interface ClockState {
  readonly mode: ClockMode;
  readonly time: TimeMs;
}

/** Market time was asked to go back. */
export class TimeReversalError extends Error {
  override readonly name = "TimeReversalError";
}

export const SPEED_MAX = 1_000_000;

/**
 * While market time is ahead of the host's clock it loses this share of each millisecond, 3.6 s in an hour,
 * until the two agree. To a client it still passes at one second a second, and it never goes back.
 */
export const SLEW_RATE = 0.001;
/** Jumps of the host's clock by more than this are reported. */
const JUMP_MIN_MS = 1_000;

/** An alarm is checked at least this often, in host milliseconds, since the wall clock may be set forward. */
const ALARM_LOOK_MAX_MS = 10_000;

/**
 * Market time, which stamps frames and drives beats: the host's wall clock by default, or a test clock that
 * is frozen, moved by hand or run faster. It never goes back, whatever the host's clock does. Where the
 * host's clock steps back, or market time starts ahead of it, market time goes on by the host's monotonic
 * clock, slower by {@link SLEW_RATE}, until the two agree.
 */
export class VenueClock {
  readonly #host: Clock;
  readonly #alarms = new Set<Alarm>();
  #mode: ClockMode;
  /** Market time when the mode began; the time itself while frozen. */
  #base: TimeMs;
  /** The host's monotonic time when the mode began. */
  #since: number;
  /** The latest time given out. */
  #latest: TimeMs;
  #limit: TimeMs = Number.POSITIVE_INFINITY;
  /** The host's wall clock and monotonic clock when they were last read: every request asks for the time. */
  #seenWallMs: number;
  #seenMonotonicMs: number;
  readonly #onJump: (jumpMs: number) => void;
  #ended: (() => void) | undefined;

  private constructor(
    host: Clock,
    mode: ClockMode,
    base: TimeMs,
    onJump: (jumpMs: number) => void = () => {},
  ) {
    this.#host = host;
    this.#onJump = onJump;
    this.#mode = mode;
    this.#base = base;
    this.#latest = base;
    this.#since = host.monotonicMs();
    this.#seenWallMs = host.wallMs();
    this.#seenMonotonicMs = this.#since;
  }

  /**
   * A clock that follows the host's wall clock.
   *
   * @param onJump called when the host's clock jumped, with the ms; negative: back
   */
  static wall(host: Clock, onJump?: (jumpMs: number) => void): VenueClock {
    return new VenueClock(host, { type: "wall" }, 0, onJump);
  }

  /** A test clock that stands at `time`. */
  static frozen(host: Clock, time: TimeMs): VenueClock {
    return new VenueClock(host, { type: "frozen" }, time);
  }

  now(): TimeMs {
    this.#latest = Math.max(this.#latest, this.#running());
    return this.#latest;
  }

  /** How far market time is ahead of the host's clock, in ms; 0 while it is behind. */
  aheadMs(): number {
    return Math.max(this.now() - this.#host.wallMs(), 0);
  }

  mode(): ClockMode {
    return this.#mode;
  }

  /** Stops market time where it is. */
  freeze(): void {
    this.#change({ type: "frozen" }, this.now());
  }

  /**
   * Runs market time from where it is, `speed` times as fast as the host's; 0 < speed ≤ {@link SPEED_MAX}.
   * @throws RangeError
   */
  run(speed: number): void {
    if (!(Number.isFinite(speed) && speed > 0 && speed <= SPEED_MAX))
      throw new RangeError(`a speed must be above 0 and at most ${SPEED_MAX}, got '${speed}'`);
    this.#change({ type: "scaled", speed }, this.now());
  }

  /**
   * Stands still except when moved by {@link moveTo}, until another mode is chosen. @param ended called then,
   * once, before time goes on
   */
  runFreely(ended: () => void): void {
    this.#change({ type: "max" }, this.now());
    this.#ended = ended;
  }

  /** Follows the wall clock again. @throws TimeReversalError while market time is ahead of it */
  resumeWall(): void {
    const aheadMs = this.now() - this.#host.wallMs();
    if (aheadMs > 0) {
      throw new TimeReversalError(
        `market time is ${aheadMs} ms ahead of the wall clock and never goes back; run it at speed 1 instead`,
      );
    }
    this.#change({ type: "wall" }, this.now());
  }

  /**
   * Moves a frozen or freely running clock on; alarms up to `time` go off before this returns. @throws
   * TimeReversalError, and RangeError for anything but whole ms
   */
  moveTo(time: TimeMs): void {
    requireWholeMs("market time", time);
    if (!stands(this.#mode)) throw new Error("only a frozen clock is moved by hand: freeze it first");
    if (time < this.#base) throw new TimeReversalError(`market time is ${this.#base} already, not ${time}`);
    this.#base = time;
    this.#sound();
  }

  /** Makes sure that market time is at least `time`, where a recovered history ends; in any mode. */
  notBefore(time: TimeMs): void {
    if (time <= this.now()) return;
    this.#latest = time;
    const ended = this.#ended;
    this.#ended = undefined;
    this.#change(this.#mode, time);
    this.#ended = ended;
  }

  state(): ClockState {
    return { mode: this.#mode, time: this.now() };
  }

  /**
   * Runs as another clock does, which is moved by somebody else; what that one runs freely stands here. Time
   * never goes back: where this clock is ahead, it stays so.
   */
  follow({ mode, time }: ClockState): void {
    const wanted: ClockMode = mode.type === "max" ? { type: "frozen" } : mode;
    const isSame = wanted.type === this.#mode.type && speedOf(wanted) === speedOf(this.#mode);
    if (isSame && wanted.type === "wall") return;
    if (!isSame) this.#change(wanted, Math.max(time, this.now()));
    else if (time <= this.now()) return;
    else if (wanted.type === "frozen") this.moveTo(time);
    else this.#change(wanted, time);
  }

  /** Keeps a scaled clock from passing `time` until the limit is moved; other modes have none. */
  limit(time: TimeMs): void {
    this.#limit = time;
    this.#sound();
  }

  /** Calls `fire` once market time has reached `time`, never before returning. */
  alarm(time: TimeMs, fire: () => void): Timer {
    const alarm = new Alarm(time, fire);
    this.#alarms.add(alarm);
    this.#wind(alarm);
    return {
      clear: () => {
        this.#alarms.delete(alarm);
        alarm.timer?.clear();
      },
    };
  }

  #running(): TimeMs {
    const mode = this.#mode;
    switch (mode.type) {
      case "wall":
        return this.#following();
      case "frozen":
      case "max":
        return this.#base;
      case "scaled":
        return Math.min(
          this.#limit,
          this.#base + Math.floor((this.#host.monotonicMs() - this.#since) * mode.speed),
        );
    }
  }

  /** Market time in mode `wall`: the wall clock, or the slower clock while market time is ahead of that. */
  #following(): TimeMs {
    const wallMs = this.#host.wallMs();
    const monotonicMs = this.#host.monotonicMs();
    const jumpMs = Math.round(wallMs - this.#seenWallMs - (monotonicMs - this.#seenMonotonicMs));
    this.#seenWallMs = wallMs;
    this.#seenMonotonicMs = monotonicMs;
    if (Math.abs(jumpMs) > JUMP_MIN_MS) this.#onJump(jumpMs);
    const goneOn = this.#base + Math.floor((monotonicMs - this.#since) * (1 - SLEW_RATE));
    if (wallMs < goneOn) return goneOn;
    this.#base = wallMs;
    this.#since = monotonicMs;
    return wallMs;
  }

  #change(mode: ClockMode, base: TimeMs): void {
    const ended = this.#ended;
    this.#ended = undefined;
    ended?.(); // before the new mode moves time on
    this.#mode = mode;
    this.#base = base;
    this.#since = this.#host.monotonicMs();
    this.#seenWallMs = this.#host.wallMs();
    this.#seenMonotonicMs = this.#since;
    for (const alarm of this.#alarms) this.#wind(alarm);
  }

  /** Sets off what is due after time has jumped, and sets the other alarms anew. */
  #sound(): void {
    const now = this.now();
    for (const alarm of [...this.#alarms]) {
      if (alarm.time > now) this.#wind(alarm);
      else if (this.#alarms.delete(alarm)) {
        alarm.timer?.clear();
        alarm.fire();
      }
    }
  }

  /** Sets the host's timer for an alarm, by the present mode. */
  #wind(alarm: Alarm): void {
    alarm.timer?.clear();
    alarm.timer = undefined;
    const mode = this.#mode;
    const now = this.now(); // read once: between two readings a fast clock may reach its limit
    const leftMs = alarm.time - now;
    if (leftMs > 0) {
      if (stands(mode) || (mode.type === "scaled" && now >= this.#limit)) return;
    }
    const hostMs = mode.type === "scaled" ? leftMs / mode.speed : leftMs;
    const waitMs = Math.min(Math.max(hostMs, 0), ALARM_LOOK_MAX_MS);
    alarm.timer = this.#host.setTimer(waitMs, () => {
      if (this.now() < alarm.time) this.#wind(alarm);
      else if (this.#alarms.delete(alarm)) alarm.fire();
    });
  }
}

function speedOf(mode: ClockMode): number {
  return mode.type === "scaled" ? mode.speed : 0;
}

/** Whether time moves only by hand. */
function stands({ type }: ClockMode): boolean {
  return type === "frozen" || type === "max";
}

class Alarm {
  readonly time: TimeMs;
  readonly fire: () => void;
  timer: Timer | undefined;
  constructor(time: TimeMs, fire: () => void) {
    this.time = time;
    this.fire = fire;
  }
}
