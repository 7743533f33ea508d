import { encode } from "../data/encoding/layout.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import type { State } from "../data/state/state.ts";

/** The functions that change who operates the venue, and which of their actions are remembered. */

export function operatorAdded(s: State, event: Recorded<"operatorAdded">): void {
  const { name, role, tokenHash, time } = event;
  s.operators.set(name, { name, role, tokenHash, addedTime: time, tokenTime: time });
  encode(eventLayouts.operatorAdded, event, s.events, s.index);
}

export function operatorRotated(s: State, event: Recorded<"operatorRotated">): void {
  const { name, tokenHash, time } = event;
  s.operators.set(name, { ...s.operators.get(name)!, tokenHash, tokenTime: time });
  encode(eventLayouts.operatorRotated, event, s.events, s.index);
}

export function operatorRemoved(s: State, event: Recorded<"operatorRemoved">): void {
  s.operators.delete(event.name);
  encode(eventLayouts.operatorRemoved, event, s.events, s.index);
}

/** A step of an action with a reference was taken. */
export function stepTaken(s: State, event: Recorded<"stepTaken">): void {
  s.references.take(event);
  encode(eventLayouts.stepTaken, event, s.events, s.index);
}

/** The answer to an action with a reference is known. */
export function answerKept(s: State, event: Recorded<"answerKept">): void {
  s.references.keep(event);
  encode(eventLayouts.answerKept, event, s.events, s.index);
}
