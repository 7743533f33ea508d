import { encode } from "./encoding/layout.ts";
import { eventLayouts } from "./event.ts";
import type { State } from "./state.ts";

/** The venue that keeps this journal got its name and seed. */
export function venueOpened(
  s: State,
  event: { readonly name: string; readonly seed: number; readonly sealedSeed: string },
): void {
  s.venueName = event.name;
  s.venueSeed = event.seed;
  s.sealedSeed = event.sealedSeed;
  encode(eventLayouts.venueOpened, event, s.events, s.index);
}
