import { NoAnswerError, RefusedForGood, ThrottledError, VenueError } from "../../client/index.ts";

/** What to do about refusals of a key or a signature. */
const ADVICE: Readonly<Record<string, string>> = {
  40006:
    "the venue does not know this key: compare it with demo-credentials.json, or create one with `outcry key create`",
  40008: "set this machine's clock; the venue takes 30 s either way",
  40009:
    "the secret is not this key's, or something on the way changes path, query or body. `outcry doctor` signs by the interface's own examples, so start with the secret",
  40012: "the passphrase is not this key's",
  40013: "the account is frozen: `outcry account set <account> status=active`",
  40014: "the key lacks a permission: create one with `outcry key create`",
  40018: "the key is bound to other addresses",
  40022: "the key lacks a permission: create one with `outcry key create`",
  40753: "the account is restricted: `outcry account set <account> status=active`",
  "-1052": "the key may not place orders, or the contract is closed to API trading: `outcry contract list`",
};

/** An error in one sentence, with what can be done about it. */
export function adviceOn(error: unknown): string {
  if (error instanceof RefusedForGood) return adviceOn(error.cause);
  if (error instanceof VenueError) {
    const advice = ADVICE[error.code];
    return advice === undefined ? error.message : `${error.message}. ${advice}`;
  }
  if (error instanceof NoAnswerError || error instanceof ThrottledError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
