import { SPEED_MAX } from "../../../engine/index.ts";
import { control, decimal, invalidParameter } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** `POST /control/clock/run`: market time runs `speed` times as fast as the host's, from where it is. */
export const runClock = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/run",
  summary: "Run market time at a speed",
  answer: control.ClockView,
  parameters: {
    speed: decimal(`Milliseconds of market time in one of the host, above 0, at most ${SPEED_MAX}.`),
  },
  handle(context, { speed: text }) {
    const speed = Number(text);
    if (!(speed > 0 && speed <= SPEED_MAX)) {
      throw invalidParameter("speed", `above 0 and at most ${SPEED_MAX}, got '${text}'`);
    }
    context.venueClock.run(speed);
    return shownClock(context);
  },
});
