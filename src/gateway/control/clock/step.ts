import { control, integer, invalidParameter, optional, time, WireError } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** The farthest that one step goes: every beat of it is run before the answer. */
const STEP_MAX_MS = 366 * 86_400_000;

/**
 * `POST /control/clock/step`: moves frozen market time on by `ms`, or to `time`. The answer comes when feeds, timers and
 * participants of every beat up to there are done and durable.
 */
export const stepClock = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/step",
  summary: "Step frozen market time, by ms or to a time",
  answer: control.ClockView,
  parameters: {
    ms: optional(integer("How far, ms.", { max: STEP_MAX_MS })),
    time: optional(time("Where to, Unix ms.")),
  },
  async handle(context, { ms, time: target }) {
    const { schedule, venueClock } = context;
    if ((ms === undefined) === (target === undefined)) {
      throw invalidParameter("ms", "give either ms or time");
    }
    if (venueClock.mode().type !== "frozen") {
      throw new WireError("refused", "only a frozen clock is stepped: freeze it first");
    }
    if (target !== undefined && target > venueClock.now() + STEP_MAX_MS) {
      throw invalidParameter("time", `at most a year ahead of ${venueClock.now()}, got '${target}'`);
    }
    await (ms === undefined ? schedule.stepTo(target!) : schedule.step(ms));
    return shownClock(context);
  },
});
