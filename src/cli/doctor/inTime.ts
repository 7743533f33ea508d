/** Parts in which a time is counted. */
const PARTS = 10;

/**
 * Limits how long something may take. The time is counted in parts, between which this process reads what has arrived: one in which it stood still
 * counts as one part, however long it was, so that what came meanwhile is not taken for missing.
 *
 * @param late the message of the error that it rejects with after `ms`
 */
export async function inTime<T>(done: Promise<T>, ms: number, late: string): Promise<T> {
  let parts: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    let left = PARTS;
    parts = setInterval(() => {
      if (--left === 0) reject(new Error(late));
    }, ms / PARTS);
  });
  return Promise.race([done, over]).finally(() => clearInterval(parts));
}
