/** Why a log or a snapshot store refused. */
export type LogErrorReason =
  | "fenced" // another epoch has taken the log
  | "outOfOrder" // the frame does not start where the log ends
  | "frameInvalid" // empty, too large, or a field out of range
  | "busy" // an append is under way
  | "failed" // a write or sync failed; final, the process must stop and recover
  | "closed" // the log was closed
  | "trimmed" // the frames asked for are no longer held
  | "damaged" // stored bytes are not what was written
  | "behind" // acknowledged data is missing: the log ends before a command known to be durable, or holds others up to it
  | "unreachable" // contact with the log's store is lost; ask again
  | "unsupported"; // written by a format version this program does not know

/** A refusal of the journal; the message says where, why, and what an operator can do. */
export class LogError extends Error {
  override readonly name = "LogError";
  readonly reason: LogErrorReason;
  constructor(reason: LogErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
