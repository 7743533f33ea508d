import { systemClock } from "../../src/kernel/host/clock.ts";
import { FastClock } from "../../src/kernel/host/fastClock.ts";

/** Host time of a venue and its clients passes so much slower than the machine's. */
const PACE = 0.1;

/**
 * Unix ms now where time has passed slowly since `begunMs`: a request is fresh for five minutes of the
 * machine's, so that one that is repeated after a start is fresh however long a busy machine takes for that.
 */
export function slowTime(begunMs: number): number {
  return Math.floor(begunMs + (Date.now() - begunMs) * PACE);
}

/** A clock for a venue whose time passes as that of {@link slowTime}. */
export function slowClock(begunMs: number): FastClock {
  const clock = new FastClock(systemClock, slowTime(begunMs));
  clock.run(PACE);
  return clock;
}
