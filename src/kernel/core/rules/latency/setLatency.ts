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
import { latencySet } from "../../events/latencyEvents.ts";

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
