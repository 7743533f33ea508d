import { type History, HistoryBehindError } from "./history.ts";

/**
 * An answer of history, however long its writer takes: for callers who cannot ask again later, and would go
 * on with something wrong instead.
 *
 * @param ask asked again while history is behind, each time that everything given before is committed; must
 * not change anything
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
