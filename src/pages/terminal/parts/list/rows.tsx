import type { ReactNode } from "react";
import { Down, Up } from "../icons.tsx";
import { aligned, padded } from "./places.ts";
import { type Column, holdsNumbers, type Order } from "./rowsShown.ts";

export interface ShownColumn<R> extends Column<R> {
  /** How the cell looks, if not like {@link Column.text}. @param places decimals of the column's numbers */
  readonly cell?: (row: R, places: number) => ReactNode;
  /** Whether the column holds sentences: where a row is a card it has a line of its own. */
  readonly isLong?: boolean;
}

/** The heads of a table's columns; each sorts by its column. */
export function Heads<R>({
  columns,
  order,
  onOrder,
}: {
  readonly columns: readonly ShownColumn<R>[];
  readonly order: Order | undefined;
  readonly onOrder: (order: Order | undefined) => void;
}) {
  return columns.map((column, at) => {
    const { title, isUnseen } = column;
    if (isUnseen) return null;
    const sorted = order?.column === at ? (order.isDescending ? "descending" : "ascending") : "none";
    return (
      <th key={title} scope="col" aria-sort={sorted} className={holdsNumbers(column) ? "num" : ""}>
        <button type="button" className="sort" onClick={() => onOrder(nextOrder(order, at))}>
          {title} {sorted === "descending" && <Down />}
          {sorted === "ascending" && <Up />}
        </button>
      </th>
    );
  });
}

/** What a row has in each column. */
export function Cells<R>({
  row,
  columns,
  places,
}: {
  readonly row: R;
  readonly columns: readonly ShownColumn<R>[];
  /** {@link placesIn} all rows of the table. */
  readonly places: readonly number[];
}) {
  return columns.map((column, at) => {
    const { title, isQuantity = false, isUnseen, isLong, text, cell } = column;
    if (isUnseen) return null;
    const shown = isQuantity ? aligned : padded;
    return (
      <td key={title} className={holdsNumbers(column) ? "num" : isLong ? "wide" : ""} data-label={title}>
        {cell === undefined ? shown(text(row), places[at]!) : cell(row, places[at]!)}
      </td>
    );
  });
}

/** The order after another press: descending, ascending, then unsorted. */
function nextOrder(order: Order | undefined, column: number): Order | undefined {
  if (order?.column !== column) return { column, isDescending: true };
  return order.isDescending ? { column, isDescending: false } : undefined;
}
