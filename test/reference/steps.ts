import { countdownOver, endCountdown } from "./administration.ts";
import { judge, liquidateNext } from "./liquidation.ts";
import { orderWaits, outlived, runOrder } from "./triggers.ts";
import type { Venue } from "./venue.ts";

/** What the exchange itself causes: it runs after the command that caused it, one by one. */

export function stepWaits(v: Venue): boolean {
  return v.liquidations.length > 0 || countdownOver(v) !== undefined || orderWaits(v);
}

/**
 * Liquidations before dates, triggered orders, countdowns and ended delays; after each everybody is judged.
 */
export function runStep(v: Venue): void {
  const countdown = countdownOver(v);
  if (v.liquidations.length > 0) liquidateNext(v);
  else if (countdown !== undefined && v.triggered.length === 0 && outlived(v) === undefined)
    endCountdown(v, countdown);
  else runOrder(v);
  judge(v);
}
