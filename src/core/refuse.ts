import { writeCommandRejected } from "./model/generated/eventRecords.ts";
import type { Rejection } from "./rejection.ts";
import { rejectionOf } from "./rejection.ts";
import type { State } from "./state.ts";
import type { AccountId } from "./units/kinds.ts";

/** The refusal that a check found last: a code of rejection.ts and its numbers. A register. */
export class Refusal {
  code = 0;
  d0 = 0;
  d1 = 0;
  d2 = 0;
  d3 = 0;
  d4 = 0;

  toRejection(): Rejection | undefined {
    return this.code === 0
      ? undefined
      : rejectionOf(this.code, [this.d0, this.d1, this.d2, this.d3, this.d4]);
  }
}

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

/** Writes the noted refusal as the command's answer. */
export function commandRejected(s: State, command: number, account: AccountId): void {
  const { code, d0, d1, d2, d3, d4 } = s.refusal;
  writeCommandRejected(s.events, s.index, { command, account, code, d0, d1, d2, d3, d4 });
  s.rejected = true;
  s.outcomeId = 0;
}
