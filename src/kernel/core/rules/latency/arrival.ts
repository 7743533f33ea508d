import type { State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";
import type { TimeMs } from "../../data/units/units.ts";
import { messageSent } from "../../events/latencyEvents.ts";

/**
 * When something that the account sends now takes effect: after its latency, never before what it sent
 * earlier, and `delayMs` later still, which is the venue's own delay; 0 where it takes effect at once.
 * Whatever one command sends arrives together.
 *
 * @param changes whether it concerns an order that exists already. Orders that are due at one instant are
 * handled by their ids, so a change arrives at least a millisecond after whatever was sent before it
 */
export function arrivalOf(s: State, account: AccountId, delayMs: number, changes: boolean): TimeMs {
  const latency = s.latencies.size > 0 ? s.latencies.get(account) : undefined;
  if (latency === undefined || latency.toBook.length === 0) return delayMs > 0 ? s.time + delayMs : 0;
  if (latency.lastSeq !== s.seq) {
    const earliest = latency.lastDue + (changes ? 1 : 0);
    messageSent(s, { account, dueTime: Math.max(s.time + latency.nextToBook(), earliest) });
  }
  return latency.lastDue + delayMs;
}

/** Whether the account's messages to the book take time. */
export function hasLatency(s: State, account: AccountId): boolean {
  return s.latencies.size > 0 && (s.latencies.get(account)?.toBook.length ?? 0) > 0;
}
