import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** `POST /control/clock/freeze`: market time stands still until it is stepped or run. */
export const freezeClock = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/freeze",
  summary: "Freeze market time",
  answer: control.ClockView,
  parameters: {},
  handle(context) {
    context.venueClock.freeze();
    return shownClock(context);
  },
});
