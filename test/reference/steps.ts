import { judge, liquidateNext } from "./liquidation.ts";
import { orderWaits, runOrder } from "./triggers.ts";
import type { Venue } from "./venue.ts";

/** What the exchange itself causes: it runs after the command that caused it, one by one. */

export function stepWaits(v: Venue): boolean {
  return v.liquidations.length > 0 || orderWaits(v);
}

/** Liquidations before triggered orders before ended delays; after each everybody is judged. */
export function runStep(v: Venue): void {
  if (v.liquidations.length > 0) liquidateNext(v);
  else runOrder(v);
  judge(v);
}
