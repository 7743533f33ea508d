import type { ControlContext } from "../operation.ts";

/** Market time, the host's, and how the first runs. */
export function shownClock({ engine, venueClock, clock }: ControlContext) {
  const mode = venueClock.mode();
  const time = engine.now();
  return {
    mode: mode.type,
    speed: mode.type === "scaled" ? mode.speed : mode.type === "wall" ? 1 : 0,
    time,
    iso: new Date(time).toISOString(),
    hostTime: clock.wallMs(),
    aheadMs: venueClock.aheadMs(),
  };
}
