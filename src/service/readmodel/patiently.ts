import { type History, HistoryBehindError } from "./history.ts";

/**
 * An answer of history however long its writer takes: for whoever asks on behalf of nobody who could ask
 * again, and would go on with something wrong instead.
 *
 * @param ask asked again while history is behind, once all that was given to it is committed; changes nothing
 * @throws HistoryFailedError
 */
export async function patiently<T>(history: Pick<History, "settle">, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof HistoryBehindError)) throw error;
    }
    await history.settle();
  }
}
