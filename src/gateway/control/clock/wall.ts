import * as declared from "../../../wire/control/operations/clock.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** `POST /control/clock/wall`: follows the host's clock again; refused while market time is ahead of it. */
export const resumeWall = controlOperation(declared.resumeWall, (context) => {
  context.venueClock.resumeWall();
  return shownClock(context);
});
