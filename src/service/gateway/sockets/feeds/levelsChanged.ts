import type { Level } from "../../../views/index.ts";

/**
 * The changes that turn one side of a depth window into another: levels that changed or entered with their
 * size, levels that left with size 0, in the order of the sides.
 *
 * @param before best first
 * @param after best first
 * @param isBid whether higher prices are better
 */
export function levelsChanged(
  before: readonly Level[],
  after: readonly Level[],
  isBid: boolean,
): readonly Level[] {
  const changes: Level[] = [];
  let old = 0;
  let now = 0;
  while (old < before.length || now < after.length) {
    const was = before[old];
    const is = after[now];
    if (was !== undefined && is !== undefined && was.price === is.price) {
      if (was.size !== is.size) changes.push(is);
      old++;
      now++;
    } else if (is === undefined || (was !== undefined && isBetter(was.price, is.price, isBid))) {
      changes.push({ price: was!.price, size: 0 });
      old++;
    } else {
      changes.push(is);
      now++;
    }
  }
  return changes;
}

function isBetter(a: number, b: number, isBid: boolean): boolean {
  return isBid ? a > b : a < b;
}
