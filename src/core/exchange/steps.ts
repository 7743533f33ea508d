import type { State } from "../data/state/state.ts";
import { NONE } from "../data/units/units.ts";
import { checkMargins } from "../events/watch.ts";
import { liquidateNext } from "../ladder/ladder.ts";
import { placeLatePresets, presetsAreDue } from "../rules/fill/presets.ts";
import { amendArrives, isAmendDue } from "../rules/order/amend.ts";
import { countdownIsOver, endCountdown } from "../rules/order/countdown.ts";
import { dateHasCome, endDated } from "../rules/order/dates.ts";
import { delayIsOver, endDelay, fire, peekTriggered } from "../rules/order/triggers.ts";
import { fillFromFlow } from "../rules/paper/fill.ts";

/*
 * Internal steps: what the exchange itself causes. They run after the command that caused them and before the
 * next one, one after the other; what a step causes is queued behind it. First paper orders are filled from
 * what has just happened; then come liquidations, then orders whose date has come, then triggered orders,
 * then presets that were late, then countdowns that are over, then ended delays.
 */

interface Step {
  /** Whether there is something for it to do. */
  readonly waits: (s: State) => boolean;
  readonly run: (s: State) => void;
}

const STEPS: readonly Step[] = [
  { waits: (s) => s.paperFlows.length > 0, run: fillFromFlow },
  { waits: (s) => s.liquidations.length > 0, run: liquidateNext },
  { waits: dateHasCome, run: endDated },
  { waits: (s) => peekTriggered(s) !== NONE, run: (s) => fire(s, peekTriggered(s)) },
  { waits: presetsAreDue, run: placeLatePresets },
  { waits: countdownIsOver, run: endCountdown },
  {
    waits: (s) => delayIsOver(s) && isAmendDue(s, s.delayed.peek()),
    run: (s) => amendArrives(s, s.delayed.peek()),
  },
  { waits: delayIsOver, run: (s) => endDelay(s, s.delayed.peek()) },
];

/** Whether an internal step waits. */
export function stepWaits(s: State): boolean {
  for (const { waits } of STEPS) if (waits(s)) return true;
  return false;
}

/** Runs the next internal step, then checks the margin of the accounts that it changed. */
export function runStep(s: State): void {
  s.ordersTouched++;
  for (const { waits, run } of STEPS) {
    if (!waits(s)) continue;
    run(s);
    break;
  }
  checkMargins(s);
}
