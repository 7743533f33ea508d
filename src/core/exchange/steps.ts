import type { State } from "../data/state/state.ts";
import { NONE } from "../data/units/units.ts";
import { checkMargins } from "../events/watch.ts";
import { liquidateNext } from "../ladder/ladder.ts";
import { placeLatePresets, presetsAreDue } from "../rules/fill/presets.ts";
import { amendArrives, isAmendDue } from "../rules/order/amend.ts";
import { delayIsOver, endDelay, fire, peekTriggered } from "../rules/order/triggers.ts";
import { fillFromFlow } from "../rules/paper/fill.ts";

/*
 * Internal steps: what the exchange itself causes. They run after the command that caused them and before the next
 * one, one after the other; what a step causes is queued behind it. First paper orders are filled from what has just
 * happened; then come liquidations, then triggered orders, then presets that were late, then ended delays.
 */

/** Whether an internal step waits. */
export function stepWaits(s: State): boolean {
  return (
    s.paperFlows.length > 0 ||
    s.liquidations.length > 0 ||
    peekTriggered(s) !== NONE ||
    presetsAreDue(s) ||
    delayIsOver(s)
  );
}

/** Runs the next internal step, then checks the margin of the accounts that it changed. */
export function runStep(s: State): void {
  s.ordersTouched++;
  if (s.paperFlows.length > 0) {
    fillFromFlow(s);
  } else if (s.liquidations.length > 0) {
    liquidateNext(s);
  } else {
    const triggered = peekTriggered(s);
    if (triggered !== NONE) fire(s, triggered);
    else if (presetsAreDue(s)) placeLatePresets(s);
    else if (isAmendDue(s, s.delayed.peek())) amendArrives(s, s.delayed.peek());
    else endDelay(s, s.delayed.peek());
  }
  checkMargins(s);
}
