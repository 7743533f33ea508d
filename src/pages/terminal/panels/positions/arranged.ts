import type { Order } from "../../parts/list/rowsShown.ts";

/** How often rows sorted by a changing figure may change places, ms. */
const AGAIN_MS = 1_000;

/** The order of the rows, and since when. */
export interface Arranged {
  readonly order: Order | undefined;
  readonly ids: readonly number[];
  readonly atMs: number;
}

/**
 * The order of rows that are sorted by a changing figure: the current order, but changed at most once a
 * second, and not while the rows are held. New rows are at the end until then.
 *
 * @param now the rows as they would stand now
 * @param isHeld a pointer or the focus is on them
 */
export function arrange(
  before: Arranged | undefined,
  order: Order | undefined,
  now: readonly number[],
  isHeld: boolean,
  nowMs = performance.now(),
): Arranged {
  const isKept = before !== undefined && before.order === order && (isHeld || nowMs - before.atMs < AGAIN_MS);
  if (!isKept) return { order, ids: now, atMs: nowMs };
  const kept = before.ids.filter((id) => now.includes(id));
  return { ...before, ids: [...kept, ...now.filter((id) => !kept.includes(id))] };
}
