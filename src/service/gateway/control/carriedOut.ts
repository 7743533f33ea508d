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
 * What history has of something that was carried out, however long it takes.
 *
 * @param done is told where history has failed: "order 7 was placed"
 * @param ask asked again while history is behind
 * @throws CarriedOut
 */
export async function recalled<T>(
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
 * An error behind a command that was carried out, as an operator is told: never as a refusal of all of it,
 * and never as something to be sent again for certain.
 *
 * @param error what would be told if nothing had been done
 */
export function afterCommand(error: WireError, cause: unknown): WireError {
  if (error instanceof CarriedOut) return error;
  const why = error.kind === "internal" ? error.message : (cause as Error).message;
  const text = `Carried out at least in part, so look before you repeat it: ${why}`;
  return error.isTransient ? new OutcomeUnknown(text) : new WireError(error.kind, text, 0, error.parameter);
}
