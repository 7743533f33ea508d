import { encode } from "../data/encoding/layout.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import type { State } from "../data/state/state.ts";
import { holdingFor, markAccountDirty } from "./accountEvents.ts";

/** The countdown of an account in a contract begins, begins anew, or ends. */
export function countdownSet(s: State, event: Recorded<"countdownSet">): void {
  const { holdings, countdowns } = s;
  const holding = holdingFor(s, event.account, event.contract);
  if (holdings.countdownDue[holding] !== 0) countdowns.remove(holding);
  holdings.countdownDue[holding] = event.dueTime;
  holdings.countdownWhich[holding] = event.dueTime === 0 ? 0 : event.which;
  if (event.dueTime !== 0) countdowns.push(holding);
  markAccountDirty(s, event.account);
  encode(eventLayouts.countdownSet, event, s.events, s.index);
}
