import type { State } from "./state.ts";

/**
 * Notes why something is refused and returns false, so that a check can `return refuse(…)`. Whether it becomes a
 * `commandRejected` event is the caller's decision: a triggered order that fails its checks is canceled instead.
 */
export function refuse(s: State, code: number, d0 = 0, d1 = 0, d2 = 0, d3 = 0, d4 = 0): false {
  const { refusal } = s;
  refusal.code = code;
  refusal.d0 = d0;
  refusal.d1 = d1;
  refusal.d2 = d2;
  refusal.d3 = d3;
  refusal.d4 = d4;
  return false;
}
