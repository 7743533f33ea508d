import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** `POST /control/clock/wall`: follows the host's clock again; refused while market time is ahead of it. */
export const resumeWall = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/wall",
  summary: "Let market time follow the host's clock",
  answer: control.ClockView,
  parameters: {},
  handle(context) {
    context.venueClock.resumeWall();
    return shownClock(context);
  },
});
