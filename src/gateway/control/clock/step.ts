import * as declared from "../../../wire/control/operations/clock.ts";
import { invalidParameter, WireError } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/**
 * `POST /control/clock/step`: moves frozen market time on by `ms`, or to `time`. The answer comes when feeds, timers and
 * participants of every beat up to there are done and durable.
 */
export const stepClock = controlOperation(declared.stepClock, async (context, { ms, time: target }) => {
  const { schedule, venueClock } = context;
  if ((ms === undefined) === (target === undefined)) {
    throw invalidParameter("ms", "give either ms or time");
  }
  if (venueClock.mode().type !== "frozen") {
    throw new WireError("refused", "only a frozen clock is stepped: freeze it first");
  }
  if (target !== undefined && target > venueClock.now() + declared.STEP_MAX_MS) {
    throw invalidParameter("time", `at most a year ahead of ${venueClock.now()}, got '${target}'`);
  }
  await (ms === undefined ? schedule.stepTo(target!) : schedule.step(ms));
  return shownClock(context);
});
