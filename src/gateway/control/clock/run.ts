import { SPEED_MAX } from "../../../engine/index.ts";
import * as declared from "../../../wire/control/operations/clock.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** `POST /control/clock/run`: market time runs `speed` times as fast as the host's, from where it is. */
export const runClock = controlOperation(declared.runClock, (context, { speed: text }) => {
  const speed = Number(text);
  if (!(speed > 0 && speed <= SPEED_MAX)) {
    throw invalidParameter("speed", `above 0 and at most ${SPEED_MAX}, got '${text}'`);
  }
  context.venueClock.run(speed);
  return shownClock(context);
});
