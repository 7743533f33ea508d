import type { FastRun } from "../../../engine/index.ts";
import type { ControlContext } from "../operation.ts";

/** Market time, the host's, and how the first runs. */
export function shownClock({ engine, venueClock, clock, fastTime }: ControlContext) {
  const mode = venueClock.mode();
  const time = engine.now();
  const { run } = fastTime;
  return {
    mode: mode.type,
    speed: mode.type === "scaled" ? mode.speed : mode.type === "wall" ? 1 : 0,
    time,
    iso: new Date(time).toISOString(),
    hostTime: clock.wallMs(),
    aheadMs: venueClock.aheadMs(),
    ...(run !== undefined && { run: shownRun(run) }),
  };
}

function shownRun({ until, isOver, ...run }: FastRun) {
  return { ...run, until: until ?? null, over: isOver };
}
