import type { State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";
import type { TimeMs } from "../../data/units/units.ts";
import { messageSent } from "../../events/latencyEvents.ts";

/**
 * Sends a new order of an account on its way to the book. Returns when it takes effect: when its message
 * arrives, plus the venue's own delay `delayMs`; 0 if at once. The message arrives after the account's
 * latency, but never before an earlier one of the account. All messages of one command arrive together.
 */
export function sendNewOrder(s: State, account: AccountId, delayMs: number): TimeMs {
  return sendMessage(s, account, delayMs, 0);
}

/**
 * {@link sendNewOrder} for a message about an order that exists already. Orders that are due at one instant
 * are handled by their ids, so a change arrives at least a millisecond after whatever was sent before it.
 */
export function sendChange(s: State, account: AccountId, delayMs: number): TimeMs {
  return sendMessage(s, account, delayMs, 1);
}

/** @param apartMs the least time between this message's arrival and that of the one before */
function sendMessage(s: State, account: AccountId, delayMs: number, apartMs: number): TimeMs {
  const latency = s.latencies.size > 0 ? s.latencies.get(account) : undefined;
  if (latency === undefined || latency.toBook.length === 0) return delayMs > 0 ? s.time + delayMs : 0;
  if (latency.lastSeq !== s.seq) {
    const earliest = latency.lastDue + apartMs;
    const dueTime = Math.max(s.time + latency.nextToBook(), earliest);
    messageSent(s, { account, dueTime }); // from here on it is the last message, and `lastDue` its own
  }
  return latency.lastDue + delayMs;
}

/** Whether the account's messages to the book take time. */
export function hasLatency(s: State, account: AccountId): boolean {
  return s.latencies.size > 0 && (s.latencies.get(account)?.toBook.length ?? 0) > 0;
}
