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

/** The same, with the run as fast as the machine that is under way, or was the last. */
export function shownClockRun(context: ControlContext) {
  const { run } = context.fastTime;
  if (run === undefined) return { ...shownClock(context), run: null };
  const { until, isOver, ...rest } = run;
  return { ...shownClock(context), run: { ...rest, until: until ?? null, over: isOver } };
}
