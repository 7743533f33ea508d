import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import {
  LATENCY_MS_MAX,
  LATENCY_SAMPLES_MAX,
  LATENCY_TO_BOOK,
  LATENCY_TO_PUSH,
} from "../../data/model/latencyFields.ts";
import { hasSettings } from "../../data/state/ofAccount.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";
import type { TimeMs } from "../../data/units/units.ts";
import { latencySet, messageSent } from "../../events/latencyEvents.ts";

/**
 * `setLatency`: sets how long the account's messages take from now on; without samples they take no time.
 */
export function setLatency(s: State, command: Body<"setLatency">): boolean {
  const { account, samples } = command;
  if (!hasSettings(s, account)) return refuse(s, R.unknownAccount, { account });
  for (const row of samples) {
    if (row.way !== LATENCY_TO_BOOK && row.way !== LATENCY_TO_PUSH)
      return refuseField(s, row, "way", "known");
    if (!admitWhole(s, row, "ms", [1, LATENCY_MS_MAX])) return false;
  }
  for (const word of ["seedA", "seedB", "seedC", "seedD"] as const)
    if (!admitWhole(s, command, word, [-(2 ** 31), 2 ** 31 - 1])) return false;
  if (samples.length > LATENCY_SAMPLES_MAX) return refuse(s, R.venueFull, { limit: LATENCY_SAMPLES_MAX });
  latencySet(s, command);
  s.outcomeId = account;
  return true;
}

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
