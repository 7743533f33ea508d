import { fixedWords } from "./encoding/layout.ts";
import { eventLayouts } from "./event.ts";
import type { Rejection } from "./rejection.ts";
import { rejectionOf } from "./rejection.ts";
import type { State } from "./state.ts";

const REJECTED_WORDS = fixedWords(eventLayouts.commandRejected);

/** The refusal that a check found last: a code of rejection.ts and its numbers. A register. */
export class Refusal {
  code = 0;
  readonly details = new Float64Array(5);

  toRejection(): Rejection | undefined {
    return this.code === 0 ? undefined : rejectionOf(this.code, [...this.details]);
  }
}

/**
 * Notes why something is refused and returns false, so that a check can `return refuse(…)`. Whether it becomes a
 * `commandRejected` event is the caller's decision: a triggered order that fails its checks is canceled instead.
 */
export function refuse(s: State, code: number, d0 = 0, d1 = 0, d2 = 0, d3 = 0, d4 = 0): false {
  const { refusal } = s;
  refusal.code = code;
  refusal.details[0] = d0;
  refusal.details[1] = d1;
  refusal.details[2] = d2;
  refusal.details[3] = d3;
  refusal.details[4] = d4;
  return false;
}

/** Writes the noted refusal as the command's answer. */
export function commandRejected(s: State, command: number, account: number): void {
  const { kind, version } = eventLayouts.commandRejected;
  const at = s.events.begin(kind, version, REJECTED_WORDS, s.index);
  const words = s.events.words;
  words[at + 1] = command;
  words[at + 2] = account;
  words[at + 3] = s.refusal.code;
  for (let i = 0; i < 5; i++) words[at + 4 + i] = s.refusal.details[i]!;
  s.rejected = true;
  s.outcomeId = 0;
}
