import * as declared from "../../../wire/control/operations/clock.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { shownClockRun } from "./shownClock.ts";

/** `POST /control/clock/max`: market time runs as fast as the machine and its clients, from where it is. */
export const runClockFreely = controlOperation(
  declared.runClockFreely,
  (context, { until, think, clients }) => {
    const now = context.engine.now();
    if (until !== undefined && until < now)
      throw invalidParameter("until", `not before market time, which is ${now}, got '${until}'`);
    void context.fastTime.start({ until, thinkMs: think, clients });
    return shownClockRun(context);
  },
);
