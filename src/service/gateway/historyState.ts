import type { History, HistoryFailedError } from "../readmodel/index.ts";

/**
 * How history is, in words: "whole", or what is not and why.
 *
 * @param reasonOf what is said of a failure: its message names the file and the remedy, `why` is for
 * everybody
 */
export function historyState(
  { failure, damage }: Pick<History, "failure" | "damage">,
  reasonOf: (failure: HistoryFailedError) => string,
): string {
  if (failure !== undefined) return `not available: ${reasonOf(failure)}`;
  return damage === undefined ? "whole" : `damaged: ${reasonOf(damage)}`;
}
