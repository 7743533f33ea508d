import * as declared from "../../../wire/control/operations/clock.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** `POST /control/clock/freeze`: market time stands still until it is stepped or run. */
export const freezeClock = controlOperation(declared.freezeClock, (context) => {
  context.venueClock.freeze();
  return shownClock(context);
});
