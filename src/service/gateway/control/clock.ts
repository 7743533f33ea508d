import * as declared from "../../../interface/wire/control/operations/clock.ts";
import { invalidParameter, WireError } from "../../../interface/wire/index.ts";
import type { FastRun, StepView } from "../../../kernel/engine/index.ts";
import { SPEED_MAX } from "../../../kernel/engine/index.ts";
import type { ControlContext, ControlOperation } from "./operation.ts";
import { controlOperation } from "./operation.ts";

/** `GET /control/clock`. */
const showClock = controlOperation(declared.showClock, shownClockRun);

/** `POST /control/clock/freeze`: market time stands still until it is stepped or run. */
const freezeClock = controlOperation(declared.freezeClock, (context) => {
  context.time.venueClock.freeze();
  return shownClock(context);
});

/**
 * `POST /control/clock/step`: moves frozen market time on by `ms`, or to `time`. The answer comes when feeds,
 * timers and participants of every beat up to there are done and durable.
 */
const stepClock = controlOperation(declared.stepClock, async (context, { ms, time: target }) => {
  const {
    time: { schedule, venueClock },
    gone,
  } = context;
  if ((ms === undefined) === (target === undefined)) {
    throw invalidParameter("ms", "give either ms or time");
  }
  if (venueClock.mode().type !== "frozen") {
    throw new WireError("refused", "only a frozen clock is stepped: freeze it first");
  }
  if (target !== undefined && target > venueClock.now() + declared.STEP_MAX_MS) {
    throw invalidParameter("time", `at most a year ahead of ${venueClock.now()}, got '${target}'`);
  }
  await (ms === undefined ? schedule.stepTo(target!, gone) : schedule.step(ms, gone));
  return shownClock(context);
});

/**
 * `POST /control/clock/stop`: ends the steps under way where they are, and answers once they are over. The
 * requests for these steps are refused, with the time reached.
 */
const stopStep = controlOperation(declared.stopStep, async (context) => {
  await context.time.schedule.endSteps(`${context.caller.name} ended it`);
  return shownClockRun(context);
});

/** `POST /control/clock/next`: moves frozen market time on to the next beat or due time. */
const nextEvent = controlOperation(declared.nextEvent, async (context) => {
  if (context.time.venueClock.mode().type !== "frozen") {
    throw new WireError("refused", "only a frozen clock is stepped: freeze it first");
  }
  await context.time.schedule.nextEvent();
  return shownClock(context);
});

/** `POST /control/clock/run`: market time runs `speed` times as fast as the host's, from where it is. */
const runClock = controlOperation(declared.runClock, (context, { speed: text }) => {
  const speed = Number(text);
  if (!(speed > 0 && speed <= SPEED_MAX)) {
    throw invalidParameter("speed", `above 0 and at most ${SPEED_MAX}, got '${text}'`);
  }
  context.time.venueClock.run(speed);
  return shownClock(context);
});

/** `POST /control/clock/max`: market time runs as fast as the machine and its clients, from where it is. */
const runClockFreely = controlOperation(declared.runClockFreely, (context, { until, think, clients }) => {
  const now = context.engine.now();
  if (until !== undefined && until < now)
    throw invalidParameter("until", `not before market time, which is ${now}, got '${until}'`);
  void context.time.fastTime.start({ until, thinkMs: think, clients });
  return shownClockRun(context);
});

/** `POST /control/clock/wall`: follows the host's clock again; refused while market time is ahead of it. */
const resumeWall = controlOperation(declared.resumeWall, (context) => {
  context.time.venueClock.resumeWall();
  return shownClock(context);
});

/** Market time, the host's time, and how market time runs. */
function shownClock({ engine, time: { venueClock }, clock }: ControlContext) {
  const mode = venueClock.mode();
  const time = engine.now();
  return {
    mode: mode.type,
    speed: mode.type === "scaled" ? mode.speed : mode.type === "wall" ? 1 : 0,
    time,
    iso: new Date(time).toISOString(),
    hostTime: clock.wallMs(),
    aheadMs: venueClock.aheadMs(),
  };
}

/** Market time, with the step and the free run that are under way, or else the last ones. */
export function shownClockRun(context: ControlContext) {
  const { run } = context.time.fastTime;
  const step = context.time.lastStep();
  return {
    ...shownClock(context),
    run: run === undefined ? null : shownRun(run),
    step: step === undefined ? null : shownStep(step),
  };
}

function shownRun({ until, isOver, ...rest }: FastRun) {
  return { ...rest, until: until ?? null, over: isOver };
}

function shownStep({ isOver, ...rest }: StepView) {
  return { ...rest, over: isOver };
}

/** The operations of the clock. */
export const clockOperations: readonly ControlOperation[] = [
  showClock,
  freezeClock,
  stepClock,
  stopStep,
  nextEvent,
  runClock,
  runClockFreely,
  resumeWall,
];
