import { NOTICES_MAX } from "../data/codes.ts";
import { encode } from "../data/encoding/layout.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import type { State } from "../data/state/state.ts";

/** Users are told something; the oldest notice makes room for it. */
export function noticeSent(s: State, event: Recorded<"noticeSent">): void {
  const { notice, time, text, accounts } = event;
  s.notices.push({ notice, time, text, accounts });
  if (s.notices.length > NOTICES_MAX) s.notices.shift();
  encode(eventLayouts.noticeSent, event, s.events, s.index);
}
