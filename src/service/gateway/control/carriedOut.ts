import { OutcomeUnknown, WireError } from "../../../interface/wire/index.ts";
import type { History } from "../../readmodel/index.ts";
import { HistoryFailedError, patiently } from "../../readmodel/index.ts";

/** What an operator asked for was done, all of it, and only the answer to it is missing. */
class CarriedOut extends OutcomeUnknown {
  constructor(done: string, { cause }: { readonly cause: HistoryFailedError }) {
    super(`Done: ${done}. What it came to cannot be shown: ${cause.message}`);
    this.cause = cause;
  }
}

/**
 * Asks history about something that was carried out, however long it takes.
 *
 * @param done said to the operator where history has failed: "order 7 was placed"
 * @param ask asked again while history is behind
 * @throws CarriedOut
 */
export async function readBack<T>(
  history: Pick<History, "settle">,
  done: string,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await patiently(history, ask);
  } catch (error) {
    if (!(error instanceof HistoryFailedError)) throw error;
    throw new CarriedOut(done, { cause: error });
  }
}

/**
 * Turns an error that came after a command was carried out into one for the operator, which says that the
 * command was: it neither reads as a refusal of everything, nor advises to send the request again.
 *
 * @param error what would be answered if nothing had been done
 */
export function afterCommand(error: WireError, cause: unknown): WireError {
  if (error instanceof CarriedOut) return error;
  const why = error.kind === "internal" ? error.message : (cause as Error).message;
  const text = `Carried out at least in part, so look before you repeat it: ${why}`;
  return error.isTransient ? new OutcomeUnknown(text) : new WireError(error.kind, text, 0, error.parameter);
}
