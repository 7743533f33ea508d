import { OutcomeUnknown, WireError } from "../../interface/wire/index.ts";
import {
  EngineBusyError,
  EngineHaltedError,
  LeadLostError,
  NotLeadingError,
} from "../../kernel/engine/index.ts";
import { HistoryBehindError } from "../readmodel/index.ts";

/** Seconds in `Retry-After` of answers that mean "try again". */
const RETRY_SECONDS = 1;

/**
 * The answer to a client or an operator for an error that passes by itself: 503 with `Retry-After`;
 * `undefined` for any other error.
 */
export function unavailableOf(cause: unknown): WireError | undefined {
  if (cause instanceof EngineBusyError) {
    return new WireError("unavailable", "The venue is busy: nothing was done, send it again", RETRY_SECONDS);
  }
  if (cause instanceof NotLeadingError) {
    return new WireError("unavailable", "Another node leads: nothing was done, send it again", RETRY_SECONDS);
  }
  if (cause instanceof LeadLostError) {
    return new WireError("unavailable", "No node is known to lead at the moment: try again", RETRY_SECONDS);
  }
  if (cause instanceof EngineHaltedError && cause.cause instanceof LeadLostError) {
    return new OutcomeUnknown(
      "This node no longer leads: whether this was done is unknown. Query before retrying, by its client id where it has one.",
      RETRY_SECONDS,
    );
  }
  if (cause instanceof HistoryBehindError) {
    const behind = cause.wantedSeq - cause.appliedSeq;
    return new WireError(
      "unavailable",
      `History is ${behind} steps behind (at ${cause.appliedSeq}, this answer needs ${cause.wantedSeq}): try again`,
      RETRY_SECONDS,
    );
  }
  return undefined;
}
