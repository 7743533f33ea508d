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

/** What runs next of what waits; undefined if nothing does. */
function nextStep(s: State): ((s: State) => void) | undefined {
  if (s.paperFlows.length > 0) return fillFromFlow;
  if (s.liquidations.length > 0) return liquidateNext;
  if (dateHasCome(s)) return endDated;
  if (peekTriggered(s) !== NONE) return fireTriggered;
  if (presetsAreDue(s)) return placeLatePresets;
  if (countdownIsOver(s)) return endCountdown;
  if (!delayIsOver(s)) return undefined;
  return isAmendDue(s, s.delayed.peek()) ? amendArrived : endDelayed;
}

const fireTriggered = (s: State): void => fire(s, peekTriggered(s));
const amendArrived = (s: State): void => amendArrives(s, s.delayed.peek());
const endDelayed = (s: State): void => endDelay(s, s.delayed.peek());

/** Whether an internal step waits. */
export function stepWaits(s: State): boolean {
  return nextStep(s) !== undefined;
}

/** Runs the next internal step, then checks the margin of the accounts that it changed. */
export function runStep(s: State): void {
  s.ordersTouched++;
  nextStep(s)?.(s);
  checkMargins(s);
}
