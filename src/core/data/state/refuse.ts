import type { RejectionCode } from "../units/kinds.ts";
import type { Amount } from "../units/money.ts";
import type { State } from "./state.ts";

/**
 * Notes why something is refused and returns false, so that a check can `return refuse(…)`. Whether it becomes a
 * `commandRejected` event is the caller's decision: a triggered order that fails its checks is canceled instead.
 */
export function refuse(s: State, code: RejectionCode, d0 = 0, d1 = 0, d2 = 0): false {
  const { refusal } = s;
  refusal.code = code;
  refusal.d0 = d0;
  refusal.d1 = d1;
  refusal.d2 = d2;
  refusal.d3 = 0;
  refusal.d4 = 0;
  return false;
}

/** As {@link refuse}, where more was asked for than is left. */
export function refuseAmount(s: State, code: RejectionCode, asked: Amount, left: Amount): false {
  refuse(s, code, asked.hi, asked.lo, left.hi);
  s.refusal.d3 = left.lo;
  return false;
}
