import { decimal, integer, optional, time } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";

export const STEP_MAX_MS = 366 * 86_400_000;

export const freezeClock = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/freeze",
  summary: "Freeze market time",
  answer: control.ClockView,
  parameters: {},
});

export const nextEvent = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/next",
  summary: "Step frozen market time to the next event",
  answer: control.ClockView,
  parameters: {},
});

export const runClockFreely = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/max",
  summary: "Run market time as fast as the machine",
  answer: control.ClockRunView,
  parameters: {
    until: optional(time("Where time stops and stands, Unix ms; else it runs on.")),
    think: optional(
      integer("How long a client that does not acknowledge must have been quiet, ms of the host.", {
        max: 60_000,
      }),
      20,
    ),
    clients: optional(integer("Time stands while fewer clients than this acknowledge.", { max: 1_000 }), 0),
  },
});

export const runClock = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/run",
  summary: "Run market time at a speed",
  answer: control.ClockView,
  parameters: {
    speed: decimal("Milliseconds of market time in one of the host, above 0, at most 1000000."),
  },
});

export const showClock = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/clock",
  summary: "Show market time and how it runs",
  answer: control.ClockRunView,
  parameters: {},
});

export const stepClock = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/step",
  summary: "Move frozen market time on, by ms or to a time; answers when all that falls due is done",
  answer: control.ClockView,
  parameters: {
    ms: optional(integer("How far, ms.", { max: STEP_MAX_MS })),
    time: optional(time("Where to, Unix ms.")),
  },
});

export const stopStep = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/stop",
  summary: "End the step of market time under way where it is",
  answer: control.ClockRunView,
  parameters: {},
});

export const resumeWall = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/clock/wall",
  summary: "Let market time follow the host's clock",
  answer: control.ClockView,
  parameters: {},
});
