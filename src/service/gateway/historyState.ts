import type { History, HistoryFailedError } from "../readmodel/index.ts";

/**
 * The state of history in words: "whole", or what is wrong.
 *
 * @param reasonOf the words for a failure: its message names the file and the remedy, `why` is for everybody
 */
export function historyState(
  { failure, damage }: Pick<History, "failure" | "damage">,
  reasonOf: (failure: HistoryFailedError) => string,
): string {
  if (failure !== undefined) return `not available: ${reasonOf(failure)}`;
  return damage === undefined ? "whole" : `damaged: ${reasonOf(damage)}`;
}
