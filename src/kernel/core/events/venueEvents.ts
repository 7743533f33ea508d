import { encode } from "../data/encoding/layout.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { writeCommandRejected } from "../data/model/generated/eventRecords.ts";
import type { State } from "../data/state/state.ts";
import type { AccountId } from "../data/units/kinds.ts";

/** The venue that keeps this journal got its name and seed. */
export function venueOpened(s: State, event: Recorded<"venueOpened">): void {
  s.venueName = event.name;
  s.venueSeed = event.seed;
  s.sealedSeed = event.sealedSeed;
  encode(eventLayouts.venueOpened, event, s.events, s.index);
}

/** Writes the noted refusal as the command's answer. */
export function commandRejected(s: State, command: number, account: AccountId): void {
  const { code, d0, d1, d2, d3, d4 } = s.refusal;
  writeCommandRejected(s.events, s.index, { command, account, code, d0, d1, d2, d3, d4 });
  s.rejected = true;
  s.outcomeId = 0;
}
