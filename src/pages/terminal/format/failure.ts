import { NoAnswerError, ThrottledError, VenueError } from "../../../interface/client/index.ts";

/** Whether something may have happened all the same: no answer says. */
export function isUnknown(error: unknown): boolean {
  return (error instanceof NoAnswerError || error instanceof VenueError) && error.mayHaveHappened;
}

/** Whether the same question may be answered later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof VenueError) return error.status === 408 || error.status === 429 || error.status >= 500;
  return error instanceof NoAnswerError || error instanceof ThrottledError;
}

/** What went wrong, in the venue's own words where it has some. */
export function sentenceOf(error: unknown): string {
  if (error instanceof VenueError) return `${error.msg} (${error.code || error.status})`;
  if (error instanceof NoAnswerError) {
    return error.mayHaveHappened
      ? "No answer came: whether it happened is not known. Look before you send it again."
      : "Not sent: the venue does not answer.";
  }
  if (error instanceof ThrottledError) return `Not sent: ${error.message}.`;
  return error instanceof Error ? error.message : String(error);
}

/** What to do about a refusal, by its code; "" if the venue's sentence says so already. */
export function remedyOf(code: string): string {
  return REMEDIES[code] ?? "";
}

const SECRET =
  "Copy the secret again from Connect: nothing before or after it, and sign the bytes exactly as sent.";

const REMEDIES: Readonly<Record<string, string>> = {
  "40001": "Send the header ACCESS-KEY.",
  "40002": "Send the header ACCESS-SIGN.",
  "40003": "Send the header ACCESS-TIMESTAMP.",
  "40005": "ACCESS-TIMESTAMP is Unix time in milliseconds, 13 digits.",
  "40006": "Use the API key that Connect shows.",
  "40007": "Send Content-Type: application/json.",
  "40008": "Sign with the present time in milliseconds; the window is 30 seconds.",
  "40009": SECRET,
  "40011": "Send the header ACCESS-PASSPHRASE.",
  "40012": "Use the passphrase that Connect shows.",
  "-1040": "Send the header ACCESS-KEY.",
  "-1041": "Send the header ACCESS-SIGN.",
  "-1042": "Send the header ACCESS-TIMESTAMP.",
  "-1044": "Use the API key that Connect shows.",
  "-1046": "Sign with the present time in milliseconds; the window is 30 seconds.",
  "-1047": SECRET,
  "-1049": "Use the passphrase that Connect shows.",
  "429": "Wait for Retry-After; `outcry limits exempt` lifts the limits for an account.",
};
