import { afterSilence, systemTiming } from "../../../interface/client/index.ts";

/**
 * Limits how long something may take. Answers that come while this process is held up do not count as
 * missing.
 *
 * @param late the message of the error with which it rejects after `ms`
 */
export async function inTime<T>(done: Promise<T>, ms: number, late: string): Promise<T> {
  let cancel: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    cancel = afterSilence(systemTiming, ms, () => reject(new Error(late)));
  });
  return Promise.race([done, over]).finally(cancel);
}
