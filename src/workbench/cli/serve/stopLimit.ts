import type { Clock, Timer } from "../../../kernel/host/clock.ts";
import { systemClock } from "../../../kernel/host/clock.ts";
import { EXIT_FAILED } from "../exitCodes.ts";

/** The longest that a stop may take, ms of the host: shorter than service managers wait before they kill. */
const STOP_MAX_MS = 55_000;

/** How long a process may live on after its work is done, ms of the host. */
const REST_MAX_MS = 10_000;

/** The parts of the process that are needed to end it. */
interface Endable {
  exit(code?: number): void;
}

/** Ends the process if a stop takes too long: so a signal always ends a venue. */
export class StopLimit {
  readonly #warn: (text: string) => void;
  readonly #clock: Clock;
  readonly #target: Endable;
  #timer: Timer | undefined;

  constructor(warn: (text: string) => void, clock: Clock = systemClock, target: Endable = process) {
    this.#warn = warn;
    this.#clock = clock;
    this.#target = target;
  }

  /** Begins the limit: a stop has begun. */
  begin(): void {
    this.#timer ??= this.#clock.setTimer(STOP_MAX_MS, () => {
      this.#warn(
        `the venue has not stopped within ${STOP_MAX_MS / 1000} s, and is ended as it is: everything acknowledged is on the disk, ` +
          "and the next start replays it\n",
      );
      this.#target.exit(EXIT_FAILED);
    });
  }

  /** Ends the limit: the stop is over. */
  end(): void {
    this.#timer?.clear();
    this.#timer = undefined;
  }
}

/** Streams on which the process may still have to write. */
type Written = readonly { readonly writableLength: number }[];

/**
 * Ends a process that has done its work but is kept alive by something left open, as soon as all its output
 * is written. The exit code is the one that was set.
 */
export function exitOnceWritten(
  target: Endable = process,
  written: Written = [process.stdout, process.stderr],
): void {
  setInterval(() => {
    if (written.every(({ writableLength }) => writableLength === 0)) target.exit();
  }, REST_MAX_MS).unref();
}
