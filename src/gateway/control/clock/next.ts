import * as declared from "../../../wire/control/operations/clock.ts";
import { WireError } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** `POST /control/clock/next`: moves frozen market time on to the next beat or due time. */
export const nextEvent = controlOperation(declared.nextEvent, async (context) => {
  if (context.venueClock.mode().type !== "frozen") {
    throw new WireError("refused", "only a frozen clock is stepped: freeze it first");
  }
  await context.schedule.nextEvent();
  return shownClock(context);
});
