import { isDecimal } from "../../../../interface/wire/decimal.ts";
import { big } from "../../format/decimal.ts";

/** A column of a list. */
export interface Column<R> {
  readonly title: string;
  /** Whether it is aligned to the right. */
  readonly isNumber?: boolean;
  /** Whether it is a number with thousands and decimals: a price, a size. */
  readonly isQuantity?: boolean;
  /** Whether it is filtered and exported, but shown within another column of the table. */
  readonly isUnseen?: boolean;
  /** Text by which it is sorted, filtered and exported: plain decimals, times in UTC. */
  readonly text: (row: R) => string;
  /** Numbers that are shown of it where its text is more than one; all of a column have as many decimals. */
  readonly numbers?: (row: R) => readonly string[];
  /**
   * The fewest decimals of a row's numbers: those of its contract, where what is pushed has no trailing
   * zeros.
   */
  readonly placesMin?: (row: R) => number;
}

export function holdsNumbers<R>({ isNumber, isQuantity }: Column<R>): boolean {
  return isNumber === true || isQuantity === true;
}

export interface Order {
  readonly column: number;
  readonly isDescending: boolean;
}

/** Rows that contain every word of the filter, in the wanted order; without an order as they came. */
export function rowsShown<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  filter: string,
  order: Order | undefined,
): readonly R[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const kept =
    words.length === 0
      ? rows
      : rows.filter((row) => {
          const text = columns.map((column) => column.text(row).toLowerCase()).join("\n");
          return words.every((word) => text.includes(word));
        });
  const column = order === undefined ? undefined : columns[order.column];
  if (order === undefined || column === undefined) return kept;
  const sign = order.isDescending ? -1 : 1;
  return kept.toSorted((a, b) => sign * compare(column.text(a), column.text(b)));
}

/** Order of two texts: decimals by value, others alphabetically. */
function compare(a: string, b: string): number {
  if (isDecimal(a) && isDecimal(b)) return big(a).cmp(big(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

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
