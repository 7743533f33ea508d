import * as declared from "../../../wire/control/operations/clock.ts";
import { controlOperation } from "../operation.ts";
import { shownClockRun } from "./shownClock.ts";

/** `GET /control/clock`. */
export const showClock = controlOperation(declared.showClock, shownClockRun);
