import { encode } from "../data/encoding/layout.ts";
import type { EventOf, EventType } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import type { State } from "../data/state/state.ts";

/** The functions that change who operates the venue, and which of their actions are remembered. */

type Body<T extends EventType> = Omit<EventOf<T>, "type">;

export function operatorAdded(s: State, event: Body<"operatorAdded">): void {
  const { name, role, tokenHash, time } = event;
  s.operators.set(name, { name, role, tokenHash, addedTime: time, tokenTime: time });
  encode(eventLayouts.operatorAdded, event, s.events, s.index);
}

export function operatorRotated(s: State, event: Body<"operatorRotated">): void {
  const { name, tokenHash, time } = event;
  s.operators.set(name, { ...s.operators.get(name)!, tokenHash, tokenTime: time });
  encode(eventLayouts.operatorRotated, event, s.events, s.index);
}

export function operatorRemoved(s: State, event: Body<"operatorRemoved">): void {
  s.operators.delete(event.name);
  encode(eventLayouts.operatorRemoved, event, s.events, s.index);
}

/** A step of an action with a reference was taken. */
export function stepTaken(s: State, event: Body<"stepTaken">): void {
  s.references.take(event);
  encode(eventLayouts.stepTaken, event, s.events, s.index);
}

/** The answer to an action with a reference is known. */
export function answerKept(s: State, event: Body<"answerKept">): void {
  s.references.keep(event);
  encode(eventLayouts.answerKept, event, s.events, s.index);
}
