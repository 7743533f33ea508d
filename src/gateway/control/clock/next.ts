import { control, WireError } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** `POST /control/clock/next`: moves frozen market time on to the next beat or due time. */
export const nextEvent = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/next",
  summary: "Step frozen market time to the next event",
  answer: control.ClockView,
  parameters: {},
  async handle(context) {
    if (context.venueClock.mode().type !== "frozen") {
      throw new WireError("refused", "only a frozen clock is stepped: freeze it first");
    }
    await context.schedule.nextEvent();
    return shownClock(context);
  },
});
