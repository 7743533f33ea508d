import type { Clock, Timer } from "./clock.ts";

/** The longest wait of the runtime's own timers, ms; longer ones are waited for in pieces. */
const WAIT_MAX_MS = 2 ** 31 - 1;

/** The clock of this machine. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer(afterMs: number, fire: () => void): Timer {
    const dueMs = performance.now() + afterMs;
    let handle: NodeJS.Timeout;
    const wait = (): void => {
      const leftMs = dueMs - performance.now();
      handle = setTimeout(
        leftMs > WAIT_MAX_MS ? wait : fire,
        Math.min(Math.ceil(Math.max(leftMs, 0)), WAIT_MAX_MS),
      );
    };
    wait();
    return { clear: () => clearTimeout(handle) };
  },
};
