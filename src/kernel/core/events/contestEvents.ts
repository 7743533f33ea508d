import { encode } from "../data/encoding/layout.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import type { State } from "../data/state/state.ts";

/** A contest is defined, or another way than before; without a definition it is none. */
export function contestSet(s: State, event: Recorded<"contestSet">): void {
  if (event.definition === "") s.contests.delete(event.name);
  else s.contests.set(event.name, event.definition);
  encode(eventLayouts.contestSet, event, s.events, s.index);
}
