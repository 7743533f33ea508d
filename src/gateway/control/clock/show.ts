import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClock } from "./shownClock.ts";

/** `GET /control/clock`. */
export const showClock = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/clock",
  summary: "Show market time and how it runs",
  answer: control.ClockView,
  parameters: {},
  handle: shownClock,
});
