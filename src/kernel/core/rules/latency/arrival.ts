import type { State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";
import type { TimeMs } from "../../data/units/units.ts";
import { messageSent } from "../../events/latencyEvents.ts";

/**
 * When a new order that the account sends now takes effect: after the account's latency, never before what
 * the account sent earlier, and `delayMs`, the venue's own delay, later still; 0 where it takes effect at
 * once. All messages of one command arrive together.
 */
export function arrivalOf(s: State, account: AccountId, delayMs: number): TimeMs {
  return arrival(s, account, delayMs, 0);
}

/**
 * {@link arrivalOf} for a message about an order that exists already. Orders that are due at one instant are
 * handled by their ids, so a change arrives at least a millisecond after whatever was sent before it.
 */
export function arrivalOfChange(s: State, account: AccountId, delayMs: number): TimeMs {
  return arrival(s, account, delayMs, 1);
}

/** @param apartMs the least time between this message's arrival and that of the one before */
function arrival(s: State, account: AccountId, delayMs: number, apartMs: number): TimeMs {
  const latency = s.latencies.size > 0 ? s.latencies.get(account) : undefined;
  if (latency === undefined || latency.toBook.length === 0) return delayMs > 0 ? s.time + delayMs : 0;
  if (latency.lastSeq !== s.seq) {
    const earliest = latency.lastDue + apartMs;
    messageSent(s, { account, dueTime: Math.max(s.time + latency.nextToBook(), earliest) });
  }
  return latency.lastDue + delayMs;
}

/** Whether the account's messages to the book take time. */
export function hasLatency(s: State, account: AccountId): boolean {
  return s.latencies.size > 0 && (s.latencies.get(account)?.toBook.length ?? 0) > 0;
}
